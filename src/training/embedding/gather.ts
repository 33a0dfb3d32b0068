/**
 * Gathers pairs from the listed mirrors: extraction, terms, removal of repetitions and of evaluation data. Only term
 * numbers are kept, no text. Cost: about 100 s of processor time per GB of text.
 */
import fs from 'node:fs';
import { eachTermOfWord } from '../../engine/text/tokens';
import { WordTable } from '../../engine/index/builder';
import { Pairs } from './pairFile';
import { piecesOf, type Piece } from './pieces';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { rolesOf } from '../../engine/rank/fileKinds';
import { languageKey } from '../../engine/text/comments';
import zlib from 'node:zlib';

export interface Gathered {
  pairs: Pairs;
  /** Terms by number. */
  terms: string[];
  languages: string[];
  /** Count of pieces left out because they occur in evaluation data. */
  keptOut: number;
}

export interface GatherOptions {
  mirrors: string;
  keepOut: KeepOut;
  say: (line: string) => void;
}

/** Most different questions about the same code; more are boilerplate. */
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

  /** Clears the word table for each repository, to bound its size. */
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

/** Writes term numbers only; little-endian, as are all training machines. */
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

// Section: the source files of one commit of a bare mirror or a clone, by `git ls-tree` and `git cat-file --batch`.

interface Repository {
  /** `owner/name` of the public repository. */
  name: string;
  /** 40 hex digits. */
  commit: string;
  /** SPDX name, checked by hand against the licence file of that commit. */
  licence: string;
}

export interface SourceFile {
  path: string;
  language: string;
  text: string;
}

/** Longer files are tables or bundles. */
const maxFileBytes = 700_000;
/** Bytes of files requested from git at once. */
const batchBytes = 48 * 1024 * 1024;
const maxOutputBytes = 256 * 1024 * 1024;

const languages = new Set(
  `js mjs cjs jsx ts mts tsx py go java kt kts scala php rb rs zig c h cc cpp cxx hpp hh cs swift ex exs hs lua sh bash
   zsh dart sql ps1 md rst`.split(/\s+/),
);
const foreign =
  /(?:^|\/)(?:vendor(?:ed)?|_vendor|third[-_]?party|node_modules|externals?|deps|dist|generated|gen|testdata|fixtures?|__snapshots__|locales?|i18n|translations?|licen[cs]es?)\//i;
const generatedName =
  /\.min\.|\.pb\.|_pb2?\.|\.g\.dart$|\.generated\.|zz_generated|\.d\.ts$|(?:^|\/)(?:changelog|changes|history|news|licen[cs]e|authors|contributors)[^/]*$/i;
const generatedMark = /\bdo not edit\b|@generated|auto-?generated|machine[- ]generated|generated by/i;

/**
 * The folder of a mirror: `DIR/owner+name`, `DIR/owner/name` or `DIR/name`, bare or not, also with `repo` or `.git`
 * below.
 */
function findMirror(folder: string, name: string): string | undefined {
  const [owner = '', own = ''] = name.split('/');
  const bases = [`${owner}+${own}`, path.join(owner, own), own].map((base) => path.join(folder, base));
  const places = bases.flatMap((base) => [base, path.join(base, 'repo'), path.join(base, '.git'), `${base}.git`]);
  return places.find((place) => fs.existsSync(path.join(place, 'objects')));
}

function git(mirror: string, args: readonly string[], input?: string): Buffer {
  return execFileSync('git', ['-C', mirror, '-c', 'core.fsmonitor=false', '--no-pager', ...args], {
    maxBuffer: maxOutputBytes,
    stdio: ['pipe', 'pipe', 'ignore'],
    ...(input === undefined ? {} : { input }),
  });
}

interface Entry {
  blob: string;
  size: number;
  path: string;
}

function isWanted({ path: file, size }: Entry): boolean {
  if (size === 0 || size > maxFileBytes || foreign.test(file) || generatedName.test(file)) return false;
  const dot = file.lastIndexOf('.');
  return dot > 0 && languages.has(file.slice(dot + 1).toLowerCase()) && !rolesOf(file).vendored;
}

