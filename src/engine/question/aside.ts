/**
 * The subject of a follow-up, written in brackets at its end: "how long does it wait (about retrying failed tasks)?".
 * reprompt.ts rewrites follow-ups this way; the words in brackets weigh less than the question's own. Pure.
 */
import { termsOf } from '../text/tokens';
import { withoutEnd } from './courtesies';

/** Weight of a word in brackets; values from .5 to .7 found most right places in chats. */
const asideWeight = 0.6;

const marked = / \(about ([^()]{1,300})\)(?=[\s?.!]*$)/;

/** Splits a question from its subject in brackets; `aside` is empty without one. */
export function asideOf(query: string): { own: string; aside: string } {
  const found = marked.exec(query);
  return found ? { own: query.replace(found[0], ''), aside: found[1]! } : { own: query, aside: '' };
}

export function withAside(query: string, aside: string): string {
  const { body, end } = withoutEnd(query);
  return aside === '' ? query : `${body} (about ${aside})${end}`;
}

/** The weight of each term of a question, in (0, 1]. */
export function countsOf(query: string): (term: string) => number {
  const { own, aside } = asideOf(query);
  if (aside === '') return () => 1;
  const terms = new Set(termsOf(own));
  return (term) => (terms.has(term) ? 1 : asideWeight);
}
