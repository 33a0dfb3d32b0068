/**
 * What a follow-up goes on about, in brackets at its end: "how long does it wait (about retrying failed tasks)?". The
 * way in which a question that leans on earlier ones is written so that it stands alone (reprompt.ts); its words count
 * less than those that were said now. Pure.
 */
import { termsOf } from '../text/tokens';
import { withoutEnd } from './courtesies';

/**
 * What a word beside the question counts. Of 192 turns of chats about 16 repositories the right place was among the
 * first five and ten for .47 and .60 with 1, .48 and .62 with .5 to .7, .46 and .59 with .3, where the topic was known.
 */
const asideWeight = 0.6;

const marked = / \(about ([^()]{1,300})\)(?=[\s?.!]*$)/;

/** A question and what it is about beside that; nothing where it stands alone. */
export function asideOf(query: string): { own: string; aside: string } {
  const found = marked.exec(query);
  return found ? { own: query.replace(found[0], ''), aside: found[1]! } : { own: query, aside: '' };
}

export function withAside(query: string, aside: string): string {
  const { body, end } = withoutEnd(query);
  return aside === '' ? query : `${body} (about ${aside})${end}`;
}

/** In (0, 1]: what each term of a question counts. */
export function countsOf(query: string): (term: string) => number {
  const { own, aside } = asideOf(query);
  if (aside === '') return () => 1;
  const terms = new Set(termsOf(own));
  return (term) => (terms.has(term) ? 1 : asideWeight);
}
