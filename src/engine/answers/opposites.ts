/**
 * Words that say the opposite: where something is started is not where it is cleared, though all else about it is said
 * there too. General programming English, made by hand.
 */
import { stem } from '../text/tokens';
import { heldBy } from './coverage';

const pairs = `
  start begin schedule | stop end clear cancel abort finish
  open | close
  add insert append | remove delete drop
  set | clear unset reset
  enable | disable
  lock acquire | unlock release
  connect | disconnect
  encode serialize stringify | decode deserialize parse
  compress | decompress
  encrypt | decrypt
  read | write
  load | save
  push | pop
  attach mount | detach unmount
  show | hide
  allow accept | refuse deny reject
  subscribe | unsubscribe
  increment increase | decrement decrease
  pause | resume
  send | receive
  create | destroy delete`;

/** Words that say the same, by one of them: "begin" and "schedule" for "start". */
const alikes = new Map<string, readonly string[]>();
const byWord = new Map<string, Set<string>>();
function oppose(words: readonly string[], others: readonly string[]): void {
  for (const word of words) byWord.set(word, new Set([...(byWord.get(word) ?? []), ...others]));
}
for (const pair of pairs.trim().split('\n')) {
  const [one = [], other = []] = pair.split('|').map((side) => side.trim().split(/\s+/).map(stem));
  for (const side of [one, other]) for (const word of side) alikes.set(word, side);
  oppose(one, other);
  oppose(other, one);
}

export function alikeTo(word: string): readonly string[] {
  return alikes.get(word) ?? [];
}

export interface Opposed {
  word: string;
  opposites: readonly string[];
}

/** Words of a question that have opposites which it does not ask about as well. */
export function opposedIn(content: readonly string[]): Opposed[] {
  return content.flatMap((word) => {
    const opposites = [...(byWord.get(word) ?? [])];
    return opposites.length === 0 || opposites.some((other) => content.includes(other)) ? [] : [{ word, opposites }];
  });
}

/** The text says the opposite of a word, and not the word. */
export function saysOpposite(text: string, opposed: readonly Opposed[]): boolean {
  if (opposed.length === 0) return false;
  const { terms } = heldBy(text);
  return opposed.some(({ word, opposites }) => !terms.has(word) && opposites.some((other) => terms.has(other)));
}
