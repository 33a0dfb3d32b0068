/**
 * What was looked up of terms: their numbers in the segments searched, and how many passages hold them. A look up meets
 * memory that nobody was near, and the words of the best passages come again from question to question; so what is known
 * of those stays with the word for as long as the space is the same. Cost: .2 microseconds for a term and segment.
 */
import { frequencyIn, type Mask } from '../index/scoring';
import type { Segment } from '../index/segment';
import { keyOf } from '../index/terms';

/** No number of a term. */
export const absent = -1;

/** By segment the number of the term, or `absent`; and how many passages hold it. */
export interface Known {
  ids: readonly number[];
  frequency: number;
}

/** A term that is looked up again and again. It remembers by whom it is known: that is a number, which holds no index. */
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

export class KnownTerms {
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
export function knownTermsOf(segments: readonly Segment[], masks: readonly Mask[]): KnownTerms {
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
