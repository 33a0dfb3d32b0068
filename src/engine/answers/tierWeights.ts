/**
 * Written by `npm run fit:tiers` on 2026-11-25; not edited by hand. Fitted on the open half of test/quality/line-questions;
 * cross-validated by repository: n 439 and 138 absent;
 * fact in the first answer .481, wrongly "not here" .016;
 * absent not claimed 1.000, said to be absent .391;
 * 1 claims of what is here, right .000;
 * calibration error of places 0.008.
 */
export const tierWeights = {
  here: {
    one: 0.875,
    whole: 0.897,
    together: 0.387,
    missing: -1.353,
    nameMissing: -3.285,
    everydayMissing: 0.606,
    second: 0.008,
    fifth: 0.744,
    tenth: -1.378,
    all: -0.164,
  },
  places: {
    one: -1.068,
    whole: 0.412,
    together: 1.893,
    missing: 0.169,
    nameMissing: -1.822,
    everydayMissing: 0.142,
    second: 1.596,
    fifth: 0.544,
    tenth: -2.089,
    all: -1.471,
  },
};
