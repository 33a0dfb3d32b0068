/**
 * The order in which many files are read, so that a question can be answered before all are: files whose texts or paths
 * have words of the question, then by kinds of files; a recent change raises a file by one kind. Cost: a look at each
 * path when the order is made, and one for each question; looking into a file takes a tenth of reading it. Must not
 * know: where the texts come from.
 */
import { languageOfPath } from '../../languages/table';
import { languageKey, languageOf } from '../text/comments';
import { rolesOf } from '../rank/fileKinds';
import { isDroppedFromQuestion, splitIdentifier, stem, wordsOf } from '../text/tokens';
import type { FoundFile } from './walk';

/** Kinds of files, the likeliest to be asked for first. */
const [lately, source, beside, other, machineMade] = [0, 1, 2, 3, 4];
const kindCount = 5;

/** Most bytes of settings written by hand; larger files are data. */
const maxSettingsBytes = 64 * 1024;
const latelyMs = 7 * 24 * 60 * 60 * 1000;
/** Greatest share of recently changed files; a larger one comes from a checkout, and recency tells nothing. */
const maxLatelyShare = 0.1;

function kindOf({ path, size }: FoundFile): number {
  const roles = rolesOf(path);
  if (roles.vendored || (roles.settings && size > maxSettingsBytes)) return machineMade;
  if (roles.documents) return path.includes('/') ? beside : source;
  if (roles.tests || roles.examples || roles.declarations || roles.settings) return beside;
  return languageOf(languageKey(path)).comments === 'none' ? other : source;
}

const isLate = ({ modified }: FoundFile, now: number) => now - modified < latelyMs;

/** True when a recent change tells something about a file. */
function isLateTold(files: readonly FoundFile[], now: number): boolean {
  const late = files.reduce((count, file) => count + (isLate(file, now) ? 1 : 0), 0);
  return late <= files.length * maxLatelyShare;
}

/** The beginning that a word and its stem share: of "queries" and "queri" it is "queri", of "query" it is "quer". */
function beginningOf(word: string): string {
  const stemmed = stem(word);
  let length = 0;
  while (length < stemmed.length && word[length] === stemmed[length]) length += 1;
  return word.slice(0, length);
}

/** Least characters of a beginning; shorter ones are in most paths. */
const minChars = 3;
/** Most words of a question, since each is searched in each path; a longer text was pasted. */
const maxWords = 24;

function beginningsOf(query: string): string[] {
  const words = wordsOf(query.slice(0, 2000)).flatMap(splitIdentifier);
  const asked = words.filter((word) => !isDroppedFromQuestion(word)).map(beginningOf);
  return [...new Set(asked.filter(({ length }) => length >= minChars))].slice(0, maxWords);
}

/** Most files that one question may move to the front; the others follow in their usual order. */
const maxNamed = 400;
/** Weight of a word in a file's own name against one in its folders. */
const nameFactor = 2;
/** Weight of a word in a file's text against one in its folders. */
const textFactor = 2;
/** Weight of a file by its kind (`kindOf`, 0 to 4) when words are searched in its path. */
const kindFactors = [1, 1, 0.6, 0.4, 0.2];
/**
 * Cost of loading a grammar, in files read: with many languages it would take all the time. The grammars of the first
 * `likeliest` files are loaded regardless.
 */
const filesPerGrammar = 20;
const likeliest = 10;

/** Files waiting to be read. Each is taken once. */
export class ReadingQueue {
  /** Indexes of `files` in the order of kinds; made when needed. */
  private order: Uint32Array | undefined;
  private readonly isTold: boolean;
  private readonly isTaken: Uint8Array;
  /** Indexes of files to take before all others, the next one last. */
  private first: number[] = [];
  private next = 0;

  constructor(
    private readonly files: readonly FoundFile[],
    private readonly now = Date.now(),
  ) {
    this.isTold = isLateTold(files, now);
    this.isTaken = new Uint8Array(files.length);
  }

  take(): FoundFile | undefined {
    return this.takeFirst() ?? this.takeNext(() => this.nextInOrder());
  }

  /** Takes the next of the files that were put first. */
  takeFirst(): FoundFile | undefined {
    return this.takeNext(() => this.first.pop());
  }

  private takeNext(next: () => number | undefined): FoundFile | undefined {
    let place = next();
    while (place !== undefined && this.isTaken[place]) place = next();
    if (place === undefined) return undefined;
    this.isTaken[place] = 1;
    return this.files[place];
  }

  private nextInOrder(): number | undefined {
    this.order ??= inOrderOfKinds(this.files, (file) => this.kindOf(file));
    return this.order[this.next++];
  }

  private kindOf(file: FoundFile): number {
    const kind = kindOf(file);
    return this.isTold && kind !== machineMade && isLate(file, this.now) ? lately : kind;
  }

  /** Puts files before all others, in this order; unknown paths are ignored. */
  putFirst(paths: readonly string[]): void {
    const ranks = new Map(paths.map((file, rank) => [file, rank]));
    if (ranks.size === 0) return;
    const found: { place: number; rank: number }[] = [];
    this.files.forEach(({ path }, place) => {
      const rank = ranks.get(path);
      if (rank !== undefined) found.push({ place, rank });
    });
    found.sort((a, b) => b.rank - a.rank);
    this.first.push(...found.map(({ place }) => place));
  }

