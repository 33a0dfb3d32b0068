/**
 * Builds a segment from passages. The terms of each distinct word are computed once; a passage's counts are summed in a
 * column indexed by term; postings are sorted by term at the end (by a counting sort, which keeps the order of
 * passages). Cost: linear in the words of the text.
 */
import { growing32, CodeTable, growing16, TermTable } from './columns';
import { partsOfSymbol, stemsOfName, eachTermOfWord } from '../text/tokens';
import { fieldCount, type FieldSink } from './fields';
import { RecordsBuilder, type PassageRecord, segmentOf, type Segment } from './segment';

// Section: the distinct words of a segment that is being built, scanned without allocating a string for each. Agrees
// with `wordsOf`. Cost: a few nanoseconds per character; splitting and stemming once per distinct word.

/** Most characters of a word that has terms. */
const maxKeptChars = 128;

const isAsciiWord = Uint8Array.from({ length: 128 }, (_, code) => (/[\w$]/.test(String.fromCharCode(code)) ? 1 : 0));
const firstOtherWord = 0xaa;
const hyphen = 0x2d;

function isWordCode(code: number): boolean {
  return code < 128 ? isAsciiWord[code] === 1 : code >= firstOtherWord;
}

/** Constants of FNV-1a, applied to UTF-16 units here and to bytes in `TermTable`. */
const seed = 0x811c9dc5;
const prime = 0x01000193;

function wider<Column extends Uint16Array | Uint32Array>(column: Column, made: Column): Column {
  made.set(column);
  return made;
}

/** Computes the numbers of a word's terms; called once per distinct word. */
export type TermsOfWord = (word: string) => readonly number[];
/** Receives the number of one term. */
type TakeTerm = (field: number, term: number) => void;

/**
 * The text being scanned, followed by a unit that belongs to no word; reading characters of a string is much slower.
 * Overwritten by the next text.
 */
let units = new Uint16Array(4096);
let bytes = Buffer.from(units.buffer);

function spell(text: string): void {
  if (text.length >= units.length) {
    units = new Uint16Array(2 * text.length);
    bytes = Buffer.from(units.buffer);
  }
  bytes.write(text, 'utf16le');
  units[text.length] = 0;
}

export class WordTable {
  private chars = new Uint16Array(4096);
  /** End of each word's characters; a word begins where the one before ends. */
  private ends = new Uint32Array(512);
  /** Number of the word plus one; 0 is free. */
  private slots = new Uint32Array(1024);
  /** Numbers of the terms of all words, and the end of each word's terms. */
  private readonly terms = growing32();
  private readonly termEnds = growing32();

  constructor(private readonly termsOf: TermsOfWord) {}

  /** Gives the terms of every word of the text. */
  scan(text: string, field: number, take: TakeTerm): void {
    spell(text);
    const [spelt, { length }] = [units, text];
    for (let at = 0; at < length; at += 1) {
      let code = spelt[at]!;
      if (!isWordCode(code)) continue;
      const start = at;
      let hash = seed;
      while (isWordCode(code) || (code === hyphen && isWordCode(spelt[at + 1]!))) {
        hash = Math.imul(hash ^ code, prime);
        at += 1;
        code = spelt[at]!;
      }
      if (at - start > maxKeptChars) this.giveLong(text.slice(start, at), field, take);
      else this.give(this.find(text, start, { end: at, hash: (hash ^ (hash >>> 15)) >>> 0 }), field, take);
    }
  }

