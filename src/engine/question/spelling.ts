/**
 * How a question is spelt: what of it may stand in the code to the letter, and the slips of the hand in it. Pure
 * functions of the text.
 */
import { wordsOf, joinedMark, stem } from '../text/tokens';
import { hasWordSign } from '../text/plain';

/** Shorter texts stand everywhere, longer ones in no single passage. */
const minLiteralChars = 3;
const maxLiteralChars = 400;
const maxLiterals = 12;

const quotes: readonly (readonly [open: string, close: string])[] = [
  ['`', '`'],
  ['"', '"'],
  ['“', '”'],
  ['‘', '’'],
  ["'", "'"],
];

/** An apostrophe inside a word opens no quotation. */
function opens(text: string, at: number): boolean {
  return at === 0 || !hasWordSign(text[at - 1] ?? '');
}

function closes(text: string, at: number): boolean {
  return !hasWordSign(text[at + 1] ?? '');
}

/** Texts between quotation marks of one kind, outermost first. */
export function quotedIn(text: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length && found.length < maxLiterals; at += 1) {
    const pair = quotes.find(([open]) => open === text[at]);
    if (!pair || !opens(text, at)) continue;
    let end = text.indexOf(pair[1], at + 1);
    while (end >= 0 && end - at <= maxLiteralChars && pair[1] === "'" && !closes(text, end))
      end = text.indexOf("'", end + 1);
    if (end < 0 || end - at > maxLiteralChars) continue;
    const inside = text.slice(at + 1, end).trim();
    if (inside.length >= minLiteralChars) found.push(inside);
    at = end;
  }
  return found;
}

/** Fewer plain words are a topic, which stands in comments and documents by chance. */
const minPlainWords = 4;
const plainWords = /^[\p{L}\s-]+\??$/u;

/** Whether a question as a whole may be something that stands in the code. */
function mayStandWhole(text: string): boolean {
  const { length } = wordsOf(text);
  return (
    text.length >= minLiteralChars &&
    text.length <= maxLiteralChars &&
    length >= (plainWords.test(text) ? minPlainWords : 2)
  );
}

/**
 * Texts to be looked for as they stand, the longest first: what is put in quotes or back-quotes, and the question
 * itself when it is no sentence of a person.
 */
export function literalsOf(question: string): string[] {
  const text = question.trim();
  const isWhole = mayStandWhole(text);
  const all = new Set([...(isWhole ? [text] : []), ...quotedIn(text)]);
  return [...all].sort((a, b) => b.length - a.length).slice(0, maxLiterals);
}

// Section: slips of the hand: two letters swapped, one left out or put in (candidates looked up, Norvig 2007). A letter
// for another is left alone, since that makes other words too often. Cost: some 30 look-ups for each letter of an
// unknown word.

/** Shorter words are near to too many others. */
const minSlipChars = 6;
const maxSlipChars = 24;
/** A question with more words that are nowhere is in another language, or pasted. */
const maxSlips = 2;
const letters = 'abcdefghijklmnopqrstuvwxyz';

export interface Respelt {
  query: string;
  /** Each word as it was written, and what it was taken for. */
  changes: { written: string; taken: string }[];
}

/** How often a term occurs; 0 where it does not. */
type Frequency = (term: string) => number;

const timesOf = (word: string, frequency: Frequency): number =>
  Math.max(frequency(stem(word)), frequency(joinedMark + word));

function* nearTo(word: string): Generator<string> {
  for (let at = 0; at <= word.length; at += 1) {
    for (const letter of letters) yield `${word.slice(0, at)}${letter}${word.slice(at)}`;
    if (at === word.length) return;
    const [before, after] = [word.slice(0, at), word.slice(at + 1)];
    yield before + after;
    if (at > 0) yield `${word.slice(0, at - 1)}${word[at]!}${word[at - 1]!}${after}`;
  }
}

/** The word that stands here most often; the first letter is seldom the wrong one. */
function takenFor(word: string, frequency: Frequency): string | undefined {
  let [taken, most] = [undefined as string | undefined, 0];
  for (const near of nearTo(word)) {
    const times = near[0] === word[0] ? timesOf(near, frequency) : 0;
    if (times > most) [taken, most] = [near, times];
  }
  return taken;
}

const isPlain = (word: string): boolean =>
  word.length >= minSlipChars && word.length <= maxSlipChars && [...word].every((letter) => letters.includes(letter));

/** @param isWord whether a term is a word at all, by whatever knows words: such a one is no slip */
export function respelt(query: string, frequency: Frequency, isWord: (term: string) => boolean): Respelt {
  const unknown = new Set(
    wordsOf(query).filter((word) => isPlain(word) && !isWord(stem(word)) && timesOf(word, frequency) === 0),
  );
  if (unknown.size === 0 || unknown.size > maxSlips) return { query, changes: [] };
  const changes = [...unknown].flatMap((written) => {
    const taken = takenFor(written, frequency);
    return taken === undefined ? [] : [{ written, taken }];
  });
  return { query: changes.reduce((text, { written, taken }) => text.replaceAll(written, taken), query), changes };
}
