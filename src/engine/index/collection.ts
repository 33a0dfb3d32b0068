/**
 * The passages of one root or of the document library, as a list of segments. Putting a source again marks its old
 * passages dead; small or half-dead segments are merged in slices. A query sees the segments as they were at one
 * moment. The segments are the whole state, and are saved to disk to spare the next start the indexing.
 */
import { CodeTable, growing32, TermTable, keyOf } from './columns';
import { fieldCount, addFields, type PassageText } from './fields';
import { RecordsBuilder, type Records, segmentOf, type Segment, type PassageRecord, bytesOf, kill } from './segment';
import { SegmentBuilder } from './builder';
import type { Slices } from './scheduling';

// Section: merges segments into one, without dead passages. A generator, so that the thread can serve other calls.
// Cost: linear.

/** Terms merged between two pauses. */
const termsPerStep = 4096;
const passagesPerStep = 4096;
const dead = -1;

/** The columns of the words of definitions' names. */
type Names = Pick<Segment, 'nameWords' | 'nameEnds'>;

interface Plan {
  moved: Int32Array[];
  terms: TermTable;
  termIds: Uint32Array[];
  offsets: Uint32Array;
  names: Names;
}

function movePassages(segments: readonly Segment[]): { moved: Int32Array[]; total: number } {
  let total = 0;
  const moved = segments.map(({ alive }) => {
    const places = new Int32Array(alive.length).fill(dead);
    for (let passage = 0; passage < alive.length; passage += 1) if (alive[passage]) places[passage] = total++;
    return places;
  });
  return { moved, total };
}

function widened(column: Uint32Array): Uint32Array<ArrayBuffer> {
  const wider = new Uint32Array(2 * column.length);
  wider.set(column);
  return wider;
}

function* plan(segments: readonly Segment[], moved: Int32Array[]): Generator<undefined, Plan> {
  const terms = new TermTable();
  let sizes = new Uint32Array(1024);
  const termIds: Uint32Array[] = [];
  for (const [place, segment] of segments.entries()) {
    const ids = new Uint32Array(segment.terms.size);
    const places = moved[place]!;
    for (let term = 0; term < segment.terms.size; term += 1) {
      if (term % termsPerStep === 0) yield;
      let living = 0;
      const end = segment.offsets[term + 1]!;
      for (let at = segment.offsets[term]!; at < end; at += 1) if (places[segment.passages[at]!] !== dead) living += 1;
      if (living === 0) continue;
      const id = terms.addFrom(segment.terms, term);
      ids[term] = id;
      if (id >= sizes.length) sizes = widened(sizes);
      sizes[id]! += living;
    }
    termIds.push(ids);
  }
  const names = nameColumns(segments, moved, terms);
  const offsets = new Uint32Array(terms.size + 1);
  for (let term = 0; term < terms.size; term += 1) offsets[term + 1] = offsets[term]! + (sizes[term] ?? 0);
  return { moved, terms, termIds, offsets, names };
}

/** Copies the words of names, some of which are terms of no passage. */
function nameColumns(segments: readonly Segment[], moved: readonly Int32Array[], terms: TermTable): Names {
  const words = growing32();
  const ends = growing32();
  segments.forEach((segment, place) => {
    const { nameWords, nameEnds } = segment;
    const places = moved[place]!;
    for (let passage = 0; passage < places.length; passage += 1) {
      if (places[passage] === dead) continue;
      for (let part = 2 * passage; part < 2 * passage + 2; part += 1) {
        for (let at = part === 0 ? 0 : nameEnds[part - 1]!; at < nameEnds[part]!; at += 1) {
          words.push(terms.addFrom(segment.terms, nameWords[at]!));
        }
        ends.push(words.length);
      }
    }
  });
  return { nameWords: words.column(), nameEnds: ends.column() };
}

interface Target {
  passages: Uint16Array;
  codes: Uint16Array;
  counts: Uint32Array;
}