  /** Gives the terms of a whole name, whatever its characters. */
  scanName(name: string, field: number, take: TakeTerm): void {
    if (name.length > maxKeptChars) {
      this.giveLong(name, field, take);
      return;
    }
    spell(name);
    let hash = seed;
    for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ units[at]!, prime);
    this.give(this.find(name, 0, { end: name.length, hash: (hash ^ (hash >>> 15)) >>> 0 }), field, take);
  }

  private give(word: number, field: number, take: TakeTerm): void {
    const { terms, termEnds } = this;
    const last = termEnds.values[word]!;
    for (let at = word === 0 ? 0 : termEnds.values[word - 1]!; at < last; at += 1) take(field, terms.values[at]!);
  }

  private giveLong(word: string, field: number, take: TakeTerm): void {
    for (const term of this.termsOf(word)) take(field, term);
  }

  /** Number of the word that begins at `start` in the text and in `units`. */
  private find(text: string, start: number, { end, hash }: { end: number; hash: number }): number {
    const mask = this.slots.length - 1;
    let slot = hash & mask;
    for (let word = this.slots[slot]!; word !== 0; word = this.slots[slot]!) {
      if (this.isWord(word - 1, start, end)) return word - 1;
      slot = (slot + 1) & mask;
    }
    return this.add(text.slice(start, end), slot);
  }

  private startOf(word: number): number {
    return word === 0 ? 0 : this.ends[word - 1]!;
  }

  private isWord(word: number, start: number, end: number): boolean {
    const own = this.startOf(word);
    if (this.ends[word]! - own !== end - start) return false;
    for (let at = start; at < end; at += 1) if (this.chars[own + at - start] !== units[at]) return false;
    return true;
  }

  private add(text: string, slot: number): number {
    const word = this.termEnds.length;
    const from = this.startOf(word);
    for (const term of this.termsOf(text)) this.terms.push(term);
    this.termEnds.push(this.terms.length);
    if (word === this.ends.length) this.ends = wider(this.ends, new Uint32Array(word * 2));
    if (from + text.length > this.chars.length) this.chars = wider(this.chars, new Uint16Array(this.chars.length * 2));
    for (let at = 0; at < text.length; at += 1) this.chars[from + at] = text.charCodeAt(at);
    this.ends[word] = from + text.length;
    this.slots[slot] = word + 1;
    if (this.termEnds.length * 2 > this.slots.length) this.spread();
    return word;
  }

  private spread(): void {
    const slots = new Uint32Array(this.slots.length * 2);
    const mask = slots.length - 1;
    for (let word = 0; word < this.termEnds.length; word += 1) {
      let hash = seed;
      for (let at = this.startOf(word); at < this.ends[word]!; at += 1) hash = Math.imul(hash ^ this.chars[at]!, prime);
      let slot = ((hash ^ (hash >>> 15)) >>> 0) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = word + 1;
    }
    this.slots = slots;
  }
}

/** Greatest count of a term in a field, since a count is one byte; higher ones tell nothing more. */
const maxCount = 255;
const maxLength = 65_535;
/** Increments of a packed count, by field. */
const steps = Uint32Array.from({ length: fieldCount }, (_, field) => 2 ** (field * 8));
/**
 * Least length of a string that V8 may keep as a view, which holds the whole original text in memory; shorter parts are
 * copied.
 */
const minViewChars = 13;

/** The same string in memory of its own. */
export function detached(text: string): string {
  return text.length < minViewChars ? text : Buffer.from(text, 'utf16le').toString('utf16le');
}

/** Three columns that grow together. */
class Postings {
  terms = new Uint32Array(1024);
  passages = new Uint16Array(1024);
  codes = new Uint16Array(1024);
  length = 0;

  push(term: number, passage: number, code: number): void {
    if (this.length === this.terms.length) this.grow();
    this.terms[this.length] = term;
    this.passages[this.length] = passage;
    this.codes[this.length] = code;
    this.length += 1;
  }

  private grow(): void {
    const { terms, passages, codes } = this;
    this.terms = new Uint32Array(terms.length * 2);
    this.terms.set(terms);
    this.passages = new Uint16Array(passages.length * 2);
    this.passages.set(passages);
    this.codes = new Uint16Array(codes.length * 2);
    this.codes.set(codes);
  }
}

