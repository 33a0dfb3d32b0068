/** Texts that are no texts: PostgreSQL keeps no NUL, and half of a letter is none. */

/** A half of a pair without its other half: only such match where the pattern reads whole letters. */
const half = /\p{Surrogate}/u;

/** @returns what is wrong with a text somewhere in `value`, nothing when all may be kept */
export function faultOfTexts(value: unknown): string | undefined {
  if (typeof value === 'string') {
    if (value.includes('\0')) return 'holds a NUL character';
    return half.test(value) ? 'holds half of a letter (a lone surrogate)' : undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const member of Object.values(value)) {
    const fault = faultOfTexts(member);
    if (fault) return fault;
  }
  return undefined;
}
