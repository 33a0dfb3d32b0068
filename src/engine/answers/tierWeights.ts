/**
 * Written by `npm run fit:tiers` on 2026-11-25; not edited by hand. Fitted on the open half of test/quality/line-questions;
 * cross-validated by repository: n 439 and 138 absent;
 * fact in the first answer .485, wrongly "not here" .016;
 * absent not claimed 1.000, said to be absent .391;
 * 1 claims of what is here, right .000;
 * calibration error of places 0.009.
 */
export const tierWeights = {
  here: {
    one: 0.857,
    whole: 0.907,
    together: 0.395,
    missing: -1.353,
    nameMissing: -3.288,
    everydayMissing: 0.607,
    second: 0.041,
    fifth: 0.854,
    tenth: -1.35,
    all: -0.197,
  },
  places: {
    one: -1.063,
    whole: 0.562,
    together: 1.754,
    missing: 0.257,
    nameMissing: -1.846,
    everydayMissing: 0.169,
    second: 1.598,
    fifth: 0.44,
    tenth: -2.195,
    all: -1.474,
  },
};
