/**
 * Weights of the file signals, written by src/training/ranking on 2026-11-25; not edited by hand. Fitted on the
 * developers' part of the repository questions and on the other sets of src/training/ranking/questionSets.ts that have
 * files; cross-validated by repository: nDCG@10 0.8925 R@1 0.726 R@5 0.947. A signal's best file of a question has the
 * value 1.
 */
export const weights = {
  worded: {
    role: 3.999,
    nameAndPassage: 0.578,
    fileName: 1.235,
    folders: 1.458,
    depth: -2.783,
    olderVersion: -2.541,
    foreignPlatform: -2.886,
    widened: 2.452,
    comments: 0.67,
    definitions: 1.304,
    declares: 0.467,
    together: 1.753,
  },
  symbol: {
    role: 1.286,
    nameAndPassage: 2.3,
    fileName: 2.009,
    folders: 0.283,
    depth: 0.468,
    olderVersion: -2.501,
    foreignPlatform: -1,
    widened: 2.223,
    comments: 2.087,
    definitions: 0.682,
    declares: 2.275,
    together: 0.492,
  },
};
