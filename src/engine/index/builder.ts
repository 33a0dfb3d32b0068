/**
 * Makes a segment from passages. The terms of each distinct word are found once; a passage's counts are summed in a
 * column indexed by term; postings are sorted by term at the end (counting sort: they come in passage order and stay
 * so). Cost: linear in the words of the text.
 */
import { partsOfSymbol, stemsOfName } from '../text/nameWords';
import { eachTermOfWord } from '../text/tokens';
import { CodeTable } from './codes';
import { fieldCount, type FieldSink } from './fields';
import { growing16, growing32 } from './growing';
import { RecordsBuilder, type PassageRecord } from './records';
import { segmentOf, type Segment } from './segment';
import { TermTable } from './terms';
import { WordTable, type TakeTerm } from './words';

/** A count fits one byte; more than that says nothing more. */
const maxCount = 255;
const maxLength = 65_535;
/** One more in each field's byte. */
const steps = Uint32Array.from({ length: fieldCount }, (_, field) => 2 ** (field * 8));
/** V8 keeps a shorter piece of a string as a copy, a longer one as a view that holds the whole text in memory. */
const minViewChars = 13;

/** The same string with memory of its own. */
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
  /** Words of each name met. */
  private readonly names = new Map<string, readonly number[]>();
  /** Of the passage being added: counts by term, the terms with a count, and terms by field. */
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

  /** Ends the passage whose words were given since the last one. */
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
