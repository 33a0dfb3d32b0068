/**
 * Gathers pairs from the mirrors of the committed list: extraction, terms, removal of repetitions and of what is
 * measured on. Nothing of the texts is kept, only numbers of terms. Cost: about 100 s of processor time per GB of text.
 */
import fs from 'node:fs';
import { eachTermOfWord } from '../../engine/text/tokens';
import { WordTable } from '../../engine/index/words';
import type { KeepOut } from './keepOut';
import { filesOf, findMirror, type Repository } from './mirrors';
import { Pairs } from './pairFile';
import { piecesOf, type Piece } from './pieces';

export interface Gathered {
  pairs: Pairs;
  /** By number. */
  terms: string[];
  languages: string[];
  /** Pieces left out because they stand in what is measured on. */
  keptOut: number;
}

export interface GatherOptions {
  mirrors: string;
  keepOut: KeepOut;
  say: (line: string) => void;
}

/** Different questions about the same code; more of them are boilerplate. */
const maxPerCode = 3;

function hashOf(terms: readonly number[]): number {
  let value = 0x811c9dc5;
  for (const term of terms) value = Math.imul(value ^ term, 0x01000193) ^ (value >>> 13);
  return value >>> 0;
}

export class Gathering {
  readonly pairs = new Pairs();
  readonly languages: string[] = [];
  keptOut = 0;
  private readonly ids = new Map<string, number>();
  private words = new WordTable((word) => this.termsOf(word));
  private readonly seen = new Set<number>();
  private readonly perCode = new Map<number, number>();

  constructor(private readonly keepOut: KeepOut) {}

  private termsOf(word: string): number[] {
    const terms: number[] = [];
    eachTermOfWord(word, (term) => {
      let id = this.ids.get(term);
      if (id === undefined) this.ids.set(term, (id = this.ids.size));
      terms.push(id);
    });
    return terms;
  }

  private scan(text: string): number[] {
    const terms: number[] = [];
    this.words.scan(text, 0, (_, term) => terms.push(term));
    return terms;
  }

  private languageNumber(language: string): number {
    const known = this.languages.indexOf(language);
    return known >= 0 ? known : this.languages.push(language) - 1;
  }

  /** Words are looked up anew for each repository, so that the table does not grow without end. */
  beginRepository(): void {
    this.words = new WordTable((word) => this.termsOf(word));
  }

  add(piece: Piece, language: string, repository: number): void {
    const question = this.scan(piece.question);
    const code = this.scan(piece.code);
    if (question.length < 2 || code.length < 4) return;
    const codeHash = hashOf(code);
    const pairHash = hashOf([codeHash, ...question]);
    const known = this.perCode.get(codeHash) ?? 0;
    if (known >= maxPerCode || this.seen.has(pairHash)) return;
    if (this.keepOut.has(piece.code)) {
      this.keptOut += 1;
      return;
    }
    this.seen.add(pairHash);
    this.perCode.set(codeHash, known + 1);
    const [name, rest] = [this.scan(piece.name), this.scan(piece.rest)];
    this.pairs.add({
      kind: piece.kind,
      language: this.languageNumber(language),
      repository,
      question,
      name,
      code,
      rest,
    });
  }

  terms(): string[] {
    return [...this.ids.keys()];
  }
}

export function gather(repositories: readonly Repository[], { mirrors, keepOut, say }: GatherOptions): Gathered {
  const gathering = new Gathering(keepOut);
  repositories.forEach(({ name, commit }, repository) => {
    const mirror = findMirror(mirrors, name);
    if (mirror === undefined)
      throw new Error(`There is no mirror of ${name} in ${mirrors}: clone it there (bare), then run this again.`);
    gathering.beginRepository();
    const before = gathering.pairs.size;
    for (const { text, language } of filesOf(mirror, commit)) {
      for (const piece of piecesOf(text, language)) gathering.add(piece, language, repository);
    }
    say(`${name} ${gathering.pairs.size - before} pairs`);
  });
  const { pairs, languages, keptOut } = gathering;
  return { pairs, terms: gathering.terms(), languages, keptOut };
}

/** Numbers of terms only; little-endian, as all machines that train are. */
export function writeGathered(file: string, { pairs, terms, languages, keptOut }: Gathered): void {
  const { column, starts } = pairs.bytes();
  const head = Buffer.from(JSON.stringify({ terms, languages, keptOut, starts: starts.length }), 'utf8');
  const length = Buffer.alloc(8);
  length.writeUInt32LE(head.length);
  const padding = Buffer.alloc((4 - (head.length % 4)) % 4);
  const bytesOf = (numbers: Int32Array) => Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  const descriptor = fs.openSync(file, 'w');
  try {
    for (const part of [length, head, padding, bytesOf(starts), bytesOf(column)]) fs.writeSync(descriptor, part);
  } finally {
    fs.closeSync(descriptor);
  }
}

export function readGathered(file: string): Gathered {
  const bytes = fs.readFileSync(file);
  const length = bytes.readUInt32LE(0);
  const head = JSON.parse(bytes.toString('utf8', 8, 8 + length)) as Omit<Gathered, 'pairs'> & { starts: number };
  const at = 8 + Math.ceil(length / 4) * 4;
  const numbers = new Int32Array(bytes.buffer.slice(bytes.byteOffset + at, bytes.byteOffset + bytes.length));
  const pairs = Pairs.of(numbers.subarray(head.starts), numbers.subarray(0, head.starts));
  return { pairs, terms: head.terms, languages: head.languages, keptOut: head.keptOut };
}
