/**
 * Written by `npm run fit:tiers` on 2026-11-25; not edited by hand. Fitted on the open half of test/quality/line-questions;
 * cross-validated by repository: n 439 and 138 absent;
 * fact in the first answer .481, wrongly "not here" .030;
 * absent not claimed 1.000, said to be absent .384;
 * 2 claims of what is here, right .500;
 * calibration error of places 0.029.
 */
export const tierWeights = {
  here: {
    one: 0.686,
    whole: 1.293,
    together: 0.492,
    missing: -1.299,
    nameMissing: -3.335,
    everydayMissing: 0.681,
    second: -0.232,
    fifth: 1.094,
    tenth: -1.645,
    all: -0.049,
    value: -0.95,
    who: 2.082,
    why: 2.236,
  },
  places: {
    one: -0.921,
    whole: 0.224,
    together: 1.95,
    missing: 0.145,
    nameMissing: -1.805,
    everydayMissing: 0.208,
    second: 1.505,
    fifth: 0.445,
    tenth: -3.079,
    all: -1.429,
    value: -0.29,
    who: 0.049,
    why: 0.416,
  },
};