function entriesOf(mirror: string, commit: string): Entry[] {
  const listed = git(mirror, ['ls-tree', '-r', '-l', '-z', commit]).toString('utf8').split('\0');
  return listed.flatMap((row) => {
    const found = /^100(?:644|755) blob ([0-9a-f]{40})\s+(\d+)\t(.+)$/s.exec(row);
    if (!found) return [];
    const [, blob = '', size = '0', file = ''] = found;
    return [{ blob, size: Number(size), path: file }];
  });
}

/** Answers of `cat-file --batch`: a row with the size, the bytes, a row's end. */
function* textsOf(answer: Buffer, entries: readonly Entry[]): Generator<SourceFile> {
  let at = 0;
  for (const { path: file } of entries) {
    const rowEnd = answer.indexOf(0x0a, at);
    const size = Number(/ (\d+)$/.exec(answer.toString('latin1', at, rowEnd))?.[1] ?? 0);
    const text = answer.toString('utf8', rowEnd + 1, rowEnd + 1 + size);
    at = rowEnd + size + 2;
    if (text.includes('\0') || generatedMark.test(text.slice(0, 1200))) continue;
    yield { path: file, language: languageKey(file), text: text.replace(/\r\n?/g, '\n') };
  }
}

/** The files of a commit in the order of git, texts decoded. */
export function* filesOf(mirror: string, commit: string): Generator<SourceFile> {
  let batch: Entry[] = [];
  let bytes = 0;
  const read = (): Generator<SourceFile> => {
    const entries = batch;
    batch = [];
    bytes = 0;
    return textsOf(git(mirror, ['cat-file', '--batch'], entries.map(({ blob }) => `${blob}\n`).join('')), entries);
  };
  for (const entry of entriesOf(mirror, commit).filter(isWanted)) {
    batch.push(entry);
    bytes += entry.size;
    if (bytes > batchBytes) yield* read();
  }
  if (batch.length > 0) yield* read();
}

// Section: recognises code that is also in evaluation data: equal letters and digits, or many equal runs of eight
// words.

const runLength = 8;
/** Largest share of known runs in a piece, as idioms repeat. */
const maxKnownShare = 0.2;

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return (value ^ (value >>> 15)) >>> 0;
}

function runsOf(text: string): number[] {
  const words = text.match(/\w+/g) ?? [];
  const runs: number[] = [];
  for (let at = 0; at + runLength <= words.length; at += 1) runs.push(hash(words.slice(at, at + runLength).join(' ')));
  return runs;
}

function normalised(text: string): number {
  return hash(text.replace(/[^A-Za-z0-9]+/g, ''));
}

export class KeepOut {
  private readonly wholes = new Set<number>();
  private readonly runs = new Set<number>();

  add(text: string): void {
    this.wholes.add(normalised(text));
    // Compared without comments too, since the other side may lack them.
    const bare = text.replace(/"""[^]*?"""|'''[^]*?'''|\/\*[^]*?\*\/|(?:#|\/\/).*$/gm, ' ');
    this.wholes.add(normalised(bare));
    for (const run of [...runsOf(text), ...runsOf(bare)]) this.runs.add(run);
  }

  /** Files of one JSON object per row with a `text`, plain or compressed by gzip. */
  addFile(file: string): void {
    const bytes = fs.readFileSync(file);
    const rows = (file.endsWith('.gz') ? zlib.gunzipSync(bytes) : bytes).toString('utf8').split('\n');
    for (const row of rows.filter((line) => line !== '')) {
      const parsed: unknown = JSON.parse(row);
      if (typeof parsed === 'object' && parsed !== null && 'text' in parsed) this.add(String(parsed.text));
    }
  }

  has(code: string): boolean {
    if (this.wholes.size === 0) return false;
    if (this.wholes.has(normalised(code))) return true;
    const runs = runsOf(code);
    const known = runs.filter((run) => this.runs.has(run)).length;
    return known >= 2 && known > runs.length * maxKnownShare;
  }
}
