/**
 * Written by `npm run fit:values`; not edited by hand. Fitted on the open half of test/quality/line-questions and on
 * answers-dev; cross-validated by repository, from a chance of .6: whole repositories 6 claims of what is here, right 5, of what is not 2;
 * packages 9 claims of what is here, right 8, of what is not 0.
 */
export const valueWeights = {
  signs: {
    nameLike: 5.777,
    allLike: 1.864,
    isTime: 3.116,
    isSize: 1.641,
    isLimit: 1.704,
    isNumber: 0.676,
    isNothing: -1.603,
    isFound: 0.29,
    rank: -2.752,
    isAside: -1.94,
  },
  /** What "none of them" weighs. */
  none: 5.415,
};
