/** Kinds of binary content by their first bytes (the signatures each format's own specification gives). */

const signatures: [word: string, offset: number, hex: string][] = [
  ['png', 0, '89504e470d0a1a0a'],
  ['jpg', 0, 'ffd8ff'],
  ['gif', 0, '47494638'],
  ['bmp', 0, '424d'],
  ['webp', 8, '57454250'],
  ['tif', 0, '49492a00'],
  ['tif', 0, '4d4d002a'],
  ['pdf', 0, '25504446'],
  ['zip', 0, '504b0304'],
  ['gz', 0, '1f8b'],
  ['wasm', 0, '0061736d'],
  ['mp4', 4, '66747970'],
];

/** `bin` when nothing is recognised. */
export function guessFromBytes(bytes: Uint8Array | undefined): string {
  const head = Buffer.from(bytes?.subarray(0, 32) ?? []).toString('hex');
  const found = signatures.find(([, offset, hex]) => head.startsWith(hex, offset * 2));
  return found?.[0] ?? 'bin';
}

/** The text that bytes spell in strict UTF-8, or undefined when they are not text. */
export function textOfBytes(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined; // Not UTF-8, so not text to us.
  }
}
