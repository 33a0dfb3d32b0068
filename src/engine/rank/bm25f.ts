/**
 * BM25F over the segments of all sources together, so that files, assets and seeds are comparable: document
 * frequencies and average lengths are of the whole space. Source: Robertson and Zaragoza 2009, section 3.6. One pass
 * over the postings of the question's terms gives several views: the same formula with other field weights.
 */
import { fieldCount, fieldNames, fieldWeights } from '../index/fields';
import { addScores, frequencyIn, normsOf, totalsOf, type Mask } from '../index/scoring';
import type { PassageRecord, Segment } from '../index/segment';

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
  masks: Mask[];
}

function maskOf({ segment, accepts }: Searched): Mask {
  if (!accepts) return segment.alive;
  return Uint8Array.from(segment.records, (record, passage) => (segment.alive[passage] && accepts(record) ? 1 : 0));
}

function statisticsOf(searched: readonly Searched[]): Statistics {
  const sums = new Float64Array(fieldCount);
  let passages = 0;
  const masks = searched.map((one) => {
    const mask = maskOf(one);
    const totals = totalsOf(one.segment, mask);
    passages += totals.passages;
    totals.lengthSums.forEach((sum, field) => (sums[field]! += sum));
    return mask;
  });
  return { passages, averages: [...sums].map((sum) => Math.max(1, sum / Math.max(1, passages))), masks };
}

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
    const frequency = this.searched.reduce((sum, { segment }, place) => {
      const id = segment.terms.get(term);
      return id === undefined ? sum : sum + frequencyIn(segment, id, this.statistics.masks[place] ?? segment.alive);
    }, 0);
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
        if (mask[passage]) take(place, passage, segment.counts[segment.codes[at] ?? 0] ?? 0);
      }
    });
  }

  /** Scores by each view. */
  score(terms: ReadonlyMap<string, number>, views: readonly View[]): Scores[][] {
    const values = [...terms].map(([term, weight]) => [term, this.idf(term) * weight] as const);
    const scores = views.map((): Scores[] =>
      this.searched.map(({ segment }) => new Float64Array(segment.records.length)),
    );
    this.searched.forEach(({ segment }, place) => {
      const mask = this.statistics.masks[place] ?? segment.alive;
      const norms = normsOf(segment, this.statistics.averages);
      const targets = views.map((weights, at) => ({ weights, scores: scores[at]![place]! }));
      for (const [term, value] of values) {
        const id = value > 0 ? segment.terms.get(term) : undefined;
        if (id !== undefined) addScores(segment, id, { mask, norms, value, views: targets });
      }
    });
    return scores;
  }
}
