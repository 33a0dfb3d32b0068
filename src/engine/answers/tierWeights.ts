/**
 * Written by `npm run fit:tiers` on 2026-11-24; not edited by hand. Fitted on the open half of test/quality/line-questions;
 * cross-validated by repository: n 439 and 138 absent;
 * fact in the first answer .460, wrongly "not here" .036;
 * absent not claimed 1.000, said to be absent .420;
 * 0 claims of what is here, right .000;
 * calibration error of places 0.044.
 */
export const tierWeights = {
  here: {
    one: 0.523,
    whole: 0.932,
    together: 0.86,
    missing: -1.018,
    nameMissing: -3.372,
    everydayMissing: 0.749,
    second: -0.204,
    fifth: 0.414,
    tenth: 0.061,
    all: -0.08,
    value: -0.9,
    who: 2.107,
    why: 2.239,
  },
  places: {
    one: -1.318,
    whole: 1.09,
    together: 1.732,
    missing: 0.152,
    nameMissing: -1.655,
    everydayMissing: 0.247,
    second: 0.969,
    fifth: 0.849,
    tenth: -2.443,
    all: -1.355,
    value: -0.353,
    who: -0.284,
    why: 0.695,
  },
};
