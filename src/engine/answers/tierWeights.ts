/**
 * Written by `npm run fit:tiers` on 2026-11-25; not edited by hand. Fitted on the open half of test/quality/line-questions;
 * cross-validated by repository: n 439 and 138 absent;
 * fact in the first answer .508, wrongly "not here" .016;
 * absent not claimed .993, said to be absent .391;
 * 5 claims of what is here, right 1.000;
 * calibration error of places 0.030.
 */
export const tierWeights = {
  here: {
    one: 0.875,
    whole: 0.897,
    together: 0.393,
    missing: -1.384,
    nameMissing: -3.273,
    everydayMissing: 0.609,
    second: 0.01,
    fifth: 0.751,
    tenth: -1.386,
    all: -0.164,
  },
  places: {
    one: -1.289,
    whole: 0.767,
    together: 1.81,
    missing: 0.196,
    nameMissing: -1.807,
    everydayMissing: 0.246,
    second: 1.819,
    fifth: 0.619,
    tenth: -3.05,
    all: -1.436,
  },
};
