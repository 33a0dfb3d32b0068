/**
 * Weights of the passages' signals, written by src/training/lines; not edited by hand. Fitted on the open half of
 * test/quality/line-questions; cross-validated by repository: n 439, place at 1 / 5 / 10 / 20: 0.321 / 0.604 / 0.692 / 0.772.
 */
export const passageWeights = {
  withMeaning: {
    ownWords: 0.555,
    likeWords: 3.003,
    likeCoverage: 3.55,
    meaning: 5.353,
    file: 0.287,
    placeInFile: 0.723,
    prior: 2.476,
    rows: 0.644,
    isDefinition: 1.049,
  },
  /** Where the space is too large for its passages to be compared by meaning, or there is no embedding. */
  byWords: {
    ownWords: 1.059,
    likeWords: 3.458,
    likeCoverage: 4.233,
    file: 0.328,
    placeInFile: 0.83,
    prior: 2.368,
    rows: 0.585,
    isDefinition: 1.065,
  },
};
