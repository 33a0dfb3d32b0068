/** How the bytes of a file are text: shared by what reads it for the index and by what compares cited lines with it. */

const utf8 = new TextDecoder('utf-8', { fatal: true });
/** The characters of Windows-1252 from 0x80 to 0x9f. A decoder of Node's for it reads them as ISO 8859-1. */
const upper = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
/** Control characters below a space that stand in texts: tab, line ends, form feed, escape. */
const controls: ReadonlySet<number> = new Set([9, 10, 12, 13, 27]);

const isUpper = (byte: number): boolean => byte >= 0x80 && byte <= 0x9f;

/** Bytes as Windows-1252: each is one character. */
export function olderText(bytes: Buffer): string {
  if (!bytes.some(isUpper)) return bytes.toString('latin1');
  return Array.from(bytes, (byte) => (isUpper(byte) ? upper[byte - 0x80]! : String.fromCharCode(byte))).join('');
}

/** Bytes as UTF-8, or else as Windows-1252, the usual encoding of older source; undefined where they are no text. */
export function textOfBytes(bytes: Buffer): { text: string; isUtf8: boolean } | undefined {
  try {
    return { text: utf8.decode(bytes), isUtf8: true };
  } catch {
    // Not UTF-8: an older text has no other control characters.
    const isText = bytes.every((byte) => byte >= 32 || controls.has(byte));
    return isText ? { text: olderText(bytes), isUtf8: false } : undefined;
  }
}
