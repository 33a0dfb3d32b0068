/**
 * Slips of the hand in a question: a word that nothing here has, and one that something has when two neighbouring letters
 * change places, one is left out, or one is put in. Candidates are made and looked up (Norvig 2007), so no list of words is
 * walked through; a letter for another is left alone, since that makes other words too often. Cost: some 30 look-ups for
 * each letter of such a word.
 */
import { joinedMark, stem, wordsOf } from '../text/tokens';

/** Shorter words are near to too many others. */
const minChars = 6;
const maxChars = 24;
/** A question with more words that are nowhere is in another language, or pasted. */
const maxWords = 2;
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
  word.length >= minChars && word.length <= maxChars && [...word].every((letter) => letters.includes(letter));

/** @param isWord whether a term is a word at all, by whatever knows words: such a one is no slip */
export function respelt(query: string, frequency: Frequency, isWord: (term: string) => boolean): Respelt {
  const unknown = new Set(wordsOf(query).filter((word) => isPlain(word) && !isWord(stem(word)) && timesOf(word, frequency) === 0)); // prettier-ignore
  if (unknown.size === 0 || unknown.size > maxWords) return { query, changes: [] };
  const changes = [...unknown].flatMap((written) => {
    const taken = takenFor(written, frequency);
    return taken === undefined ? [] : [{ written, taken }];
  });
  return { query: changes.reduce((text, { written, taken }) => text.replaceAll(written, taken), query), changes };
}
