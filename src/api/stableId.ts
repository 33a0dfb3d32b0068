/** Ids that follow from what they name: the same thing gets the same id on every machine, at any time. */
import { createHash } from 'node:crypto';

/** A UUID of version 8 (free form, RFC 9562) made from the SHA-256 of the parts. */
export function stableId(...parts: (string | number)[]): string {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest();
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x80;
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80;
  const hex = digest.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}
