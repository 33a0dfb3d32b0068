/** How the page's first script loads the second one, and how the second one reports that it is loaded. */
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
 * To be called after the first paint, because a script that arrives earlier would run first. @param nonce of this
 * page's scripts
 */
export function loadAnswers(address: string, nonce: string): void {
  const script = document.createElement('script');
  script.src = address;
  script.nonce = nonce;
  requestAnimationFrame(() => setTimeout(() => document.body.append(script)));
}
