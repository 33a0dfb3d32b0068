/**
 * Scores how well texts match a typed query. An exact match contains the whole query; otherwise each of its words must
 * be near some word of the text. Cost: linear in the text. Known limit: word order is ignored.
 */
import type { SearchedAsset } from '../../../contract/schemas';
import type { AssetRecord } from '../../../store/records';
import type { Store } from '../../../store/types';
import { findAll } from '../../records';
import { textOf } from '../../assets/content';

export interface Match {
  exact: boolean;
  match: SearchedAsset['match'];
  /** From 0 to 1. */
  score: number;
}

/** Factor on the score by the place of the match: a name says more about an asset than a word of its content. */
const worth = { TITLE: 1, TAGS: 0.9, PERSONS: 0.8, WEBSITES: 0.8, CONTENT: 0.75, ANNOTATION: 0.7 } as const;

/** Creates a matcher for assets, which parses the query only once. */
export function createAssetMatcher(
  store: Store,
  query: string,
  kinds: readonly ('names' | 'content' | 'engine')[],
): (asset: Readonly<AssetRecord>) => Match | undefined {
  const matchText = createTextMatcher(query);
  const { isIn } = createFinder(query);
  const literally = (match: keyof typeof worth, text: string): Match | undefined =>
    isIn(text) ? { exact: true, match, score: worth[match] } : undefined;

  function* named(asset: Readonly<AssetRecord>): Generator<Match | undefined> {
    const of = (match: keyof typeof worth, texts: (string | undefined)[]) =>
      bestOf(texts.map((text) => text && as(match, matchText(text))));
    yield of('TITLE', [asset.name]);
    yield of(
      'TAGS',
      findAll(store, 'tags', asset.tags).map(({ text }) => text),
    );
    yield of(
      'WEBSITES',
      findAll(store, 'websites', asset.websites).flatMap(({ name, url }) => [name, url]),
    );
    yield of(
      'PERSONS',
      findAll(store, 'persons', asset.persons).flatMap(({ name, email, username }) => [name, email, username]),
    );
  }

  return (asset) => {
    const matches = kinds.includes('names') ? [...named(asset)] : [];
    if (kinds.includes('names') || kinds.includes('content')) {
      const notes = findAll(store, 'annotations', asset.annotations);
      matches.push(bestOf(notes.map(({ text }) => literally('ANNOTATION', text))));
    }
    if (kinds.includes('content')) matches.push(literally('CONTENT', textOf(asset) ?? ''));
    return bestOf(matches);
  };
}

/** Reports a match with typing errors as fuzzy, wherever it was found. */
function as(match: keyof typeof worth, found: Match | undefined): Match | undefined {
  if (!found) return undefined;
  return { exact: found.exact, match: found.exact ? match : 'FUZZY', score: found.score * worth[match] };
}

/** Creates a matcher for short texts such as names, tags and addresses. */
export function createTextMatcher(query: string): (text: string) => Match | undefined {
  const wanted = query.toLowerCase();
  const { isIn } = createFinder(query);
  const words = wordsOf(wanted);
  return (text) => {
    if (isIn(text)) return { exact: true, match: 'TITLE', score: text.toLowerCase() === wanted ? 1 : 0.95 };
    const others = wordsOf(text.toLowerCase());
    let least = words.length === 0 ? 0 : 1;
    for (const word of words) {
      least = Math.min(least, nearestOf(word, others));
      if (least === 0) return undefined;
    }
    return least === 0 ? undefined : { exact: false, match: 'FUZZY', score: 0.8 * least };
  };
}

/** Most words of a text, and characters of a word, that are compared: bounds the time for one text. */
const maxWords = 100;
const maxWordLength = 100;
/** Most typing errors that are tolerated in one word. */
const maxSlips = 4;

interface Word {
  text: string;
  /** Bit set of the letters in the word; some letters share a bit. */
  letters: number;
}

function wordsOf(text: string): Word[] {
  const found = text.slice(0, maxWords * maxWordLength).match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(found)].slice(0, maxWords).map((word) => ({ text: word, letters: lettersOf(word) }));
}

function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}

function nearestOf(word: Word, others: readonly Word[]): number {
  let nearest = 0;
  for (const other of others) {
    nearest = Math.max(nearest, nearnessOf(word, other));
    if (nearest === 1) break;
  }
  return nearest;
}

