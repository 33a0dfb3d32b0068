/**
 * Weights of the file signals, written by src/training/ranking on 2026-11-25; not edited by hand. Fitted on the developers'
 * part of the repository questions and on the other sets of src/training/ranking/questionSets.ts that have files;
 * cross-validated by repository: nDCG@10 0.8926  R@1 0.726  R@5 0.948.
 * A signal's best file of a question has the value 1.
 */
export const weights = {
  worded: {
    role: 3.986,
    nameAndPassage: 0.637,
    fileName: 1.167,
    folders: 1.467,
    depth: -2.685,
    olderVersion: -2.535,
    foreignPlatform: -2.897,
    widened: 2.456,
    comments: 0.676,
    definitions: 1.32,
    declares: 0.456,
    together: 1.78,
  },
  symbol: {
    role: 1.289,
    nameAndPassage: 2.3,
    fileName: 2.008,
    folders: 0.281,
    depth: 0.469,
    olderVersion: -2.5,
    foreignPlatform: -1,
    widened: 2.221,
    comments: 2.085,
    definitions: 0.682,
    declares: 2.274,
    together: 0.486,
  },
};
