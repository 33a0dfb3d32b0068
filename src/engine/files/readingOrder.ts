/**
 * Which of many files are read first, so that a question is answered before all are read: those whose paths have the
 * question's words, then what people ask about, in kinds; what was changed lately is one kind better. Cost: a look at
 * each path when the order is made, and one for each question. Must not know: what is in the files.
 */
import { languageOfPath } from '../../languages/table';
import { languageKey, languageOf } from '../text/comments';
import { rolesOf } from '../rank/fileKinds';
import { isDroppedFromQuestion, splitIdentifier, stem, wordsOf } from '../text/tokens';
import type { FoundFile } from './walk';

/** Kinds of files, the likeliest to be asked for first. */
const [lately, source, beside, other, machineMade] = [0, 1, 2, 3, 4];
const kindCount = 5;

/** Made by programs, by the name alone. */
const generatedName = /(?:\.(?:pb|generated|g|designer|min)\.[a-z]+|_pb2(?:_grpc)?\.pyi?|\.pb\.(?:go|cc|h))$/i;
/** Settings that people write are smaller; what is larger is data. */
const maxSettingsBytes = 64 * 1024;
const latelyMs = 7 * 24 * 60 * 60 * 1000;
/** When a larger share of the files changed lately, it was a checkout, and recency says nothing of a single file. */
const maxLatelyShare = 0.1;

function kindOf({ path, size }: FoundFile): number {
  const roles = rolesOf(path);
  if (roles.vendored || generatedName.test(path) || (roles.settings && size > maxSettingsBytes)) return machineMade;
  if (roles.documents) return path.includes('/') ? beside : source;
  if (roles.tests || roles.examples || roles.declarations || roles.settings) return beside;
  return languageOf(languageKey(path)).comments === 'none' ? other : source;
}

const isLate = ({ modified }: FoundFile, now: number) => now - modified < latelyMs;

/** Whether it says anything of a file that it was changed lately. */
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

/** Shorter beginnings stand in every other path. */
const minChars = 3;
/** A question with more words is a pasted text. Each word is looked for in each path, so their number is limited. */
const maxWords = 24;

function beginningsOf(query: string): string[] {
  const words = wordsOf(query.slice(0, 2000)).flatMap(splitIdentifier);
  const asked = words.filter((word) => !isDroppedFromQuestion(word)).map(beginningOf);
  return [...new Set(asked.filter(({ length }) => length >= minChars))].slice(0, maxWords);
}

/** How many files one question may bring forward by its words; after them the others follow in their usual order. */
const maxNamed = 400;
/** A word in a file's own name says more than one in its folders. */
const nameFactor = 2;
/** How much a file of each kind (`kindOf`, 0 to 4) counts when words are looked for in its path. */
const kindFactors = [1, 1, 0.6, 0.4, 0.2];
/**
 * Making a grammar ready takes as long as reading so many files: in a tree of many languages it would be all that there
 * is time for. What the likeliest files need is made ready all the same.
 */
const filesPerGrammar = 20;
const likeliest = 10;

/** Files waiting to be read. Each is taken once. */
export class ReadingQueue {
  /** Places in `files`, in the order of kinds; made when nothing comes before them. */
  private order: Uint32Array | undefined;
  private readonly isTold: boolean;
  private readonly isTaken: Uint8Array;
  /** Places to take before all others, the next one last. */
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

  /** Of those that were put first. */
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

  /** Before all others, in this order; other paths are passed over. */
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
    const held = new Uint32Array(words.length);
    const hits: { place: number; words: number; named: number }[] = [];
    for (let place = 0; place < this.files.length; place += 1) {
      if (this.isTaken[place]) continue;
      const hit = hitOf(this.files[place]!.path, words);
      if (hit.words === 0) continue;
      words.forEach((_, word) => (held[word]! += (hit.words >>> word) & 1));
      hits.push({ place, ...hit });
    }
    const rarities = Array.from(held, (count) => Math.log(1 + this.files.length / (count + 1)));
    const worthOf = ({ place, words: inPath, named }: (typeof hits)[number]) => {
      let worth = 0;
      rarities.forEach((rarity, word) => {
        if ((inPath >>> word) & 1) worth += (named >>> word) & 1 ? nameFactor * rarity : rarity;
      });
      return worth * kindFactors[this.kindOf(this.files[place]!)]!;
    };
    const judged = hits.map((hit) => ({ place: hit.place, worth: worthOf(hit) }));
    judged.sort((a, b) => b.worth - a.worth || a.place - b.place);
    const named = judged.slice(0, maxNamed).map(({ place }) => place);
    this.first.push(...withGrammarsLate(named, (place) => this.files[place]!.path).reverse());
  }
}

/** Places in the order of the kinds of their files. */
function inOrderOfKinds(files: readonly FoundFile[], kindAt: (file: FoundFile) => number): Uint32Array {
  const kinds = Uint8Array.from(files, kindAt);
  const order = new Uint32Array(files.length);
  let at = 0;
  for (let kind = 0; kind < kindCount; kind += 1) {
    for (let place = 0; place < files.length; place += 1) if (kinds[place] === kind) order[at++] = place;
  }
  return order;
}

/** Files whose grammar no likelier file has asked for come so much later as making it ready takes. */
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

/** Which words stand in a path, and which of them in the file's own name: a bit for each. */
function hitOf(path: string, words: readonly string[]): { words: number; named: number } {
  const lower = path.toLowerCase();
  const name = lower.lastIndexOf('/') + 1;
  const hit = { words: 0, named: 0 };
  for (let word = 0; word < words.length; word += 1) {
    const at = lower.lastIndexOf(words[word]!);
    if (at < 0) continue;
    hit.words |= 1 << word;
    if (at >= name) hit.named |= 1 << word;
  }
  return hit;
}
