/**
 * How well texts match what was typed. Idea: the whole query somewhere in a text is an exact match; else each of its
 * words must be near some word of the text. Cost: linear in the text. Known limit: no word order.
 */
import type { SearchedAsset } from '../../contract/schemas';
import type { AssetRecord } from '../../store/records';
import type { Store } from '../../store/types';
import { textOf } from '../library';
import { findAll } from '../records/find';

export interface Match {
  exact: boolean;
  match: SearchedAsset['match'];
  /** In [0, 1]. */
  score: number;
}

/** What a hit in each place is worth: a name says more of an asset than a word of its content. */
const worth = { TITLE: 1, TAGS: 0.9, PERSONS: 0.8, WEBSITES: 0.8, CONTENT: 0.75, ANNOTATION: 0.7 } as const;

export function matchAsset(
  store: Store,
  asset: Readonly<AssetRecord>,
  query: string,
  kinds: readonly string[],
): Match | undefined {
  const matches: (Match | undefined)[] = [];
  if (kinds.includes('names')) {
    const add = (match: keyof typeof worth, texts: (string | undefined)[]) =>
      matches.push(bestOf(texts.map((text) => text && as(match, matchText(text, query)))));
    add('TITLE', [asset.name]);
    add(
      'TAGS',
      findAll(store, 'tags', asset.tags).map(({ text }) => text),
    );
    add(
      'WEBSITES',
      findAll(store, 'websites', asset.websites).flatMap(({ name, url }) => [name, url]),
    );
    add(
      'PERSONS',
      findAll(store, 'persons', asset.persons).flatMap(({ name, email, username }) => [name, email, username]),
    );
  }
  if (kinds.includes('names') || kinds.includes('content')) {
    const notes = findAll(store, 'annotations', asset.annotations).map(({ text }) => text);
    matches.push(bestOf(notes.map((note) => literally('ANNOTATION', note, query))));
  }
  if (kinds.includes('content')) matches.push(literally('CONTENT', textOf(asset) ?? '', query));
  return bestOf(matches);
}

/** A slip of the hand makes the match a fuzzy one, whatever was matched. */
function as(match: keyof typeof worth, found: Match | undefined): Match | undefined {
  if (!found) return undefined;
  return { exact: found.exact, match: found.exact ? match : 'FUZZY', score: found.score * worth[match] };
}

function literally(match: keyof typeof worth, text: string, query: string): Match | undefined {
  return holds(text, query) ? { exact: true, match, score: worth[match] } : undefined;
}

/** For short texts: names, tags, addresses. */
export function matchText(text: string, query: string): Match | undefined {
  const plain = text.toLowerCase();
  const wanted = query.toLowerCase();
  if (plain === wanted) return { exact: true, match: 'TITLE', score: 1 };
  if (plain.includes(wanted)) return { exact: true, match: 'TITLE', score: 0.95 };
  const words = wordsOf(plain);
  const wantedWords = wordsOf(wanted);
  const nearness = wantedWords.map((word) => Math.max(0, ...words.map((other) => nearnessOf(word, other))));
  const least = Math.min(...nearness);
  return wantedWords.length === 0 || least === 0 ? undefined : { exact: false, match: 'FUZZY', score: 0.8 * least };
}

/** Names and queries have fewer and shorter words; what has more must not keep others waiting. */
const maxWords = 100;
const maxWordLength = 100;

const wordsOf = (text: string): string[] =>
  (text.slice(0, maxWords * maxWordLength).match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, maxWords);

/** 1 for the same word or its beginning; less with each slip; 0 beyond one slip in four letters. */
function nearnessOf(word: string, other: string): number {
  if (other.startsWith(word)) return 1;
  const allowed = Math.floor(word.length / 4);
  if (allowed === 0 || word.length > maxWordLength || Math.abs(word.length - other.length) > allowed) return 0;
  const slips = editDistance(word, other);
  return slips > allowed ? 0 : 1 - slips / word.length;
}

/** Levenshtein 1966, one row kept. Cost: the product of the lengths, which are those of words. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

/** Without lower-casing a copy of every content. */
export function holds(text: string, query: string, isCaseKept = false): boolean {
  if (isCaseKept) return text.includes(query);
  return new RegExp(query.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'iu').test(text);
}

export function bestOf(matches: readonly (Match | undefined | '')[]): Match | undefined {
  let best: Match | undefined;
  for (const match of matches) if (match && match.score > (best?.score ?? 0)) best = match;
  return best;
}
