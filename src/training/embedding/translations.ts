/**
 * Finds words of code that go with words of prose: a translation model between documentation or comments and the code
 * below (IBM Model 1, Brown et al. 1993, fitted by expectation maximisation; for search Berger and Lafferty 1999). For
 * example "retry" finds `backoff` and `attempt`. Cost: a minute and a gigabyte.
 */
import { joinedMark } from '../../engine/text/tokens';
import { isNumber } from '../../engine/text/plain';
import type { Gathered } from './gather';
import type { PieceKind } from './pieces';

/** Kinds of text used; names of tests and functions gave worse results. */
const kinds: ReadonlySet<PieceKind> = new Set(['doc', 'rows']);
/** A pair of words that is met less often, or in fewer repositories, says something of those alone. */
const minMet = 4;
const minRepositories = 4;
const rounds = 4;
/** Subtracted from each pair's expected count, so that rare words of code do not explain everything. */
const discount = 0.5;
/** Added to each word's total for the same reason. */
const smoothing = 5;
/** Count at which a word is half trusted. */
const halfTrusted = 10;
/** Least share a word explains of its own occurrences. */
const leastOwn = 0.2;
const leastShare = 0.003;
const most = 20;

/** Largest table, for some fifty million pairs. */
const maxBits = 26;

/** Hash table by pairs of rows, with open addressing. */
class PairTable {
  readonly keys: Int32Array;
  used = 0;

  /** @param most how many pairs there may be at most */
  constructor(most: number) {
    const bits = Math.min(maxBits, Math.ceil(Math.log2(2 * most + 2)));
    this.keys = new Int32Array(2 ** bits).fill(-1);
  }

  /** Slot of the key, or the complement of the free slot for it. */
  find(key: number): number {
    const mask = this.keys.length - 1;
    for (let slot = Math.imul(key, 0x9e3779b1) >>> 6; ; slot += 1) {
      const known = this.keys[slot & mask]!;
      if (known === key) return slot & mask;
      if (known === -1) return ~(slot & mask);
    }
  }

  add(key: number): number {
    const slot = this.find(key);
    if (slot >= 0) return slot;
    this.keys[~slot] = key;
    this.used += 1;
    if (this.used > this.keys.length * 0.8) throw new RangeError('There are more pairs of words than room for them.');
    return ~slot;
  }
}

/** The null word, for words such as "the" without a counterpart in code. */
const none = 0;

/** Rows of the words of prose and, one higher to leave room for `none`, of the code of each used pair. */
type Texts = () => Iterable<{ repository: number; written: number[]; code: number[] }>;

function textsOf({ pairs, terms }: Pick<Gathered, 'pairs' | 'terms'>, table: readonly string[]): Texts {
  const isWord = (term: string) => term.length > 1 && !term.startsWith(joinedMark) && !isNumber(term);
  const rows = new Map(table.flatMap((term, row) => (isWord(term) ? [[term, row] as const] : [])));
  const rowOf = Int32Array.from(terms, (term) => rows.get(term) ?? -1);
  const rowsOf = (...lists: Int32Array[]) =>
    [...new Set(lists.flatMap((list) => Array.from(list, (term) => rowOf[term]!)))].filter((row) => row >= 0);
  return function* () {
    for (let pair = 0; pair < pairs.size; pair += 1) {
      if (!kinds.has(pairs.kindOf(pair))) continue;
      const code = rowsOf(pairs.terms(pair, 1), pairs.terms(pair, 2)).map((row) => row + 1);
      yield { repository: pairs.repositoryOf(pair), written: rowsOf(pairs.terms(pair, 0)), code: [none, ...code] };
    }
  };
}

/** Row of a word of code, and its strength as a translation, in (0, 1]. */
export type Translation = [row: number, strength: number];

/**
 * For each term the words of code that go with it, strongest first, without itself.
 * @throws RangeError where the pairs hold more different words beside one another than there is room for
 */