  /** Puts first the files whose paths have the question's words; a word that few paths have counts more. */
  prefer(query: string): void {
    const words = beginningsOf(query);
    if (words.length === 0) return;
    const hits: Hit[] = [];
    for (let place = 0; place < this.files.length; place += 1) {
      const hit = this.isTaken[place] ? undefined : hitOf(this.files[place]!.path, words);
      if (hit && hit.inPath !== 0) hits.push({ ...hit, place, inText: 0 });
    }
    this.putBest(hits, { count: words.length, of: this.files.length });
  }

  /**
   * Looks into the files in their order until it is enough, and puts those first that have the question's words: of the
   * places asked for, twice as many are in the first sixty files as by paths alone. A generator with a pause before
   * each file.
   * @param textOf the text of a file, each byte as a character
   */
  *preferByTexts(
    query: string,
    textOf: (file: FoundFile) => string | undefined,
    isEnough: () => boolean,
  ): Generator<undefined, void> {
    const words = beginningsOf(query);
    if (words.length === 0) return;
    const asBytes = words.map((word) => Buffer.from(word).toString('latin1').toLowerCase());
    const hits: Hit[] = [];
    for (const place of this.places()) {
      yield;
      if (isEnough()) break;
      const file = this.files[place]!;
      const text = textOf(file)?.toLowerCase() ?? '';
      let inText = 0;
      asBytes.forEach((word, at) => (inText |= Number(text.includes(word)) << at));
      hits.push({ ...hitOf(file.path, words), place, inText });
    }
    this.putBest(hits, { count: words.length, of: hits.length });
  }

  /** The places of files that were not taken, in the order in which they would be. */
  private *places(): Generator<number> {
    this.order ??= inOrderOfKinds(this.files, (file) => this.kindOf(file));
    const isGiven = this.isTaken.slice();
    for (const places of [[...this.first].reverse(), this.order]) {
      for (const place of places) {
        if (isGiven[place]) continue;
        isGiven[place] = 1;
        yield place;
      }
    }
  }

  /** Puts the files with the most and rarest words first; `of` is the number of files that were looked at. */
  private putBest(hits: readonly Hit[], { count, of }: { count: number; of: number }): void {
    const held = new Uint32Array(count);
    for (const { inPath, inText } of hits)
      for (let word = 0; word < count; word += 1) held[word]! += ((inPath | inText) >>> word) & 1;
    const rarities = Array.from(held, (files) => Math.log(1 + of / (files + 1)));
    const worthOf = ({ place, inPath, inName, inText }: Hit) => {
      let worth = 0;
      rarities.forEach((rarity, word) => {
        const isIn = (bits: number) => (bits >>> word) & 1;
        worth += rarity * (isIn(inPath) * (isIn(inName) ? nameFactor : 1) + isIn(inText) * textFactor);
      });
      return worth * kindFactors[this.kindOf(this.files[place]!)]!;
    };
    const judged = hits.map((hit) => ({ place: hit.place, worth: worthOf(hit) })).filter(({ worth }) => worth > 0);
    // Sorting is stable: equal ones keep their order.
    judged.sort((a, b) => b.worth - a.worth);
    const best = judged.slice(0, maxNamed).map(({ place }) => place);
    this.first.push(...withGrammarsLate(best, (place) => this.files[place]!.path).reverse());
  }
}

/** Indexes of files in the order of their kinds. */
function inOrderOfKinds(files: readonly FoundFile[], kindAt: (file: FoundFile) => number): Uint32Array {
  const kinds = Uint8Array.from(files, kindAt);
  const order = new Uint32Array(files.length);
  let at = 0;
  for (let kind = 0; kind < kindCount; kind += 1) {
    for (let place = 0; place < files.length; place += 1) if (kinds[place] === kind) order[at++] = place;
  }
  return order;
}

/** Moves files that need a grammar not loaded by earlier files back by the cost of loading it. */
function withGrammarsLate(places: readonly number[], pathOf: (place: number) => string): number[] {
  const readyAt = new Map<string, number>();
  const ranked = places.map((place, rank) => {
    const grammar = languageOfPath(pathOf(place))?.tree?.wasm;
    if (grammar === undefined) return { place, rank };
    const ready = readyAt.get(grammar) ?? (rank < likeliest ? rank : rank + filesPerGrammar);
    readyAt.set(grammar, ready);
    return { place, rank: Math.max(rank, ready) };
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ place }) => place);
}

/** Which words of a question a file has, a bit for each: in its path, in its own name, and in its text. */
interface Hit {
  place: number;
  inPath: number;
  inName: number;
  inText: number;
}

function hitOf(path: string, words: readonly string[]): Pick<Hit, 'inPath' | 'inName'> {
  const lower = path.toLowerCase();
  const name = lower.lastIndexOf('/') + 1;
  const hit = { inPath: 0, inName: 0 };
  for (let word = 0; word < words.length; word += 1) {
    const at = lower.lastIndexOf(words[word]!);
    if (at < 0) continue;
    hit.inPath |= 1 << word;
    if (at >= name) hit.inName |= 1 << word;
  }
  return hit;
}
