/**
 * Weights of the passages' signals, written by src/training/lines; not edited by hand. Fitted on the open half of
 * test/quality/line-questions; cross-validated by repository: n 439, place at 1 / 5 / 10 / 20: 0.360 / 0.645 / 0.729 /
 * 0.777.
 */
export const passageWeights = {
  withMeaning: {
    ownWords: 0.562,
    likeWords: 3.532,
    likeCoverage: 3.582,
    meaning: 5.146,
    file: 0.277,
    placeInFile: 0.733,
    prior: 2.711,
    rows: 0.597,
    isDefinition: 0.94,
  },
  /** Where the space is too large for its passages to be compared by meaning, or there is no embedding. */
  byWords: {
    ownWords: 1.093,
    likeWords: 3.954,
    likeCoverage: 4.259,
    file: 0.318,
    placeInFile: 0.84,
    prior: 2.62,
    rows: 0.524,
    isDefinition: 0.958,
  },
};
