/**
 * Written by `npm run fit:tiers` on 2026-11-24; not edited by hand. Fitted on the open half of test/quality/line-questions;
 * cross-validated by repository: n 439 and 138 absent;
 * fact in the first answer .478, wrongly "not here" .034;
 * absent not claimed 1.000, said to be absent .406;
 * 1 claims of what is here, right 1.000;
 * calibration error of places 0.017.
 */
export const tierWeights = {
  here: {
    one: 0.678,
    whole: 0.979,
    together: 0.758,
    missing: -1.21,
    nameMissing: -3.312,
    everydayMissing: 0.666,
    second: -0.095,
    fifth: 0.561,
    tenth: -1.399,
    all: -0.03,
    value: -0.923,
    who: 2.1,
    why: 2.24,
  },
  places: {
    one: -0.69,
    whole: 0.026,
    together: 1.849,
    missing: 0.273,
    nameMissing: -1.9,
    everydayMissing: 0.197,
    second: 1.468,
    fifth: 1.029,
    tenth: -3.013,
    all: -1.631,
    value: -0.32,
    who: 0.06,
    why: 0.481,
  },
};
