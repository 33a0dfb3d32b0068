/**
 * What is known of a file after the first look at a question: its path, and how its passages score by the question's own
 * words. Some signals need no more, and choose with it the files that all the others look at.
 */
import type { FileTraits } from './fileTable';
import type { Question } from './question';
import type { WordMatch } from './wordMatch';

export interface FileSketch extends FileTraits {
  /** Which piece of the space, and which file of its table. */
  piece: number;
  row: number;
  source: string;
  place: string;
}

/** How the passages of each file score by one view. */
export interface FileSums {
  best: Float64Array;
  /** Of the three best. */
  three: Float64Array;
  all: Float64Array;
}

export interface Sketch {
  question: Question;
  words: WordMatch;
  files: readonly FileSketch[];
  sums: { main: FileSums };
}

/** Places `first` to before `end` of a column. */
export interface Stretch {
  first: number;
  end: number;
}

/** Of each stretch by its column of scores. */
export function sumUp(stretches: readonly Stretch[], columnOf: (at: number) => Float64Array): FileSums {
  const count = stretches.length;
  const sums = { best: new Float64Array(count), three: new Float64Array(count), all: new Float64Array(count) };
  for (let at = 0; at < count; at += 1) sumOf(sums, at, stretches[at]!, columnOf(at));
  return sums;
}

function sumOf(sums: FileSums, at: number, { first, end }: Stretch, scores: Float64Array): void {
  let best = 0;
  let second = 0;
  let third = 0;
  let all = 0;
  for (let place = first; place < end; place += 1) {
    const score = scores[place]!;
    if (score === 0) continue;
    all += score;
    if (score > best) {
      third = second;
      second = best;
      best = score;
    } else if (score > second) {
      third = second;
      second = score;
    } else if (score > third) third = score;
  }
  sums.best[at] = best;
  sums.three[at] = best + second + third;
  sums.all[at] = all;
}