/**
 * Similarity of two words: 1 for equality or a prefix, less with each typing error, 0 beyond one error in four letters.
 */
function nearnessOf(word: Word, other: Word): number {
  if (other.text.startsWith(word.text)) return 1;
  const { length } = word.text;
  const allowed = Math.min(maxSlips, Math.floor(length / 4));
  if (allowed === 0 || length > maxWordLength || Math.abs(length - other.text.length) > allowed) return 0;
  // One edit changes at most two bits of the set: it removes one letter and adds one.
  if (bitsOf(word.letters ^ other.letters) > 2 * allowed) return 0;
  const slips = slipsBetween(word.text, other.text, allowed);
  return slips > allowed ? 0 : 1 - slips / length;
}

function bitsOf(number: number): number {
  let bits = 0;
  for (let rest = number; rest !== 0; rest &= rest - 1) bits += 1;
  return bits;
}

/**
 * Edit distance (Levenshtein 1966) with a single row, limited to a band of `most` edits (Ukkonen 1985). Cost: the
 * length times `most`.
 * @returns more than `most` when the distance exceeds it
 */
function slipsBetween(one: string, other: string, most: number): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  let next = Array.from(row, () => most + 1);
  for (let i = 1; i <= one.length; i += 1) {
    const [first, last] = [Math.max(1, i - most), Math.min(other.length, i + most)];
    next[first - 1] = first === 1 ? i : most + 1;
    let least = next[first - 1]!;
    for (let j = first; j <= last; j += 1) {
      const replaced = row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1);
      const dropped = j < i + most ? row[j]! + 1 : most + 1;
      next[j] = Math.min(replaced, dropped, next[j - 1]! + 1);
      least = Math.min(least, next[j]!);
    }
    if (least > most) return least;
    [row, next] = [next, row];
  }
  return row[other.length]!;
}

/** The first match with the highest score; undefined when nothing matches. */
export function bestOf(matches: readonly (Match | undefined | '')[]): Match | undefined {
  let best: Match | undefined;
  for (const match of matches) if (match && match.score > (best?.score ?? 0)) best = match;
  return best;
}

// Section: substring search in linear time (Knuth, Morris and Pratt 1977), started where the first letters occur. The
// platform's search and regular expressions can take the product of both lengths.

/** Letters that the platform's search looks for to find candidates: its worst case is this many times the text. */
const headLength = 8;

export interface Finder {
  /** @returns the position of the first letter, or -1 */
  placeIn: (text: string) => number;
  isIn: (text: string) => boolean;
  length: number;
}

/** Creates a finder for the query; it ignores case unless told otherwise. */
export function createFinder(query: string, isCaseKept = false): Finder {
  const folded = (text: string) => (isCaseKept ? text : text.toLowerCase());
  const wanted = folded(query);
  const head = wanted.slice(0, headLength);
  let fallbacks: Int32Array | undefined;
  const placeIn = (text: string): number => {
    const all = folded(text);
    const at = all.indexOf(head);
    if (at === -1 || wanted.length <= headLength) return at;
    fallbacks ??= fallbacksOf(wanted);
    return placeOf(wanted, fallbacks, all, at);
  };
  return { placeIn, isIn: (text) => placeIn(text) !== -1, length: wanted.length };
}

/** The failure function of Knuth, Morris and Pratt: for each prefix, the length of its longest proper border. */
function fallbacksOf(wanted: string): Int32Array {
  const fallbacks = new Int32Array(wanted.length);
  for (let at = 1, fits = 0; at < wanted.length; at += 1) {
    while (fits > 0 && wanted.charCodeAt(at) !== wanted.charCodeAt(fits)) fits = fallbacks[fits - 1]!;
    if (wanted.charCodeAt(at) === wanted.charCodeAt(fits)) fits += 1;
    fallbacks[at] = fits;
  }
  return fallbacks;
}

function placeOf(wanted: string, fallbacks: Int32Array, text: string, start: number): number {
  for (let at = start, fits = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at);
    while (fits > 0 && letter !== wanted.charCodeAt(fits)) fits = fallbacks[fits - 1]!;
    if (letter === wanted.charCodeAt(fits)) fits += 1;
    if (fits === wanted.length) return at - fits + 1;
  }
  return -1;
}
