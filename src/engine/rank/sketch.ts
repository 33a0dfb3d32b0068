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

/** Places `first` to before `end` of a column of scores. */
export interface Stretch {
  scores: Float64Array;
  first: number;
  end: number;
}

export function sumUp(stretches: readonly Stretch[]): FileSums {
  const count = stretches.length;
  const sums = { best: new Float64Array(count), three: new Float64Array(count), all: new Float64Array(count) };
  for (let at = 0; at < count; at += 1) {
    const { scores, first, end } = stretches[at]!;
    let [a, b, c, all] = [0, 0, 0, 0];
    for (let place = first; place < end; place += 1) {
      const score = scores[place]!;
      if (score === 0) continue;
      all += score;
      if (score > a) {
        c = b;
        b = a;
        a = score;
      } else if (score > b) {
        c = b;
        b = score;
      } else if (score > c) c = score;
    }
    sums.best[at] = a;
    sums.three[at] = a + b + c;
    sums.all[at] = all;
  }
  return sums;
}
