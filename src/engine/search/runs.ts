/**
 * A message as a program printed it holds values where the code holds names: no passage has it to the letter. Its words that
 * stand one behind the other stand so in the code too. The rarest neighbours are looked up together, and the passages
 * with most of them are read for the longest run. Cost: `maxWindows` look-ups and the reading of at most `maxRead` passages.
 */
import { unindexedWords } from '../text/stopWords';
import { indexedTermsOf } from '../text/tokens';
import type { ExactPlace, Piece } from '../parts';
import type { Scorer } from '../rank/bm25f';
import { isNumber } from '../text/plain';

/** Fewer words stand next to each other by chance. */
const minWords = 4;
/** How many words of the shortest run must say something; in a longer run one word less is enough. */
const minTelling = 3;
const maxRows = 12;
const maxWordsOfRow = 80;
const maxWindows = 16;
/** Passages that hold one window, and those that are read. */
const [maxOfWindow, maxRead] = [48, 12];
/** A window whose rarest word stands in more passages is everyday language, and long to look up. */
const maxHolding = 2000;
/** What stands in more passages says little of where it comes from. */
const maxPlaces = 5;

/** A run of so many is as sure as the whole. */
const sureWords = 6;

/** What is searched. */
export interface Searching {
  pieces: readonly Piece[];
  scorer: Scorer;
}

export type RunPlace = ExactPlace & {
  /** In [0, 1]: how sure the run is. */
  share: number;
};

const wordPattern = /[\p{L}\p{N}_$]+/gu;
const wordsIn = (text: string): string[] => text.toLowerCase().match(wordPattern) ?? [];
const isTelling = (word: string): boolean => word.length > 1 && !unindexedWords.has(word) && !isNumber(word);

/** A row of the question: where each of its words stands, and how many before each place say something. */
interface AskedRow {
  placesOf: ReadonlyMap<string, readonly number[]>;
  tellingBefore: readonly number[];
}

function askedRow(words: readonly string[]): AskedRow {
  const placesOf = new Map<string, number[]>();
  words.forEach((word, place) => placesOf.set(word, [...(placesOf.get(word) ?? []), place]));
  const tellingBefore = [0];
  for (const word of words) tellingBefore.push(tellingBefore.at(-1)! + (isTelling(word) ? 1 : 0));
  return { placesOf, tellingBefore };
}

/**
 * The longest run of the row's words in a text; 0 when it is too short to tell anything. Longest common substring by
 * the lengths of the runs that end at each word of the text: one look-up for each word.
 */
function longestRun({ placesOf, tellingBefore }: AskedRow, words: readonly string[]): number {
  let longest = 0;
  let ending = new Map<number, number>();
  for (const word of words) {
    const places = placesOf.get(word);
    if (!places) {
      if (ending.size > 0) ending = new Map();
      continue;
    }
    const next = new Map<number, number>();
    for (const place of places) {
      const length = (ending.get(place - 1) ?? 0) + 1;
      next.set(place, length);
      if (length < minWords || length <= longest) continue;
      const telling = tellingBefore[place + 1]! - tellingBefore[place + 1 - length]!;
      if (telling >= minTelling || (telling === minTelling - 1 && length > minWords)) longest = length;
    }
    ending = next;
  }
  return longest;
}

/** Neighbouring words, those with the rarest of all first. */
function windowsOf(rows: readonly string[][], { scorer }: Searching): string[][] {
  const windows = rows.flatMap((words) => {
    return words.slice(0, Math.max(0, words.length - minWords + 1)).map((_, at) => words.slice(at, at + minWords));
  });
  const rated = windows.map((words) => {
    const terms = indexedTermsOf(words.filter(isTelling));
    return { terms, holding: Math.min(Infinity, ...terms.map((term) => scorer.frequency(term))) };
  });
  const usable = rated
    .filter(({ terms, holding }) => terms.length >= minTelling - 1 && holding > 0 && holding <= maxHolding)
    .sort((a, b) => a.holding - b.holding);
  return usable.slice(0, maxWindows).map(({ terms }) => terms);
}

/** The passages with the longest run of the text's words; none where it is short, or where many have it. */
export async function placesOfRun(text: string, searching: Searching): Promise<RunPlace[]> {
  const { pieces, scorer } = searching;
  const rows = text.split('\n').slice(0, maxRows).map((row) => wordsIn(row).slice(0, maxWordsOfRow)); // prettier-ignore
  const held = new Map<string, ExactPlace & { windows: number }>();
  for (const terms of windowsOf(rows, searching)) {
    for (const { place: piece, passage } of scorer.passagesOfAll(terms, maxOfWindow) ?? []) {
      const known = held.get(`${piece}:${passage}`) ?? { piece, passage, windows: 0 };
      held.set(`${piece}:${passage}`, { ...known, windows: known.windows + 1 });
    }
  }
  const likely = [...held.values()].sort((a, b) => b.windows - a.windows).slice(0, maxRead);
  const asked = rows.map(askedRow);
  const found: (RunPlace & { run: number })[] = [];
  for (const { piece, passage } of likely) {
    const { part, segment } = pieces[piece]!;
    const record = segment.records.at(passage);
    const own = record && (await part.textOf(record));
    if (own === undefined) continue;
    const words = wordsIn(own);
    const run = Math.max(0, ...asked.map((row) => longestRun(row, words)));
    if (run > 0) found.push({ piece, passage, run, share: Math.min(1, run / sureWords) });
  }
  const longest = Math.max(0, ...found.map(({ run }) => run));
  const kept = found.filter(({ run }) => run === longest);
  return kept.length <= maxPlaces ? kept : [];
}
