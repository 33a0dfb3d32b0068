/** Chance in (0, 1) by fitted weights: the logistic function of the weighted sum of some signs. */
export function logistic<Signs extends Record<keyof Signs, number>>(
  signs: Signs,
  weights: Readonly<Record<keyof Signs, number>>,
): number {
  let sum = 0;
  for (const sign in signs) sum += weights[sign] * signs[sign];
  return 1 / (1 + Math.exp(-sum));
}
