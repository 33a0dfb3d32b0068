/**
 * An immutable piece of the index: postings of its passages in typed arrays, sorted by term. A passage that is gone is
 * only marked dead; merging drops it. A posting is the passage and its counts, one byte per field.
 */
import { fieldCount, type FieldTerms } from './fields';

export interface PassageRecord {
  /** Key of the file or document. */
  source: string;
  /** 0-based rows, inclusive. */
  start: number;
  end: number;
  /** Offsets on disk, in UTF-16 units. */
  startOffset: number;
  endOffset: number;
  symbol?: string;
  /** Mostly imports or exports. */
  isListing?: boolean;
}

export interface Segment {
  terms: ReadonlyMap<string, number>;
  /** Postings of term `t` are `offsets[t]` to `offsets[t + 1]`. */
  offsets: Uint32Array;
  passages: Uint32Array;
  counts: Uint32Array;
  records: readonly PassageRecord[];
  /** Terms per passage and field: `lengths[passage * fieldCount + field]`. */
  lengths: Uint16Array;
  alive: Uint8Array;
}

/** A count fits one byte; more than that says nothing more. */
const maxCount = 255;
const maxLength = 65_535;

/** Three columns that grow. */
class Triples {
  private columns = [new Uint32Array(4096), new Uint32Array(4096), new Uint32Array(4096)] as const;
  length = 0;

  push(term: number, passage: number, count: number): void {
    if (this.length === this.columns[0].length) this.grow();
    this.columns[0][this.length] = term;
    this.columns[1][this.length] = passage;
    this.columns[2][this.length] = count;
    this.length += 1;
  }

  private grow(): void {
    const size = this.columns[0].length * 2;
    const [a, b, c] = this.columns;
    this.columns = [new Uint32Array(size), new Uint32Array(size), new Uint32Array(size)];
    this.columns[0].set(a);
    this.columns[1].set(b);
    this.columns[2].set(c);
  }

  column(place: 0 | 1 | 2): Uint32Array {
    return this.columns[place];
  }
}

export class SegmentBuilder {
  private readonly terms = new Map<string, number>();
  private readonly triples = new Triples();
  private readonly records: PassageRecord[] = [];
  private readonly lengths: number[] = [];
  private readonly counts = new Map<number, number>();

  get size(): number {
    return this.records.length;
  }

  private idOf(term: string): number {
    const known = this.terms.get(term);
    if (known !== undefined) return known;
    const id = this.terms.size;
    this.terms.set(term, id);
    return id;
  }

  add(record: PassageRecord, fields: FieldTerms): void {
    const passage = this.records.push(record) - 1;
    this.counts.clear();
    fields.forEach((terms, field) => {
      const shift = field * 8;
      for (const term of terms) {
        const id = this.idOf(term);
        const packed = this.counts.get(id) ?? 0;
        if (((packed >>> shift) & 0xff) < maxCount) this.counts.set(id, packed + 2 ** shift);
      }
      this.lengths.push(Math.min(terms.length, maxLength));
    });
    for (const [id, packed] of this.counts) this.triples.push(id, passage, packed);
  }

  /** Takes over the living passages of a segment. */
  addSegment(segment: Segment): void {
    const moved = new Int32Array(segment.records.length).fill(-1);
    segment.records.forEach((record, passage) => {
      if (!segment.alive[passage]) return;
      moved[passage] = this.records.push(record) - 1;
      for (let field = 0; field < fieldCount; field += 1) {
        this.lengths.push(segment.lengths[passage * fieldCount + field] ?? 0);
      }
    });
    for (const [term, id] of segment.terms) {
      let own = -1;
      for (let at = segment.offsets[id] ?? 0; at < (segment.offsets[id + 1] ?? 0); at += 1) {
        const passage = moved[segment.passages[at] ?? 0] ?? -1;
        if (passage < 0) continue;
        if (own < 0) own = this.idOf(term);
        this.triples.push(own, passage, segment.counts[at] ?? 0);
      }
    }
  }

  /** Sorts the postings by term (counting sort: they come in passage order and stay so). */
  build(): Segment {
    const { length } = this.triples;
    const terms = this.triples.column(0);
    const offsets = new Uint32Array(this.terms.size + 1);
    for (let at = 0; at < length; at += 1) offsets[(terms[at] ?? 0) + 1]! += 1;
    for (let term = 0; term < this.terms.size; term += 1) offsets[term + 1]! += offsets[term] ?? 0;
    const next = offsets.slice();
    const passages = new Uint32Array(length);
    const counts = new Uint32Array(length);
    for (let at = 0; at < length; at += 1) {
      const place = next[terms[at] ?? 0]!++;
      passages[place] = this.triples.column(1)[at] ?? 0;
      counts[place] = this.triples.column(2)[at] ?? 0;
    }
    return {
      terms: this.terms,
      offsets,
      passages,
      counts,
      records: this.records,
      lengths: Uint16Array.from(this.lengths),
      alive: new Uint8Array(this.records.length).fill(1),
    };
  }
}
