/**
 * Written by `npm run fit:tiers` on 2026-11-25; not edited by hand. Fitted on the open half of test/quality/line-questions;
 * cross-validated by repository: n 439 and 138 absent;
 * fact in the first answer .481, wrongly "not here" .030;
 * absent not claimed 1.000, said to be absent .413;
 * 2 claims of what is here, right .500;
 * calibration error of places 0.025.
 */
export const tierWeights = {
  here: {
    one: 0.674,
    whole: 1.168,
    together: 0.583,
    missing: -1.25,
    nameMissing: -3.297,
    everydayMissing: 0.661,
    second: -0.038,
    fifth: 0.684,
    tenth: -1.61,
    all: -0.045,
    value: -0.93,
    who: 2.097,
    why: 2.292,
  },
  places: {
    one: -0.841,
    whole: 0.209,
    together: 1.91,
    missing: 0.365,
    nameMissing: -1.887,
    everydayMissing: 0.21,
    second: 1.647,
    fifth: 0.388,
    tenth: -2.065,
    all: -1.671,
    value: -0.347,
    who: 0.052,
    why: 0.403,
  },
};
