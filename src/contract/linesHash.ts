/** Tells whether cited lines still say what they said. Both sides of a citation use it: who makes it and who opens it. */
import { createHash } from 'node:crypto';

/** 64 bits: enough to tell texts apart, short enough to be kept with every citation. */
const hexDigits = 16;

/** Blanks at the ends of lines do not count: many editors remove them when they save. */
export function hashOfLines(text: string): string {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trimEnd());
  return createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, hexDigits);
}
