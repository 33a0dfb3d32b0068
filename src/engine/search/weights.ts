/**
 * Weights of the passages' signals, written by src/training/lines; not edited by hand. Fitted on the open half of
 * test/quality/line-questions; cross-validated by repository: n 439, place at 1 / 5 / 10 / 20: 0.312 / 0.606 / 0.688 / 0.774.
 */
export const passageWeights = {
  withMeaning: {
    ownWords: 1.105,
    likeWords: 2.614,
    likeCoverage: 3.335,
    meaning: 5.191,
    file: 0.285,
    placeInFile: 0.788,
    prior: 2.392,
    rows: 0.555,
    isDefinition: 1.063,
  },
  /** Where the space is too large for its passages to be compared by meaning, or there is no embedding. */
  byWords: {
    ownWords: 1.576,
    likeWords: 3.039,
    likeCoverage: 4.002,
    file: 0.33,
    placeInFile: 0.898,
    prior: 2.261,
    rows: 0.502,
    isDefinition: 1.099,
  },
};
