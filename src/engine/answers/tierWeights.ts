/**
 * Written by `npm run fit:tiers` on 2026-11-24; not edited by hand. Fitted on the open half of test/quality/line-questions;
 * cross-validated by repository: n 439 and 138 absent;
 * fact in the first answer .467, wrongly "not here" .036;
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
    one: -1.328,
    whole: 1.045,
    together: 1.729,
    missing: 0.125,
    nameMissing: -1.71,
    everydayMissing: 0.246,
    second: 1.285,
    fifth: 0.566,
    tenth: -2.184,
    all: -1.399,
    value: -0.429,
    who: -0.123,
    why: 0.648,
  },
};
