/**
 * Weights of the passages' signals, written by src/training/lines; not edited by hand. Fitted on the open half of
 * test/quality/line-questions; cross-validated by repository: n 439, place at 1 / 5 / 10 / 20: 0.346 / 0.617 / 0.708 / 0.772.
 */
export const passageWeights = {
  withMeaning: {
    ownWords: 0.559,
    likeWords: 3.007,
    likeCoverage: 3.549,
    meaning: 5.366,
    file: 0.285,
    placeInFile: 0.721,
    prior: 2.496,
    rows: 0.636,
    isDefinition: 1.053,
  },
  /** Where the space is too large for its passages to be compared by meaning, or there is no embedding. */
  byWords: {
    ownWords: 1.066,
    likeWords: 3.464,
    likeCoverage: 4.234,
    file: 0.325,
    placeInFile: 0.828,
    prior: 2.388,
    rows: 0.573,
    isDefinition: 1.068,
  },
};
