/**
 * The passages of one root or of the document library, as a list of segments. Putting a source again kills its old
 * passages; small or half-dead segments are merged in slices. Queries see the segments of one moment. The list of
 * segments is all the state there is: it is what is written to disk to spare the next start its work.
 */
import { SegmentBuilder } from './builder';
import { addFields, type PassageText } from './fields';
import { mergeSegments, type Merged } from './merge';
import type { PassageRecord } from './records';
import { bytesOf, kill, type Segment } from './segment';
import type { Slices } from './slices';
import { keyOf } from './terms';

/** A segment is closed at this size: making it takes about 20 ms, and its words fit the processor's cache. */
const sealedPassages = 8192;
/** Passages of one source; what has more is machine-made, and its end is left out. */
const maxSourcePassages = 16_384;
/** Merged segments stay below the 65,535 passages that one can hold. */
const maxMergedPassages = 60_000;
/** So many segments of like size are merged: more make each query look up each term too often. */
const mergedTogether = 6;
/** What a passage takes that is not in a segment yet, roughly. */
const pendingBytes = 1000;
/** Dead passages beyond this share cost more time than a merge. */
const maxDeadShare = 0.3;

/** Passages of a source stand side by side. */
interface Home {
  segment: Segment;
  first: number;
  count: number;
}

type Pending = Omit<Home, 'segment'>;

/** Takes the passages of one source. Others are seen again after `close`. */
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

  /** Memory that the passages take. */
  get byteLength(): number {
    return this.segments.reduce((sum, segment) => sum + bytesOf(segment), this.builder.size * pendingBytes);
  }

  current(): readonly Segment[] {
    return this.segments;
  }

  /** True when one of the terms stands in no passage. */
  lacksAny(terms: readonly string[]): boolean {
    return terms.some((term) => {
      const key = keyOf(term);
      return this.segments.every((segment) => segment.terms.find(key) === undefined);
    });
  }

  /** One source at a time. Its passages take the place of the old ones at the next `flush`. */
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

  /** Shows what was put. */
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

  /** Merges what should be merged; false when that is nothing. Puts and queries may go on meanwhile. */
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

  /** What died during the merge dies in its result. */
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
        // The passages of a source live and die together.
        if (segment.alive[first]) this.homes.set(source, { segment, first, count: end - first });
      });
    }
  }
}

function killHome({ segment, first, count }: Home): void {
  for (let passage = first; passage < first + count; passage += 1) kill(segment, passage);
}

/** Half-dead segments alone; else the smallest that are enough, each at most twice the sum of those before. */
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
