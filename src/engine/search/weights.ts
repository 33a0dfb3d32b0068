/**
 * Weights of the passages' signals, written by src/training/lines; not edited by hand. Fitted on the open half of
 * test/quality/line-questions; cross-validated by repository: n 439, place at 1 / 5 / 10 / 20: 0.321 / 0.604 / 0.699 / 0.784.
 */
export const passageWeights = {
  withMeaning: {
    ownWords: 1.022,
    likeWords: 2.605,
    likeCoverage: 3.258,
    meaning: 5.2,
    file: 0.317,
    placeInFile: 0.832,
    prior: 2.484,
    rows: 0.544,
    isDefinition: 1.745,
  },
  /** Where the space is too large for its passages to be compared by meaning, or there is no embedding. */
  byWords: {
    ownWords: 1.5,
    likeWords: 3.024,
    likeCoverage: 3.944,
    file: 0.358,
    placeInFile: 0.927,
    prior: 2.409,
    rows: 0.493,
    isDefinition: 1.749,
  },
};