export function translationsOf(gathered: Pick<Gathered, 'pairs' | 'terms'>, terms: readonly string[]): Translation[][] {
  const texts = textsOf(gathered, terms);
  const width = terms.length + 1;
  const { table, times } = metOften(texts, width);
  const shared = (values: Float64Array, added: number) => {
    const sums = new Float64Array(width).fill(added);
    table.keys.forEach((key, slot) => key >= 0 && (sums[key % width]! += values[slot]!));
    return values.map((value, slot) => (table.keys[slot]! < 0 ? 0 : value / sums[table.keys[slot]! % width]!));
  };
  // Translation probability of each pair, by slot.
  let chances = shared(Float64Array.from(times), 0);
  for (let round = 0; round < rounds; round += 1) {
    const expected = new Float64Array(chances.length);
    for (const { written, code } of texts()) {
      for (const word of written) {
        const slots = code.map((other) => table.find(word * width + other)).filter((slot) => slot >= 0);
        const sum = slots.reduce((total, slot) => total + chances[slot]!, 0);
        if (sum > 0) for (const slot of slots) expected[slot]! += chances[slot]! / sum;
      }
    }
    chances = shared(round === 0 ? expected : expected.map((value) => Math.max(0, value - discount)), smoothing);
  }
  return translationsIn(table, { chances, times, repositories: repositoriesOf(table, texts, width) }, terms.length);
}

/** Frequent pairs of words and their counts, by slot. */
function metOften(texts: Texts, width: number): { table: PairTable; times: Uint32Array } {
  let most = 0;
  for (const { written, code } of texts()) most += written.length * code.length;
  const all = new PairTable(most);
  const met = new Uint32Array(all.keys.length);
  for (const { written, code } of texts())
    for (const word of written) for (const other of code) met[all.add(word * width + other)]! += 1;
  const isOften = (key: number, slot: number) => key >= 0 && (met[slot]! >= minMet || key % width === none);
  const table = new PairTable(all.keys.reduce((count, key, slot) => count + (isOften(key, slot) ? 1 : 0), 0));
  const times = new Uint32Array(table.keys.length);
  all.keys.forEach((key, slot) => isOften(key, slot) && (times[table.add(key)] = met[slot]!));
  return { table, times };
}

/** Number of repositories with each pair of words, by slot. */
function repositoriesOf(table: PairTable, texts: Texts, width: number): Uint8Array {
  const [found, last] = [new Uint8Array(table.keys.length), new Int32Array(table.keys.length).fill(-1)];
  // Pairs are ordered by repository.
  for (const { repository, written, code } of texts()) {
    for (const word of written) {
      for (const other of code) {
        const slot = table.find(word * width + other);
        if (slot < 0 || last[slot] === repository) continue;
        last[slot] = repository;
        found[slot] = Math.min(255, found[slot]! + 1);
      }
    }
  }
  return found;
}

function translationsIn(
  { keys }: PairTable,
  { chances, times, repositories }: { chances: Float64Array; times: Uint32Array; repositories: Uint8Array },
  count: number,
): Translation[][] {
  const found = Array.from({ length: count }, (): Translation[] => []);
  const own = new Float64Array(count).fill(leastOwn);
  keys.forEach((key, slot) => {
    const [word, other] = [Math.floor(key / (count + 1)), (key % (count + 1)) - 1];
    if (key < 0 || other < 0) return;
    if (other === word) own[word] = Math.max(leastOwn, chances[slot]!);
    else if (repositories[slot]! >= minRepositories)
      found[word]!.push([other, (chances[slot]! * times[slot]!) / (times[slot]! + halfTrusted)]);
  });
  return found.map((list, word) =>
    list
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, most)
      .map(([other, chance]): Translation => [other, chance / own[word]!])
      .filter(([, share]) => share >= leastShare)
      .map(([other, share]): Translation => [other, Math.sqrt(Math.min(1, share))]),
  );
}
