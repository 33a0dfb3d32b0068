/**
 * Written by `npm run fit:tiers` on 2026-11-25; not edited by hand. Fitted on the open half of test/quality/line-questions;
 * cross-validated by repository: n 439 and 138 absent;
 * fact in the first answer .524, wrongly "not here" .009;
 * absent not claimed .993, said to be absent .355;
 * 5 claims of what is here, right 1.000;
 * calibration error of places 0.012.
 */
export const tierWeights = {
  here: {
    one: 0.753,
    whole: 0.049,
    together: 0.974,
    missing: -1.664,
    nameMissing: -3.381,
    everydayMissing: 0.597,
    second: -0.127,
    fifth: -0.724,
    tenth: 0.741,
    all: 0.314,
  },
  places: {
    one: -0.782,
    whole: 0.126,
    together: 1.711,
    missing: -0.081,
    nameMissing: -2.473,
    everydayMissing: 0.334,
    second: 1.168,
    fifth: 0.22,
    tenth: -4.713,
    all: -0.956,
  },
};
