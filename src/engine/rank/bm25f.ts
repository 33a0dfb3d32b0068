/**
 * BM25F over the segments of all sources together, so that files, assets and seeds are comparable: document
 * frequencies and average lengths are of the whole space. Source: Robertson and Zaragoza 2009, section 3.6.
 * Cost: one pass over the postings of the question's terms, twice.
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

interface Statistics {
  passages: number;
  averages: number[];
  /** 1 where the passage takes part. */
  masks: Uint8Array[];
}

function statisticsOf(searched: readonly Searched[]): Statistics {
  const sums = new Array<number>(fieldCount).fill(0);
  let passages = 0;
  const masks = searched.map(({ segment, accepts }) => {
    const mask = Uint8Array.from(segment.alive);
    for (let passage = 0; passage < mask.length; passage += 1) {
      const record = segment.records[passage];
      if (!mask[passage] || !record || (accepts && !accepts(record))) {
        mask[passage] = 0;
        continue;
      }
      passages += 1;
      for (let field = 0; field < fieldCount; field += 1) {
        sums[field]! += segment.lengths[passage * fieldCount + field] ?? 0;
      }
    }
    return mask;
  });
  return { passages, averages: sums.map((sum) => Math.max(1, sum / Math.max(1, passages))), masks };
}

const weights = fieldNames.map((name) => fieldWeights[name].weight);
const lengthShares = fieldNames.map((name) => fieldWeights[name].lengthShare);

export class Scorer {
  private readonly statistics: Statistics;

  constructor(private readonly searched: readonly Searched[]) {
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
    let frequency = 0;
    this.eachPosting(term, () => {
      frequency += 1;
    });
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

  /** A term's worth in one passage, before its weight in the question. */
  private worth(place: number, passage: number, counts: number): number {
    const lengths = this.searched[place]?.segment.lengths;
    let sum = 0;
    for (let field = 0; field < fieldCount; field += 1) {
      const count = (counts >>> (field * 8)) & 0xff;
      if (count === 0) continue;
      const share = lengthShares[field] ?? 0;
      const relative = (lengths?.[passage * fieldCount + field] ?? 0) / (this.statistics.averages[field] ?? 1);
      sum += ((weights[field] ?? 1) * count) / (1 - share + share * relative);
    }
    return sum / (saturation + sum);
  }

  score(terms: ReadonlyMap<string, number>): Scores[] {
    const scores = this.searched.map(({ segment }) => new Float64Array(segment.records.length));
    for (const [term, weight] of terms) {
      const value = this.idf(term) * weight;
      if (value <= 0) continue;
      this.eachPosting(term, (place, passage, counts) => {
        scores[place]![passage]! += value * this.worth(place, passage, counts);
      });
    }
    return scores;
  }
}
