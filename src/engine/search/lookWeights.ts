/**
 * Weights of the signs of a closer look, written by src/training/lines; not edited by hand. Fitted on the open half of
 * test/quality/line-questions; cross-validated by repository: n 439, place at 1 / 5 / 10 / 20: 0.360 / 0.645 / 0.729 /
 * 0.777.
 */
export const lookWeights = {
  power: 0.792,
  bestRow: 2.265,
  whole: 3.163,
  numberRow: 4.399,
  filledRows: -0.599,
  statements: 0.649,
};
