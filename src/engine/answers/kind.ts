/** What kind of answer a question wants, read from its form. */

export type QuestionKind = 'default' | 'error' | 'other';

const patterns: readonly (readonly [QuestionKind, RegExp])[] = [
  ['default', /\bdefaults?\b|\bhow (?:many|long|often|big|large|much|fast|far|high)\b|\b(?:max|min)(?:imum)?\b|\b(?:largest|smallest|longest|initial|limit|value)\b/i],
  ['error', /\b(?:throws?|thrown|raises?|raised|exceptions?|errors?|fails?|failure|panics?|rejects?|rejected)\b/i],
]; // prettier-ignore

/** A number is wanted. */
export const wantsNumber =
  /\bhow (?:many|long|often|big|large|much|fast|far|high)\b|\b(?:max|min)(?:imum)?\b|\b(?:largest|smallest|longest|limit)\b/i;

export function kindOf(query: string): QuestionKind {
  return patterns.find(([, pattern]) => pattern.test(query))?.[0] ?? 'other';
}
