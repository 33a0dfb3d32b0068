/** What kind of answer a question wants, read from its form. */

export type QuestionKind = 'default' | 'error' | 'other';

/** A number is wanted. */
export const wantsNumber =
  /\bhow (?:many|long|often|big|large|much|fast|far|high)\b|\b(?:max|min)(?:imum)?\b|\b(?:largest|smallest|longest|limit)\b/i;
const wantsValue = /\b(?:defaults?|initial|value)\b/i;
const wantsError =
  /\b(?:throws?|thrown|raises?|raised|exceptions?|errors?|fails?|failure|panics?|rejects?|rejected)\b/i;

export function kindOf(query: string): QuestionKind {
  if (wantsNumber.test(query) || wantsValue.test(query)) return 'default';
  return wantsError.test(query) ? 'error' : 'other';
}
