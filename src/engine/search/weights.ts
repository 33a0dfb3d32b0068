/**
 * Weights of the passages' signals, written by src/training/lines; not edited by hand. Fitted on the open half of
 * test/quality/line-questions; cross-validated by repository: n 439, place at 1 / 5 / 10 / 20: 0.314 / 0.604 / 0.692 / 0.784.
 */
export const passageWeights = {
  withMeaning: {
    ownWords: 0.945,
    likeWords: 2.619,
    likeCoverage: 3.291,
    meaning: 5.171,
    file: 0.316,
    placeInFile: 0.827,
    prior: 2.435,
    rows: 0.575,
    isDefinition: 1.029,
  },
  /** Where the space is too large for its passages to be compared by meaning, or there is no embedding. */
  byWords: {
    ownWords: 1.414,
    likeWords: 3.038,
    likeCoverage: 3.962,
    file: 0.359,
    placeInFile: 0.936,
    prior: 2.355,
    rows: 0.522,
    isDefinition: 1.07,
  },
};
