/**
 * BM25F over the segments of all sources together, so that files, assets and seeds are comparable: document frequencies
 * and average lengths are of the whole space. Source: Robertson and Zaragoza 2009, section 3.6. All passages are scored
 * once, by the question's own words; whatever else is asked of them, only of the few selected then, by several views in
 * one pass: the same formula with other field weights.
 */
import {
  frequencyIn,
  type Mask,
  addScores,
  borrowScores,
  giveBackScores,
  holds,
  holdsAll,
  normsOf,
  totalsOf,
} from '../index/scoring';
import type { Segment } from '../index/segment';
import { keyOf } from '../index/columns';
import { fieldCount, fieldNames, fieldWeights } from '../index/fields';
import { addSelected, countSelected, fieldsOf, markSelected, type Slots, type ValuedView } from '../index/selected';

// Section: what was looked up of terms, kept as long as the space is the same. Cost: .2 microseconds for a term and
// segment.

/** No number of a term. */
const absent = -1;

/** By segment the number of the term, or `absent`; and how many passages hold it. */
interface Known {
  ids: readonly number[];
  frequency: number;
}

/**
 * A term that is looked up again and again. It remembers by whom it is known: that is a number, which holds no index.
 */
export interface Remembered {
  readonly term: string;
  knownBy: number;
  known: Known;
}

/** A term that no segment holds: of the words looked up most are such. */
export const unheard: Known = { ids: [], frequency: 0 };

/** Emptied before the next question when full; a term takes about 170 bytes. */
const maxTerms = 16_000;

let made = 0;

class KnownTerms {
  /** Of other terms. */
  private readonly terms = new Map<string, Known>();
  private readonly number = (made += 1);
  /** Living passages of each segment when it was made. */
  private readonly living: readonly number[];

  constructor(
    private readonly segments: readonly Segment[],
    private readonly masks: readonly Mask[],
  ) {
    this.living = segments.map(({ living }) => living);
  }

  /** Whether all that is known holds for these segments. */
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

/** By the first segment of a space. */
const kept = new WeakMap<Segment, KnownTerms>();

/** Of whole segments what earlier questions learned; of parts of them, chosen for one question, nothing is kept. */
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
  /** What each term counts in it. */
  terms: ReadonlyMap<string, number>;
}

/** What the ranking of passages uses. */
export const mainView: View = Float64Array.from(fieldNames, (name) => fieldWeights[name].weight);

/** The passages that are looked at closer. */
export interface Selected {
  /** Of each segment searched. */
  slots: readonly Slots[];
  size: number;
}

/** Which of the marked words each selected passage holds, one bit per word. */
export interface Presence {
  any: Uint32Array;
  /** In names that the passage declares. */
  declared: Uint32Array;
}

/** Words told apart in one number; further ones share the bits. */
export const wordBits = 31;

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

  constructor(readonly searched: readonly Searched[]) {
    this.statistics = statisticsOf(searched);
    this.known = knownTermsOf(
      searched.map(({ segment }) => segment),
      this.statistics.masks,
    );
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

  /** Passages holding the term. */
  frequency(term: string): number {
    return this.known.of(term).frequency;
  }

  /** Rarity of a term; 0 when it does not occur. */
  idf(term: string): number {
    const frequency = this.frequency(term);
    return frequency === 0 ? 0 : this.rarityOf(frequency);
  }

  /** Rarity of a word that remembers where it was found; 0 when it does not occur. */
  idfOf(word: Remembered): number {
    const { frequency } = this.known.ofWord(word);
    return frequency === 0 ? 0 : this.rarityOf(frequency);
  }

  /** No term is rarer. */
  get greatestIdf(): number {
    return this.rarityOf(1);
  }

  /** Rarity of what so many passages hold. */
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

  /** Of all passages, one segment after the other: its column stays near. The columns are lent: see `giveBack`. */
  score(terms: ReadonlyMap<string, number>, weights: View): Scores[] {
    const valued = Array.from(terms, ([term, weight]) => ({
      ids: this.known.of(term).ids,
      value: this.idf(term) * weight,
    }));
    const asked = valued.filter(({ value }) => value > 0);
    return this.searched.map(({ segment }, place) => {
      const mask = this.statistics.masks[place] ?? segment.alive;
      const norms = normsOf(segment, this.statistics.averages);
      const adding = { mask, norms, weights, isUsual: weights === mainView, scores: borrowScores(segment) };
      for (const { ids, value } of asked) {
        const id = ids[place] ?? absent;
        if (id !== absent) addScores(segment, { id, value }, adding);
      }
      return adding.scores;
    });
  }

  /** The scores are not read any more. */
  giveBack(scores: readonly Scores[]): void {
    this.searched.forEach(({ segment }, place) => {
      const column = scores[place];
      if (column) giveBackScores(segment, column);
    });
  }

  /** Adds to the scores of the selected passages. Each term is looked up once for all columns. */
  addSelected({ slots }: Selected, columns: readonly Column[]): void {
    const norms = this.searched.map(({ segment }) => normsOf(segment, this.statistics.averages));
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

  /** Adds how often a term stands in the selected passages, and its strength where no stronger one stands. */
  countSelected(
    term: string,
    { slots }: Selected,
    counting: { strength: number; sums: Scores; strongest: Scores },
  ): void {
    this.eachTerm(this.known.of(term), (segment, id, place) => {
      const norms = normsOf(segment, this.statistics.averages);
      countSelected(segment, id, { selected: slots[place]!, norms, weights: mainView, ...counting });
    });
  }

  /**
   * The passages that hold all of the terms, in the order of the index; undefined when they are more than `most`.
   * Cost: the postings of the rarest term, with a look-up of each of the others.
   */
  passagesOfAll(terms: readonly string[], most: number): { place: number; passage: number }[] | undefined {
    const known = terms.map((term) => this.known.of(term)).sort((a, b) => a.frequency - b.frequency);
    const [rarest, ...others] = known;
    const found: { place: number; passage: number }[] = [];
    if (!rarest || rarest.frequency === 0) return found;
    for (let place = 0; place < this.searched.length; place += 1) {
      const { segment } = this.searched[place]!;
      const id = rarest.ids[place] ?? absent;
      if (id === absent || others.some(({ ids }) => (ids[place] ?? absent) === absent)) continue;
      const otherIds = others.map(({ ids }) => ids[place]!);
      for (let at = segment.offsets[id]!; at < segment.offsets[id + 1]!; at += 1) {
        const passage = segment.passages[at]!;
        if (!this.isIn(place, passage) || !holdsAll(segment, otherIds, passage)) continue;
        if (found.length === most) return undefined;
        found.push({ place, passage });
      }
    }
    return found;
  }

  /** Which of the words the selected passages hold. */
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
