/**
 * BM25F over the segments of all sources together, so that files, assets and seeds are comparable: document
 * frequencies and average lengths are of the whole space. Source: Robertson and Zaragoza 2009, section 3.6. One pass
 * over the postings of the question's terms gives several views: the same formula with other field weights.
 */
import { fieldCount, fieldNames, fieldWeights } from '../index/fields';
import type { PassageRecord, Segment } from '../index/segment';

/** How fast a repeated word stops counting: the usual value, flat around it on all our sets. */
const saturation = 1.2;

export interface Searched {
  segment: Segment;
  /** Restricts a library to some of its documents. */
  accepts?: (record: PassageRecord) => boolean;
}

/** Scores of one segment's passages; 0 where no term matched. */
export type Scores = Float64Array;

/** Weight of each field, in the order of `fieldNames`. */
export type View = readonly number[];

/** What the ranking of passages uses. */
export const mainView: View = fieldNames.map((name) => fieldWeights[name].weight);

interface Statistics {
  passages: number;
  averages: number[];
  /** 1 where the passage takes part. */
  masks: Uint8Array[];
}

function maskOf({ segment, accepts }: Searched): Uint8Array {
  if (!accepts) return segment.alive;
  const mask = Uint8Array.from(segment.alive);
  segment.records.forEach((record, passage) => {
    if (mask[passage] && !accepts(record)) mask[passage] = 0;
  });
  return mask;
}

function statisticsOf(searched: readonly Searched[]): Statistics {
  const sums = new Float64Array(fieldCount);
  let passages = 0;
  const masks = searched.map((one) => {
    const mask = maskOf(one);
    const { lengths } = one.segment;
    for (let passage = 0; passage < mask.length; passage += 1) {
      if (!mask[passage]) continue;
      passages += 1;
      for (let field = 0; field < fieldCount; field += 1) sums[field]! += lengths[passage * fieldCount + field] ?? 0;
    }
    return mask;
  });
  return { passages, averages: [...sums].map((sum) => Math.max(1, sum / Math.max(1, passages))), masks };
}

const lengthShares = fieldNames.map((name) => fieldWeights[name].lengthShare);

export class Scorer {
  private readonly statistics: Statistics;
  private readonly frequencies = new Map<string, number>();

  constructor(readonly searched: readonly Searched[]) {
    this.statistics = statisticsOf(searched);
  }

  get passageCount(): number {
    return this.statistics.passages;
  }

  isIn(place: number, passage: number): boolean {
    return this.statistics.masks[place]?.[passage] === 1;
  }

  /** Passages holding the term. */
  frequency(term: string): number {
    const known = this.frequencies.get(term);
    if (known !== undefined) return known;
    let frequency = 0;
    this.eachPosting(term, () => {
      frequency += 1;
    });
    this.frequencies.set(term, frequency);
    return frequency;
  }

  /** Rarity of a term; 0 when it does not occur. */
  idf(term: string): number {
    const frequency = this.frequency(term);
    if (frequency === 0) return 0;
    return Math.log(1 + (this.statistics.passages - frequency + 0.5) / (frequency + 0.5));
  }

  eachPosting(term: string, take: (place: number, passage: number, counts: number) => void): void {
    this.searched.forEach(({ segment }, place) => {
      const id = segment.terms.get(term);
      const mask = this.statistics.masks[place];
      if (id === undefined || !mask) return;
      for (let at = segment.offsets[id] ?? 0; at < (segment.offsets[id + 1] ?? 0); at += 1) {
        const passage = segment.passages[at] ?? 0;
        if (mask[passage]) take(place, passage, segment.counts[at] ?? 0);
      }
    });
  }

  private empty(): Scores[] {
    return this.searched.map(({ segment }) => new Float64Array(segment.records.length));
  }

  /** Scores by each view. */
  score(terms: ReadonlyMap<string, number>, views: readonly View[]): Scores[][] {
    const scores = views.map(() => this.empty());
    const counted = new Float64Array(fieldCount);
    for (const [term, weight] of terms) {
      const value = this.idf(term) * weight;
      if (value <= 0) continue;
      this.eachPosting(term, (place, passage, counts) => {
        this.normalise(counted, place, passage, counts);
        views.forEach((view, at) => {
          let sum = 0;
          for (let field = 0; field < fieldCount; field += 1) sum += (view[field] ?? 0) * (counted[field] ?? 0);
          if (sum > 0) scores[at]![place]![passage]! += (value * sum) / (saturation + sum);
        });
      });
    }
    return scores;
  }

  /** Counts per field, less in long fields. */
  private normalise(counted: Float64Array, place: number, passage: number, counts: number): void {
    const lengths = this.searched[place]?.segment.lengths;
    for (let field = 0; field < fieldCount; field += 1) {
      const count = (counts >>> (field * 8)) & 0xff;
      const share = lengthShares[field] ?? 0;
      const relative = (lengths?.[passage * fieldCount + field] ?? 0) / (this.statistics.averages[field] ?? 1);
      counted[field] = count === 0 ? 0 : count / (1 - share + share * relative);
    }
  }
}
