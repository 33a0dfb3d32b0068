/**
 * Written by `npm run fit:tiers` on 2026-11-26; not edited by hand. Fitted on the open half of test/quality/line-questions;
 * cross-validated by repository: n 439 and 138 absent;
 * fact in the first answer .531, wrongly "not here" .009;
 * absent not claimed .993, said to be absent .362;
 * 5 claims of what is here, right 1.000;
 * calibration error of places 0.011.
 */
export const tierWeights = {
  here: {
    one: 0.639,
    whole: 0.043,
    together: 1.003,
    missing: -1.709,
    nameMissing: -3.369,
    everydayMissing: 0.615,
    second: 0.229,
    fifth: -0.655,
    tenth: 0.627,
    all: 0.226,
  },
  places: {
    one: -0.889,
    whole: -0.252,
    together: 2.365,
    missing: -0.239,
    nameMissing: -1.874,
    everydayMissing: 0.263,
    second: 1.134,
    fifth: -0.166,
    tenth: -3.148,
    all: -0.915,
  },
};
