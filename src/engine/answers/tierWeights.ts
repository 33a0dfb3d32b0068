/**
 * Written by `npm run fit:tiers` on 2026-11-26; not edited by hand. Fitted on the open half of test/quality/line-questions;
 * cross-validated by repository: n 439 and 138 absent;
 * fact in the first answer .551, wrongly "not here" .009;
 * absent not claimed .993, said to be absent .362;
 * 5 claims of what is here, right 1.000;
 * calibration error of places 0.025.
 */
export const tierWeights = {
  here: {
    one: 0.684,
    whole: -0.049,
    together: 1.024,
    missing: -1.792,
    nameMissing: -3.38,
    everydayMissing: 0.608,
    second: 0.294,
    fifth: -0.671,
    tenth: 0.566,
    all: 0.225,
  },
  places: {
    one: -0.817,
    whole: -0.709,
    together: 2.724,
    missing: -0.171,
    nameMissing: -1.949,
    everydayMissing: 0.32,
    second: 0.973,
    fifth: 0.302,
    tenth: -3.606,
    all: -0.904,
  },
};
