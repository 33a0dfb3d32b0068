/**
 * Written by `npm run fit:likelihood` on 2026-11-24; not edited by hand. Fitted on the open half of
 * test/quality/line-questions; first passages, cross-validated by repository: n 940, right 0.50;
 * calibration error 0.022;
 * from .6: 388, right 0.92;
 * .3 to .6: 97, right 0.42.
 */
export const likelihoodWeights = {
  always: -4.345,
  exact: 1.632,
  soleExact: 4.875,
  share: 0.453,
  shareLog: 0.277,
  coveredShare: 3.74,
  wantsLines: 1.127,
  coverage: 0.458,
  length: 1.466,
  first: 0.416,
};
