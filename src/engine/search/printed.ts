/**
 * Finds messages as a program printed them. Words that are neighbours in the message are neighbours in the code too;
 * windows with the rarest words are looked up. Cost: `maxWindows` look-ups and the reading of at most `maxReadForRun`
 * passages.
 */
import type { ExactPlace, Piece } from '../parts';
import type { Scorer } from '../rank/bm25f';
import { isNameSign, isNumber, nameRuns } from '../text/plain';
import { indexedTermsOf, unindexedWords } from '../text/tokens';

/** Least words of a run; fewer are neighbours by chance. */
const minWords = 4;
/** Least telling words of the shortest run; a longer run needs one less. */
const minTelling = 3;
const maxRows = 12;
const maxWordsOfRow = 80;
const maxWindows = 16;
/** Most passages that hold one window, and most that are read. */
const [maxOfWindow, maxReadForRun] = [48, 12];
/** Most passages that may hold a window's rarest word; commoner words are everyday language and slow to look up. */
const maxHolding = 2000;
/** Most passages that may hold the run; one in more tells little about its place. */
const maxPlaces = 5;

/** Words of a run that is as certain as the whole text. */
const sureWords = 6;

/** The pieces that are searched, and their scorer. */
export interface Searching {
  pieces: readonly Piece[];
  scorer: Scorer;
}

type RunPlace = ExactPlace & {
  /** In [0, 1]: how sure the run is. */
  share: number;
};

const wordsIn = (lower: string): string[] => lower.match(nameRuns) ?? [];
const isTellingWord = (word: string): boolean => word.length > 1 && !unindexedWords.has(word) && !isNumber(word);

/** True when the second word follows the first one in the text, with nothing but other signs between them. */
function standTogether(text: string, first: string, second: string): boolean {
  for (let at = text.indexOf(first); at >= 0; at = text.indexOf(first, at + 1)) {
    const end = at + first.length;
    let next = end;
    while (next < text.length && !isNameSign(text, next)) next += 1;
    if (next > end && text.startsWith(second, next)) return true;
  }
  return false;
}

/** False where a text surely holds no `minWords` words of a row side by side, which is quicker than reading its words. */
function mayHoldRun(words: readonly string[], text: string): boolean {
  let together = 1;
  for (let at = 1; at < words.length; at += 1) {
    together = standTogether(text, words[at - 1]!, words[at]!) ? together + 1 : 1;
    if (together >= minWords) return true;
  }
  return false;
}

/** A row of the question: the places of each of its words, and the number of telling words before each place. */
interface AskedRow {
  placesOf: ReadonlyMap<string, readonly number[]>;
  tellingBefore: readonly number[];
}

function askedRow(words: readonly string[]): AskedRow {
  const placesOf = new Map<string, number[]>();
  words.forEach((word, place) => placesOf.set(word, [...(placesOf.get(word) ?? []), place]));
  const tellingBefore = [0];
  for (const word of words) tellingBefore.push(tellingBefore.at(-1)! + (isTellingWord(word) ? 1 : 0));
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

/** Different windows of neighbouring words, those with the rarest words first, with how often each occurs. */
function windowsOf(rows: readonly string[][], { scorer }: Searching): Iterable<{ terms: string[]; times: number }> {
  const windows = rows.flatMap((words) => {
    return words.slice(0, Math.max(0, words.length - minWords + 1)).map((_, at) => words.slice(at, at + minWords));
  });
  const rated = windows.map((words) => {
    const terms = indexedTermsOf(words.filter(isTellingWord));
    return { terms, holding: Math.min(Infinity, ...terms.map((term) => scorer.frequency(term))) };
  });
  const usable = rated
    .filter(({ terms, holding }) => terms.length >= minTelling - 1 && holding > 0 && holding <= maxHolding)
    .sort((a, b) => a.holding - b.holding);
  const kept = new Map<string, { terms: string[]; times: number }>();
  for (const { terms } of usable.slice(0, maxWindows)) {
    // Neighbouring windows often have the same telling words.
    const key = terms.join(' ');
    kept.set(key, { terms, times: (kept.get(key)?.times ?? 0) + 1 });
  }
  return kept.values();
}

/** The passages with the longest run of the text's words; none where the run is short or too many have it. */
export async function placesOfRun(text: string, searching: Searching): Promise<RunPlace[]> {
  const { pieces, scorer } = searching;
  const rows = text
    .split('\n')
    .slice(0, maxRows)
    .map((row) => wordsIn(row.toLowerCase()).slice(0, maxWordsOfRow));
  const held = new Map<number, ExactPlace & { windows: number }>();
  for (const { terms, times } of windowsOf(rows, searching)) {
    for (const { place: piece, passage } of scorer.passagesOfAll(terms, maxOfWindow) ?? []) {
      const key = passage * pieces.length + piece;
      const known = held.get(key);
      if (known) known.windows += times;
      else held.set(key, { piece, passage, windows: times });
    }
  }
  const likely = [...held.values()].sort((a, b) => b.windows - a.windows).slice(0, maxReadForRun);
  const asked = rows.map(askedRow);
  const found: (RunPlace & { run: number })[] = [];
  for (const { piece, passage } of likely) {
    const { part, segment } = pieces[piece]!;
    const record = segment.records.at(passage);
    const own = record && (await part.textOf(record));
    if (own === undefined) continue;
    const text = own.toLowerCase();
    if (!rows.some((row) => mayHoldRun(row, text))) continue;
    const words = wordsIn(text);
    const run = Math.max(0, ...asked.map((row) => longestRun(row, words)));
    if (run > 0) found.push({ piece, passage, run, share: Math.min(1, run / sureWords) });
  }
  const longest = Math.max(0, ...found.map(({ run }) => run));
  const kept = found.filter(({ run }) => run === longest);
  return kept.length <= maxPlaces ? kept : [];
}
