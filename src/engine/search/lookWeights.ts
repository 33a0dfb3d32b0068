/**
 * Weights of the signs of a closer look, written by src/training/lines; not edited by hand. Fitted on the open half of
 * test/quality/line-questions; cross-validated by repository: n 439, place at 1 / 5 / 10 / 20: 0.344 / 0.620 / 0.704 / 0.772.
 */
export const lookWeights = {
  power: 0.791,
  bestRow: 2.569,
  whole: 1.312,
  numberRow: 4.664,
  filledRows: -0.566,
  statements: 0.585,
};
