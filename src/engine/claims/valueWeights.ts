/**
 * Written by `npm run fit:values`; not edited by hand. Fitted on the open half of test/quality/line-questions and on
 * answers-dev; cross-validated by repository, from a chance of .6: whole repositories 7 claims of what is here, right
 * 6, of what is not 1; packages 7 claims of what is here, right 6, of what is not 0.
 */
export const valueWeights = {
  signs: {
    covers: 1.673,
    nameLike: 5.158,
    allLike: 1.645,
    isTime: 3.133,
    isSize: 1.601,
    isLimit: 1.542,
    isNumber: 0.681,
    isNothing: -1.758,
    isFound: 0.449,
    rank: -2.337,
    isAside: -2.353,
  },
  /** Weight of "none of them". */
  none: 5.638,
};
