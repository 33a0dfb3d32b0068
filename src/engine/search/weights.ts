/**
 * Weights of the passages' signals, written by src/training/lines; not edited by hand. Fitted on the open half of
 * test/quality/line-questions; cross-validated by repository: n 439, place at 1 / 5 / 10 / 20: 0.296 / 0.574 / 0.695 / 0.779.
 */
export const passageWeights = {
  withMeaning: {
    ownWords: 1.172,
    widenedWords: -0.035,
    bodyWords: 0.952,
    coverage: 1.908,
    definitionName: 0.859,
    typeName: 0.447,
    meaning: 3.019,
    meaningShare: 3.188,
    file: 0.36,
    placeInFile: 0.919,
    prior: 2.263,
    rows: 0.677,
    isDefinition: 1.635,
  },
  /** Where the space is too large for its passages to be compared by meaning, or there is no embedding. */
  byWords: {
    ownWords: 1.739,
    widenedWords: 0.189,
    bodyWords: 1.963,
    coverage: 2.585,
    definitionName: 1.266,
    typeName: 0.746,
    file: 0.416,
    placeInFile: 0.958,
    prior: 2.185,
    rows: 0.613,
    isDefinition: 1.526,
  },
};
