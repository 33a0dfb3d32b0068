/**
 * Written by `npm run fit:tiers` on 2026-11-25; not edited by hand. Fitted on the open half of test/quality/line-questions;
 * cross-validated by repository: n 439 and 138 absent;
 * fact in the first answer .467, wrongly "not here" .057;
 * absent not claimed 1.000, said to be absent .464;
 * 2 claims of what is here, right .500;
 * calibration error of places 0.023.
 */
export const tierWeights = {
  here: {
    one: 0.569,
    whole: 1.375,
    together: 0.599,
    missing: -1.136,
    nameMissing: -3.337,
    everydayMissing: 0.67,
    second: -0.195,
    fifth: 0.659,
    tenth: -1.046,
    all: -0.051,
    value: -0.96,
  },
  places: {
    one: -0.735,
    whole: -0.02,
    together: 2.069,
    missing: 0.117,
    nameMissing: -1.823,
    everydayMissing: 0.187,
    second: 1.395,
    fifth: 0.516,
    tenth: -2.764,
    all: -1.495,
    value: -0.345,
  },
};
