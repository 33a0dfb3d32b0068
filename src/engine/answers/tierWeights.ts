/**
 * Written by `npm run fit:tiers` on 2026-11-26; not edited by hand. Fitted on the open half of test/quality/line-questions;
 * cross-validated by repository: n 439 and 138 absent;
 * fact in the first answer .538, wrongly "not here" .009;
 * absent not claimed .993, said to be absent .362;
 * 5 claims of what is here, right 1.000;
 * calibration error of places 0.036.
 */
export const tierWeights = {
  here: {
    one: 0.674,
    whole: -0.027,
    together: 1.028,
    missing: -1.801,
    nameMissing: -3.376,
    everydayMissing: 0.613,
    second: 0.273,
    fifth: -0.639,
    tenth: 0.69,
    all: 0.213,
  },
  places: {
    one: -0.91,
    whole: -0.219,
    together: 2.314,
    missing: -0.152,
    nameMissing: -1.93,
    everydayMissing: 0.28,
    second: 1.042,
    fifth: 0.018,
    tenth: -3.194,
    all: -0.875,
  },
};
