/**
 * Written by `npm run fit:values`; not edited by hand. Fitted on the open half of test/quality/line-questions and on
 * answers-dev; cross-validated by repository, from a chance of .6: whole repositories 6 claims of what is here, right 5, of what is not 1;
 * packages 8 claims of what is here, right 7, of what is not 0.
 */
export const valueWeights = {
  signs: {
    nameLike: 5.045,
    allLike: 2.234,
    isTime: 3.134,
    isSize: 1.601,
    isLimit: 1.572,
    isNumber: 0.807,
    isNothing: -1.769,
    isFound: 1.266,
    rank: -1.784,
    isAside: -1.962,
  },
  /** What "none of them" weighs. */
  none: 6.151,
};
