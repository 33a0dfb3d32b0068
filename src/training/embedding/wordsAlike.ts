/**
 * Which terms of a trained table stand near each other: what a question's word is looked up together with. Cost: each row
 * with each other, minutes on one core; so it is done once, and the pairs ship with the table.
 */
import type { Alike, Weights } from '../../engine/dense/weightsFile';

/** Cosines below are chance. .3 and 24 of 16 to 40 words: the open half of the line questions, where a higher bar loses. */
const leastCosine = 0.3;
const mostAlike = 24;
const whole = 255;
/** Rows compared at once with all others, so that they stay near. */
const blockRows = 16;

function rowsOfLengthOne({ table, width }: Pick<Weights, 'table' | 'width'>): Float32Array {
  const rows = Float32Array.from(table);
  for (let at = 0; at < rows.length; at += width) {
    const row = rows.subarray(at, at + width);
    const length = Math.sqrt(row.reduce((sum, value) => sum + value * value, 0)) || 1;
    row.forEach((value, d) => (row[d] = value / length));
  }
  return rows;
}

function dot(rows: Float32Array, from: number, { other, width }: { other: number; width: number }): number {
  let [first, second, third, fourth] = [0, 0, 0, 0];
  for (let d = 0; d < width; d += 4) {
    first += rows[from + d]! * rows[other + d]!;
    second += rows[from + d + 1]! * rows[other + d + 1]!;
    third += rows[from + d + 2]! * rows[other + d + 2]!;
    fourth += rows[from + d + 3]! * rows[other + d + 3]!;
  }
  return first + second + third + fourth;
}

/** The width is a multiple of four. */
export function wordsAlike(weights: Pick<Weights, 'table' | 'width'>): Alike {
  const { width } = weights;
  const rows = rowsOfLengthOne(weights);
  const count = rows.length / width;
  const ends = new Uint32Array(count);
  const [found, strengths]: [number[], number[]] = [[], []];
  for (let first = 0; first < count; first += blockRows) {
    const block = Array.from({ length: Math.min(blockRows, count - first) }, (): [row: number, cosine: number][] => []);
    for (let other = 0; other < count; other += 1)
      block.forEach((near, at) => {
        const cosine = dot(rows, (first + at) * width, { other: other * width, width });
        if (cosine >= leastCosine && other !== first + at) near.push([other, cosine]);
      });
    block.forEach((near, at) => {
      near.sort((a, b) => b[1] - a[1] || a[0] - b[0]).splice(mostAlike);
      for (const [row, cosine] of near) {
        found.push(row);
        strengths.push(Math.min(whole, Math.round(cosine * whole)));
      }
      ends[first + at] = found.length;
    });
  }
  return { ends, rows: Uint16Array.from(found), strengths: Uint8Array.from(strengths) };
}
