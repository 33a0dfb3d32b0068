/**
 * Written by `npm run fit:tiers` on 2026-11-26; not edited by hand. Fitted on the open half of
 * test/quality/line-questions; cross-validated by repository: n 439 and 138 absent; fact in the first answer .567,
 * wrongly "not here" .009; absent not claimed 1.000, said to be absent .399; 5 claims of what is here, right 1.000;
 * calibration error of places 0.025.
 */
export const tierWeights = {
  here: {
    one: 0.976,
    whole: -0.052,
    together: 0.845,
    missing: -1.906,
    nameMissing: -3.38,
    everydayMissing: 0.577,
    second: -0.105,
    fifth: 0.026,
    tenth: -0.163,
    all: 0.236,
  },
  places: {
    one: -0.583,
    whole: -0.426,
    together: 2.332,
    missing: -0.276,
    nameMissing: -2.031,
    everydayMissing: 0.244,
    second: 0.448,
    fifth: 1.184,
    tenth: -5.469,
    all: -0.68,
  },
};
