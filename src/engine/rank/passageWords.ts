/** The words of a passage row by row, each with its terms. Words repeat, so what was made of one is kept. */
import { eachTermOfWord, joinedMark, joinIdentifier, wordsOf } from '../text/tokens';

export interface PassageWord {
  /** The word as one lower-case name without separators. */
  name: string;
  /** Without the joined one. */
  terms: readonly string[];
}

/** A passage that is read for what it says beside the question's words. */
export interface ReadPassage {
  rows: readonly (readonly PassageWord[])[];
  score: number;
  /** Place of its file in the selection. */
  file: number;
}

/** Emptied when full: words are cheap to make again. */
const maxKeptWords = 20_000;
const kept = new Map<string, PassageWord>();

function passageWordOf(word: string): PassageWord {
  const known = kept.get(word);
  if (known) return known;
  if (kept.size >= maxKeptWords) kept.clear();
  const terms: string[] = [];
  eachTermOfWord(word, (term) => !term.startsWith(joinedMark) && terms.push(term));
  const made = { name: joinIdentifier(word), terms };
  kept.set(word, made);
  return made;
}

export function wordRowsOf(text: string): PassageWord[][] {
  return text.split('\n').map((row) => wordsOf(row).map(passageWordOf));
}