function* movePostings(segments: readonly Segment[], made: Plan): Generator<undefined, Target> {
  const next = made.offsets.slice();
  const total = made.offsets[made.terms.size]!;
  const passages = new Uint16Array(total);
  const codes = new Uint16Array(total);
  const table = new CodeTable();
  for (const [place, segment] of segments.entries()) {
    const codeIds = segment.counts.map((packed) => table.codeOf(packed));
    const places = made.moved[place]!;
    const ids = made.termIds[place]!;
    for (let term = 0; term < segment.terms.size; term += 1) {
      if (term % termsPerStep === 0) yield;
      const end = segment.offsets[term + 1]!;
      for (let at = segment.offsets[term]!; at < end; at += 1) {
        const passage = places[segment.passages[at]!]!;
        if (passage === dead) continue;
        const target = next[ids[term]!]!++;
        passages[target] = passage;
        codes[target] = codeIds[segment.codes[at]!]!;
      }
    }
  }
  return { passages, codes, counts: table.column() };
}

function lengthsOf(segments: readonly Segment[], moved: readonly Int32Array[], total: number): Uint16Array {
  const lengths = new Uint16Array(total * fieldCount);
  segments.forEach((segment, place) => {
    const places = moved[place]!;
    for (let passage = 0; passage < places.length; passage += 1) {
      const target = places[passage]! * fieldCount;
      if (places[passage] === dead) continue;
      for (let field = 0; field < fieldCount; field += 1)
        lengths[target + field] = segment.lengths[passage * fieldCount + field]!;
    }
  });
  return lengths;
}

function* moveRecords(segments: readonly Segment[], moved: readonly Int32Array[]): Generator<undefined, Records> {
  const made = new RecordsBuilder();
  for (const [place, { records }] of segments.entries()) {
    const symbols = new Uint32Array(records.names.size + 1);
    const places = moved[place]!;
    for (let passage = 0; passage < records.length; passage += 1) {
      if (passage % passagesPerStep === 0) yield;
      if (places[passage] !== dead) made.addFrom(records, passage, symbols);
    }
  }
  return made.build();
}

/** The result of a merge. Passages that died meanwhile are dead in it only after `settleDeaths` was called. */
interface Merged {
  segment: Segment;
  moved: Int32Array[];
}

function* mergeSegments(segments: readonly Segment[]): Generator<undefined, Merged> {
  const { moved, total } = movePassages(segments);
  const made = yield* plan(segments, moved);
  const target = yield* movePostings(segments, made);
  const records = yield* moveRecords(segments, moved);
  const segment = segmentOf({
    ...target,
    ...made.names,
    terms: new TermTable(made.terms.columns()),
    offsets: made.offsets,
    records,
    lengths: lengthsOf(segments, moved, total),
    alive: new Uint8Array(total).fill(1),
  });
  return { segment, moved };
}

/** Passages at which a segment is closed: building it takes about 20 ms, and its words fit the processor's cache. */
const sealedPassages = 8192;
/** Most passages of one source; a longer one is generated, and its end is left out. */
const maxSourcePassages = 16_384;
/** Most passages of a merged segment, below the 65,535 that a segment can hold. */
const maxMergedPassages = 60_000;
/** Number of segments of similar size that are merged: with more, each query looks up each term too often. */
const mergedTogether = 6;
/** Bytes that a passage takes before it is in a segment, roughly. */
const pendingBytes = 1000;
/** Greatest share of dead passages; beyond it they cost more time than a merge. */
const maxDeadShare = 0.3;

/** The passages of a source, which are consecutive in one segment. */
interface Home {
  segment: Segment;
  first: number;
  count: number;
}

type Pending = Omit<Home, 'segment'>;

/** Receives the passages of one source; no other source may be opened before `close`. */
export interface SourceWriter {
  add(record: PassageRecord, text: PassageText): void;
  close(): void;
}

export class Collection {
  private segments: Segment[] = [];
  private homes = new Map<string, Home>();
  private builder = new SegmentBuilder();
  private pending = new Map<string, Pending>();
  private settling: Promise<boolean> | undefined;

  get passageCount(): number {
    return this.segments.reduce((sum, { living }) => sum + living, 0) + this.builder.size;
  }

  /** Bytes of memory that the passages take. */
  get byteLength(): number {
    return this.segments.reduce((sum, segment) => sum + bytesOf(segment), this.builder.size * pendingBytes);
  }

  current(): readonly Segment[] {
    return this.segments;
  }

  /** True when at least one of the terms is in no passage. */
  lacksAny(terms: readonly string[]): boolean {
    return terms.some((term) => {
      const key = keyOf(term);
      return this.segments.every((segment) => segment.terms.find(key) === undefined);
    });
  }

