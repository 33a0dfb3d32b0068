/**
 * Weights of the signs of a closer look, written by src/training/lines; not edited by hand. Fitted on the open half of
 * test/quality/line-questions; cross-validated by repository: n 439, place at 1 / 5 / 10 / 20: 0.346 / 0.631 / 0.708 / 0.772.
 */
export const lookWeights = {
  power: 0.751,
  bestRow: 3.364,
  whole: 3.473,
  numberRow: 5.008,
  filledRows: -0.449,
  statements: 0.573,
};
