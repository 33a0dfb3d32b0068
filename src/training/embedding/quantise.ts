/** Turns a trained model into the weights that ship: bytes with one scale for each row, the weights of terms folded in. */
import type { NewWeights } from '../../engine/dense/weightsFile';
import type { Model } from './model';

const greatest = 127;

export function quantise(model: Model, terms: readonly string[]): Omit<NewWeights, 'alike' | 'date' | 'recipe'> {
  const { width } = model.shape;
  const table = new Int8Array(terms.length * width);
  const scales = terms.map((_, row) => {
    const own = model.table.subarray(row * width, (row + 1) * width);
    const scale = own.reduce((max, value) => Math.max(max, Math.abs(value)), Number.MIN_VALUE) / greatest;
    own.forEach((value, at) => (table[row * width + at] = Math.round(value / scale)));
    return scale;
  });
  const factors = (side: 0 | 1) =>
    Float32Array.from(scales, (scale, row) => scale * Math.exp(model.logWeights[side][row]!));
  return { width, terms, table, questionFactors: factors(0), codeFactors: factors(1) };
}