  /** Begins to put a source; only one may be open at a time. Its passages replace the old ones at the next `flush`. */
  open(source: string): SourceWriter {
    if (this.pending.has(source)) this.flush();
    const { builder } = this;
    const first = builder.size;
    return {
      add: (record, text) => {
        if (builder.size - first >= maxSourcePassages) return;
        addFields(text, builder);
        builder.add(record);
      },
      close: () => {
        this.pending.set(source, { first, count: builder.size - first });
        if (builder.size >= sealedPassages) this.flush();
      },
    };
  }

  remove(source: string): void {
    if (this.pending.has(source)) this.flush();
    const home = this.homes.get(source);
    if (!home) return;
    killHome(home);
    this.homes.delete(source);
  }

  /** Makes what was put visible to queries. */
  flush(): void {
    if (this.pending.size === 0) return;
    const segment = this.builder.size > 0 ? this.builder.build() : undefined;
    for (const [source, { first, count }] of this.pending) {
      const old = this.homes.get(source);
      if (old) killHome(old);
      if (segment && count > 0) this.homes.set(source, { segment, first, count });
      else this.homes.delete(source);
    }
    if (segment) this.segments = [...this.segments, segment];
    this.builder = new SegmentBuilder();
    this.pending = new Map();
  }

  /** Merges segments that need it; false when none does. Puts and queries may go on meanwhile. */
  settle(slices: Slices): Promise<boolean> {
    this.settling ??= this.settleNow(slices).finally(() => {
      this.settling = undefined;
    });
    return this.settling;
  }

  private async settleNow(slices: Slices): Promise<boolean> {
    let hasMerged = false;
    for (let group = groupToMerge(this.segments); group.length > 0; group = groupToMerge(this.segments)) {
      const merged = await slices.run(mergeSegments(group));
      this.commit(group, merged);
      hasMerged = true;
    }
    return hasMerged;
  }

  /** Replaces a group by its merge; passages that died during the merge are dead in the result. */
  private commit(group: readonly Segment[], { segment, moved }: Merged): void {
    const isGroup = new Set(group);
    group.forEach(({ alive }, place) => {
      moved[place]?.forEach((target, passage) => {
        if (target >= 0 && !alive[passage]) kill(segment, target);
      });
    });
    this.segments = this.segments.filter((entry) => !isGroup.has(entry));
    if (segment.living > 0) this.segments.push(segment);
    for (const home of this.homes.values()) {
      const place = group.indexOf(home.segment);
      if (place < 0) continue;
      home.first = moved[place]?.[home.first] ?? 0;
      home.segment = segment;
    }
  }

  /** Takes over segments read from disk. */
  restore(segments: readonly Segment[]): void {
    this.segments = [...segments];
    for (const segment of segments) {
      const { sources, firsts } = segment.records;
      sources.forEach((source, row) => {
        const [first, end] = [firsts[row]!, firsts[row + 1]!];
        // All passages of a source are alive or all are dead.
        if (segment.alive[first]) this.homes.set(source, { segment, first, count: end - first });
      });
    }
  }
}

function killHome({ segment, first, count }: Home): void {
  for (let passage = first; passage < first + count; passage += 1) kill(segment, passage);
}

/**
 * The segments to merge: a half-dead one alone, or else enough of the smallest, each at most twice the sum of those
 * before.
 */
function groupToMerge(segments: readonly Segment[]): Segment[] {
  const decayed = segments.find(({ living, records }) => records.length - living > records.length * maxDeadShare);
  if (decayed) return [decayed];
  const sorted = [...segments].sort((a, b) => a.living - b.living);
  for (let from = 0; from + mergedTogether <= sorted.length; from += 1) {
    const group = groupFrom(sorted.slice(from));
    if (group.length >= mergedTogether) return group;
  }
  return [];
}

function groupFrom(sorted: readonly Segment[]): Segment[] {
  const group: Segment[] = [];
  let sum = 0;
  for (const segment of sorted) {
    if (sum + segment.living > maxMergedPassages || (sum > 0 && segment.living > 2 * sum)) break;
    group.push(segment);
    sum += segment.living;
  }
  return group;
}
