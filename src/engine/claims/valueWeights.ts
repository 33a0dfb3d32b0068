/**
 * Written by `npm run fit:values`; not edited by hand. Fitted on the open half of test/quality/line-questions and on
 * answers-dev; cross-validated by repository, from a chance of .6: whole repositories 6 claims of what is here, right 5, of what is not 1;
 * packages 8 claims of what is here, right 7, of what is not 0.
 */
export const valueWeights = {
  signs: {
    covers: 1.749,
    nameLike: 5.333,
    allLike: 0.971,
    isTime: 3.168,
    isSize: 1.669,
    isLimit: 1.696,
    isNumber: 0.645,
    isNothing: -1.63,
    isFound: 0.319,
    rank: -2.694,
    isAside: -1.977,
  },
  /** What "none of them" weighs. */
  none: 5.333,
};
