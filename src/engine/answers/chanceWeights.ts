/**
 * Written by `npm run measure:answers`; not edited by hand. Fitted on all answers to 674 questions, each rated by weights
 * that saw nothing of its package. By package:
 * expected calibration error of first answers 0.014, of the first three 0.006, of all 0.004;
 * loss of first answers 0.530, Brier 0.177.
 */
export const chanceWeights = {
  one: -1.87,
  score: 0.08,
  lead: 0.18,
  place: -0.3,
  vote: 1.55,
  gap: -0.3,
  spread: -0.2,
  passage: 0.83,
  who: 0.73,
  why: 0.25,
  file: 0.55,
  first: 0.53,
  firstScore: 0.04,
  firstSpread: -0.25,
};
