/**
 * Written by `npm run fit:tiers` on 2026-11-24; not edited by hand. Fitted on the open half of test/quality/line-questions;
 * cross-validated by repository: n 439 and 138 absent;
 * fact in the first answer .462, wrongly "not here" .036;
 * absent not claimed 1.000, said to be absent .420;
 * 0 claims of what is here, right .000;
 * calibration error of places 0.049.
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
    one: -1.358,
    whole: 1.089,
    together: 1.798,
    missing: 0.123,
    nameMissing: -1.642,
    everydayMissing: 0.258,
    second: 1.096,
    fifth: 0.694,
    tenth: -2.38,
    all: -1.383,
    value: -0.409,
    who: -0.095,
    why: 0.69,
  },
};
