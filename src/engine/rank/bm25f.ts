/**
 * BM25F over the segments of all sources together, so that scores of files, assets and seeds are comparable: document
 * frequencies and average lengths are taken over the whole query space. Source: Robertson and Zaragoza 2009, section
 * 3.6. All passages are scored once, by the question's own words; other scores are computed only for the few passages
 * selected then, by several views (sets of field weights) in one pass.
 */
import {
  frequencyIn,
  type Mask,
  addScores,
  borrowScores,
  giveBackScores,
  holds,
  holdingAll,
  normsOf,
  totalsOf,
} from '../index/scoring';
import type { Segment } from '../index/segment';
import { keyOf } from '../index/columns';
import { fieldCount, fieldNames, fieldWeights } from '../index/fields';
import { addSelected, countSelected, fieldsOf, markSelected, type Slots, type ValuedView } from '../index/selected';

// Section: a cache of term look-ups, valid while the query space is the same. Cost: .2 microseconds per term and
// segment.

/** Stands for the number of a term that a segment does not hold. */
const absent = -1;

/** The term's number in each segment, or `absent`, and how many passages hold it. */
interface Known {
  ids: readonly number[];
  frequency: number;
}

/**
 * A term that is looked up repeatedly. It stores the number of the cache that last looked it up, not the cache, so that
 * it keeps no index in memory.
 */
export interface Remembered {
  readonly term: string;
  knownBy: number;
  known: Known;
}

/** The result for a term that no segment holds, shared because most words looked up are such. */
export const unheard: Known = { ids: [], frequency: 0 };

/** Most terms cached; a full cache is emptied before the next question. A term takes about 170 bytes. */
const maxTerms = 16_000;

let made = 0;

class KnownTerms {
  /** Look-ups of terms that are not `Remembered`. */
  private readonly terms = new Map<string, Known>();
  private readonly number = (made += 1);
  /** Number of living passages of each segment when the cache was made. */
  private readonly living: readonly number[];

  constructor(
    private readonly segments: readonly Segment[],
    private readonly masks: readonly Mask[],
  ) {
    this.living = segments.map(({ living }) => living);
  }

  /** True when the cached look-ups are valid for these segments. */
  isOf(segments: readonly Segment[]): boolean {
    if (segments.length !== this.segments.length) return false;
    return segments.every((segment, place) => {
      return segment === this.segments[place] && segment.living === this.living[place];
    });
  }

  makeRoom(): void {
    if (this.terms.size > maxTerms) this.terms.clear();
  }

  of(term: string): Known {
    let known = this.terms.get(term);
    if (!known) this.terms.set(term, (known = this.find(term)));
    return known;
  }

  ofWord(word: Remembered): Known {
    if (word.knownBy !== this.number) {
      word.known = this.find(word.term);
      word.knownBy = this.number;
    }
    return word.known;
  }

  private find(term: string): Known {
    const key = keyOf(term);
    const ids: number[] = [];
    let [frequency, isHeard] = [0, false];
    for (let place = 0; place < this.segments.length; place += 1) {
      const segment = this.segments[place]!;
      const id = segment.terms.find(key);
      ids.push(id ?? absent);
      if (id === undefined) continue;
      isHeard = true;
      frequency += frequencyIn(segment, id, this.masks[place] ?? segment.alive);
    }
    return isHeard ? { ids, frequency } : unheard;
  }
}

/** Caches by the first segment of their query space. */
const kept = new WeakMap<Segment, KnownTerms>();

/** The cache of earlier questions for whole segments; a new one for segments of which only a part is searched. */
function knownTermsOf(segments: readonly Segment[], masks: readonly Mask[]): KnownTerms {
  const [first] = segments;
  const isWhole = segments.every(({ alive }, place) => masks[place] === alive);
  if (!first || !isWhole) return new KnownTerms(segments, masks);
  const known = kept.get(first);
  if (known?.isOf(segments)) {
    known.makeRoom();
    return known;
  }
  const fresh = new KnownTerms(segments, masks);
  kept.set(first, fresh);
  return fresh;
}