export class SegmentBuilder implements FieldSink {
  private readonly terms = new TermTable();
  private readonly words = new WordTable((word) => this.termsOf(word));
  private readonly postings = new Postings();
  private readonly codes = new CodeTable();
  private readonly records = new RecordsBuilder();
  private readonly lengths = growing16();
  private readonly nameWords = growing32();
  private readonly nameEnds = growing32();
  /** Words of each name met so far. */
  private readonly names = new Map<string, readonly number[]>();
  /**
   * For the passage being added: packed counts by term, the terms that have a count, and the number of terms by field.
   */
  private packed = new Uint32Array(1024);
  private readonly touched: number[] = [];
  private readonly fieldLengths = new Uint32Array(fieldCount);

  get size(): number {
    return this.records.length;
  }

  text(field: number, text: string): void {
    this.words.scan(text, field, this.count);
  }

  name(field: number, name: string): void {
    this.words.scanName(name, field, this.count);
  }

  term(field: number, term: string): void {
    this.count(field, this.terms.add(term));
  }

  private termsOf(word: string): number[] {
    const ids: number[] = [];
    eachTermOfWord(word, (term) => ids.push(this.terms.add(term)));
    return ids;
  }

  private readonly count: TakeTerm = (field, term) => {
    if (term >= this.packed.length) this.widen(term);
    const packed = this.packed[term]!;
    if (packed === 0) this.touched.push(term);
    if (((packed >>> (field * 8)) & 0xff) < maxCount) this.packed[term] = packed + steps[field]!;
    this.fieldLengths[field]! += 1;
  };

  private widen(id: number): void {
    const packed = new Uint32Array(Math.max(this.packed.length * 2, id + 1));
    packed.set(this.packed);
    this.packed = packed;
  }

  /** Completes the passage whose words were given since the last call. */
  add(record: PassageRecord): void {
    const passage = this.records.length;
    this.records.add(record);
    for (const id of this.touched) {
      this.postings.push(id, passage, this.codes.codeOf(this.packed[id]!));
      this.packed[id] = 0;
    }
    this.touched.length = 0;
    this.addName(record.symbol ?? '');
    for (let field = 0; field < fieldCount; field += 1) {
      this.lengths.push(Math.min(this.fieldLengths[field]!, maxLength));
      this.fieldLengths[field] = 0;
    }
  }

  private addName(symbol: string): void {
    const { own, type } = partsOfSymbol(symbol);
    for (const name of [type, own]) {
      for (const word of this.wordsOfName(name)) this.nameWords.push(word);
      this.nameEnds.push(this.nameWords.length);
    }
  }

  private wordsOfName(name: string): readonly number[] {
    if (name === '') return [];
    const known = this.names.get(name);
    if (known) return known;
    const words = stemsOfName(name).map((word) => this.terms.add(word));
    this.names.set(name, words);
    return words;
  }

  build(): Segment {
    const { length, terms } = this.postings;
    const offsets = new Uint32Array(this.terms.size + 1);
    for (let at = 0; at < length; at += 1) offsets[terms[at]! + 1]! += 1;
    for (let term = 0; term < this.terms.size; term += 1) offsets[term + 1]! += offsets[term]!;
    const next = offsets.slice();
    const passages = new Uint16Array(length);
    const codes = new Uint16Array(length);
    for (let at = 0; at < length; at += 1) {
      const place = next[terms[at]!]!++;
      passages[place] = this.postings.passages[at]!;
      codes[place] = this.postings.codes[at]!;
    }
    return segmentOf({
      terms: new TermTable(this.terms.columns()),
      offsets,
      passages,
      codes,
      counts: this.codes.column(),
      records: this.records.build(),
      nameWords: this.nameWords.column(),
      nameEnds: this.nameEnds.column(),
      lengths: this.lengths.column(),
      alive: new Uint8Array(this.records.length).fill(1),
    });
  }
}
