/**
 * The passages of one root or of the document library, as a list of segments. Putting a source again kills its old
 * passages; many small or half-dead segments are merged. Queries see the segments of one moment. The list of segments
 * and the sources are all the state there is: what would be written to disk to spare the next start its work.
 */
import type { FieldTerms } from './fields';
import { SegmentBuilder, type PassageRecord, type Segment } from './segment';

/** More segments than this make each query look up each term too often. */
const maxSegments = 6;
/** Dead passages beyond this share cost more time than a merge. */
const maxDeadShare = 0.3;

export interface Passage {
  record: PassageRecord;
  fields: FieldTerms;
}

interface Home {
  segment: Segment;
  passages: number[];
}

export class Collection {
  private segments: Segment[] = [];
  private homes = new Map<string, Home>();
  private builder = new SegmentBuilder();
  private pending = new Map<string, number[]>();
  private living = 0;

  get passageCount(): number {
    return this.living;
  }

  get sourceCount(): number {
    return this.homes.size + this.pending.size;
  }

  /** Visible after the next `flush`. */
  put(source: string, passages: readonly Passage[]): void {
    this.remove(source);
    const added = passages.map(({ record, fields }) => {
      this.builder.add(record, fields);
      return this.builder.size - 1;
    });
    this.pending.set(source, added);
    this.living += added.length;
  }

  remove(source: string): void {
    if (this.pending.has(source)) this.flush();
    const home = this.homes.get(source);
    if (!home) return;
    for (const passage of home.passages) home.segment.alive[passage] = 0;
    this.living -= home.passages.length;
    this.homes.delete(source);
  }

  flush(): void {
    if (this.pending.size === 0) return;
    const segment = this.builder.build();
    for (const [source, passages] of this.pending) this.homes.set(source, { segment, passages });
    this.segments = [...this.segments, segment];
    this.builder = new SegmentBuilder();
    this.pending = new Map();
    if (this.shouldMerge()) this.merge();
  }

  private shouldMerge(): boolean {
    const all = this.segments.reduce((sum, segment) => sum + segment.records.length, 0);
    return this.segments.length > maxSegments || (this.segments.length > 1 && all - this.living > all * maxDeadShare);
  }

  private merge(): void {
    const builder = new SegmentBuilder();
    for (const segment of this.segments) builder.addSegment(segment);
    const merged = builder.build();
    const homes = new Map<string, Home>();
    for (const source of this.homes.keys()) homes.set(source, { segment: merged, passages: [] });
    merged.records.forEach((record, passage) => homes.get(record.source)?.passages.push(passage));
    this.homes = homes;
    this.segments = [merged];
  }

  current(): readonly Segment[] {
    return this.segments;
  }

  sources(): IterableIterator<string> {
    return this.homes.keys();
  }
}
