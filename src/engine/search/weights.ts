/**
 * Weights of the passages' signals, written by src/training/lines; not edited by hand. Fitted on the open half of
 * test/quality/line-questions; cross-validated by repository: n 439, place at 1 / 5 / 10 / 20: 0.317 / 0.604 / 0.690 / 0.781.
 */
export const passageWeights = {
  withMeaning: {
    ownWords: 1.088,
    likeWords: 2.642,
    likeCoverage: 3.328,
    meaning: 5.267,
    file: 0.29,
    placeInFile: 0.756,
    prior: 2.535,
    rows: 0.583,
    isDefinition: 1.012,
  },
  /** Where the space is too large for its passages to be compared by meaning, or there is no embedding. */
  byWords: {
    ownWords: 1.553,
    likeWords: 3.063,
    likeCoverage: 4.011,
    file: 0.336,
    placeInFile: 0.868,
    prior: 2.364,
    rows: 0.529,
    isDefinition: 1.054,
  },
};