export interface Searched {
  segment: Segment;
  /** Restricts a library to some of its documents, by their keys. */
  accepts?: (source: string) => boolean;
}

/** Scores of one segment's passages, or of the selected ones; 0 where no term matched. */
export type Scores = Float64Array;

/** Weight of each field, in the order of `fieldNames`. */
export type View = Float64Array;

/** A view, and where the scores of the selected passages by it go. */
export interface Column {
  weights: View;
  scores: Scores;
  /** Weight of each term. */
  terms: ReadonlyMap<string, number>;
}

/** The field weights that the ranking of passages uses. */
export const mainView: View = Float64Array.from(fieldNames, (name) => fieldWeights[name].weight);

/** The passages that were selected for a closer look. */
export interface Selected {
  /** The slots of each segment searched. */
  slots: readonly Slots[];
  size: number;
}

/** Which of the marked words each selected passage holds, one bit per word. */
export interface Presence {
  any: Uint32Array;
  /** The words that stand in names declared by the passage. */
  declared: Uint32Array;
}

/** Most words with a bit of their own; further words share the bits. */
const wordBits = 31;

interface Statistics {
  passages: number;
  averages: number[];
  /** 1 where the passage takes part. */
  masks: Mask[];
}

function maskOf({ segment, accepts }: Searched): Mask {
  if (!accepts) return segment.alive;
  const { sources, firsts } = segment.records;
  const mask = segment.alive.slice();
  sources.forEach((source, row) => {
    if (!accepts(source)) mask.fill(0, firsts[row], firsts[row + 1]);
  });
  return mask;
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
  private readonly known: KnownTerms;
  private knownNorms: readonly Float32Array[] | undefined;

  constructor(readonly searched: readonly Searched[]) {
    this.statistics = statisticsOf(searched);
    this.known = knownTermsOf(
      searched.map(({ segment }) => segment),
      this.statistics.masks,
    );
  }

  /** The factors for the counts of each field of each passage, by segment. */
  private get norms(): readonly Float32Array[] {
    this.knownNorms ??= this.searched.map(({ segment }) => normsOf(segment, this.statistics.averages));
    return this.knownNorms;
  }

  get passageCount(): number {
    return this.statistics.passages;
  }

  isIn(place: number, passage: number): boolean {
    return this.statistics.masks[place]?.[passage] === 1;
  }

  /** The term's number in one segment; undefined where no passage holds it. */
  idIn(term: string, place: number): number | undefined {
    const id = this.known.of(term).ids[place] ?? absent;
    return id === absent ? undefined : id;
  }

  /** Number of passages that hold the term. */
  frequency(term: string): number {
    return this.known.of(term).frequency;
  }

  /** Inverse document frequency of a term; 0 when it does not occur. */
  idf(term: string): number {
    const frequency = this.frequency(term);
    return frequency === 0 ? 0 : this.rarityOf(frequency);
  }

  /** Inverse document frequency of a remembered term; 0 when it does not occur. */
  idfOf(word: Remembered): number {
    const { frequency } = this.known.ofWord(word);
    return frequency === 0 ? 0 : this.rarityOf(frequency);
  }

  /** The inverse document frequency of a term that one passage holds, the greatest there is. */
  get greatestIdf(): number {
    return this.rarityOf(1);
  }

  /** Inverse document frequency of a term that this many passages hold. */
  rarityOf(frequency: number): number {
    return Math.log(1 + (this.statistics.passages - frequency + 0.5) / (frequency + 0.5));
  }

  private eachTerm({ ids, frequency }: Known, take: (segment: Segment, id: number, place: number) => void): void {
    if (frequency === 0) return;
    this.searched.forEach(({ segment }, place) => {
      const id = ids[place] ?? absent;
      if (id !== absent) take(segment, id, place);
    });
  }

  holds(term: string, place: number, passage: number): boolean {
    const { ids } = this.known.of(term);
    const segment = this.searched[place]?.segment;
    const id = ids[place] ?? absent;
    return segment !== undefined && id !== absent && holds(segment, id, passage);
  }

  /** Scores all passages, segment by segment for locality of memory. The columns are lent: see `giveBack`. */
  score(terms: ReadonlyMap<string, number>, weights: View): Scores[] {
    const valued = Array.from(terms, ([term, weight]) => ({
      ids: this.known.of(term).ids,
      value: this.idf(term) * weight,
    }));
    const asked = valued.filter(({ value }) => value > 0);
    return this.searched.map(({ segment }, place) => {
      const mask = this.statistics.masks[place] ?? segment.alive;
      const norms = this.norms[place]!;
      const adding = { mask, norms, weights, isUsual: weights === mainView, scores: borrowScores(segment) };
      for (const { ids, value } of asked) {
        const id = ids[place] ?? absent;
        if (id !== absent) addScores(segment, { id, value }, adding);
      }
      return adding.scores;
    });
  }

  /** Returns columns that are no longer read, for reuse. */
  giveBack(scores: readonly Scores[]): void {
    this.searched.forEach(({ segment }, place) => {
      const column = scores[place];
      if (column) giveBackScores(segment, column);
    });
  }

  /** Adds to the scores of the selected passages. Each term is looked up once for all columns. */
  addSelected({ slots }: Selected, columns: readonly Column[]): void {
    const { norms } = this;
    const terms = new Set<string>();
    for (const column of columns) for (const term of column.terms.keys()) terms.add(term);
    const valued = columns.map((column) => ({ ...column, fields: fieldsOf(column.weights) }));
    for (const term of terms) {
      const idf = this.idf(term);
      if (idf <= 0) continue;
      const views: ValuedView[] = [];
      for (const { weights, fields, scores, terms: wanted } of valued) {
        const weight = wanted.get(term) ?? 0;
        if (weight > 0) views.push({ weights, fields, scores, value: idf * weight });
      }
      this.eachTerm(this.known.of(term), (segment, id, place) => {
        addSelected(segment, id, { selected: slots[place]!, norms: norms[place]!, views });
      });
    }
  }

  /**
   * A function that adds a word's frequency in each selected passage to `sums`, and its strength to `strongest` where no
   * stronger word stands. It returns the number of all passages that hold the word.
   */
  counter(
    { slots }: Selected,
    into: { sums: Scores; strongest: Scores },
  ): (word: Remembered, strength: number) => number {
    const counting = this.searched.map(({ segment }, place) => {
      return { selected: slots[place]!, norms: this.norms[place]!, weights: mainView, ...into, segment };
    });
    return (word, strength) => {
      const { ids, frequency } = this.known.ofWord(word);
      if (frequency === 0) return 0;
      for (let place = 0; place < ids.length; place += 1) {
        const id = ids[place]!;
        if (id !== absent) countSelected(counting[place]!, id, strength);
      }
      return frequency;
    };
  }

  /**
   * The passages that hold all of the terms, in the order of the index; undefined when they are more than `most`.
   * Cost: the postings of the rarest term, with a look-up of each of the others.
   */
  passagesOfAll(terms: readonly string[], most: number): { place: number; passage: number }[] | undefined {
    const known = terms.map((term) => this.known.of(term)).sort((a, b) => a.frequency - b.frequency);
    const found: { place: number; passage: number }[] = [];
    if (known.length === 0 || known[0]!.frequency === 0) return found;
    for (let place = 0; place < this.searched.length; place += 1) {
      const ids = known.map((term) => term.ids[place] ?? absent);
      if (ids.includes(absent)) continue;
      const { segment } = this.searched[place]!;
      const mask = this.statistics.masks[place] ?? segment.alive;
      const passages = holdingAll(segment, ids, { mask, most: most + 1 - found.length });
      for (const passage of passages) found.push({ place, passage });
      if (found.length > most) return undefined;
    }
    return found;
  }

  /** Tells which of the words each selected passage holds. */
  presence(words: readonly string[], { slots, size }: Selected): Presence {
    const made = { any: new Uint32Array(size), declared: new Uint32Array(size) };
    words.forEach((word, at) => {
      this.eachTerm(this.known.of(word), (segment, id, place) => {
        markSelected(segment, id, { selected: slots[place]!, bit: 1 << (at % wordBits), ...made });
      });
    });
    return made;
  }
}
