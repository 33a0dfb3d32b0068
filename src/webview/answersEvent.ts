/** The page's second script: how the first loads it, and how it tells that it is there. */
import type { AnswerNodes } from './markdown/blocks';
import type { ChatStrings } from '../chat/strings';

export const answersEvent = 'quarry-answers';

export type MakeAnswer = (strings: ChatStrings) => AnswerNodes;

declare global {
  interface WindowEventMap {
    [answersEvent]: CustomEvent<MakeAnswer>;
  }
}

/**
 * After the first paint, because a script that arrives before it is run before it. @param nonce of this page's scripts
 */
export function loadAnswers(address: string, nonce: string): void {
  const script = document.createElement('script');
  script.src = address;
  script.nonce = nonce;
  requestAnimationFrame(() => setTimeout(() => document.body.append(script)));
}
