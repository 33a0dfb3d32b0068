/**
 * Forms of a word that no cutting of endings brings together: irregular verbs ("chosen" and "choose"), what is measured
 * and the adjective that asks for it ("deep" and "depth"), words and the short forms that code uses. General programming
 * English, made by hand. A form is a relative of the word, never the word itself.
 */
import { stem } from '../text/tokens';

const groups = `
  choose chose chosen choice pick select find
  write wrote written
  throw threw thrown
  take took taken
  give gave given
  keep kept
  send sent
  build built
  find found
  hold held
  lose lost
  leave left
  make made
  meet met
  run ran
  say said
  spend spent
  begin began begun
  break broke broken
  bind bound
  drive drove driven
  fall fell fallen
  freeze frozen
  hide hid hidden
  know knew known
  lead led
  seek sought
  sleep slept
  understand understood
  speak spoke spoken
  bring brought
  catch caught
  draw drew drawn
  forget forgot forgotten
  rise rose risen
  see saw seen
  win won
  deep depth
  long length
  wide width
  high height
  sync synchronous synchronously
  async asynchronous asynchronously
  retry retries tries tried try
  add added adding
  decide decision
  compare comparison
  fail failure
  equal equality
  colour color
  behaviour behavior
  centre center
  licence license
  webassembly wasm
  overwrite overwritten override overridden redefine redefined
  rewrite rewritten
  recompute recalculate
  outdated stale expired
  anonymous unnamed
  mistype misspell typo`;

const byWord = new Map<string, string[]>();
for (const group of groups.trim().split('\n')) {
  const words = [...new Set(group.trim().split(/\s+/).map(stem))];
  for (const word of words) byWord.set(word, [...(byWord.get(word) ?? []), ...words.filter((other) => other !== word)]);
}

const none: readonly string[] = [];

/** Stems of the other forms of a stem. */
export function formsOf(term: string): readonly string[] {
  return byWord.get(term) ?? none;
}
