/**
 * What the service and a window have to do in the same way and no schema can say: how cited lines are told from changed
 * ones, how vectors are written, which tag marks a template, and where the account has its home folder.
 */
import { createHash } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';

/**
 * Marks an asset as a template: the import of user snippets sets it, the editor that fills templates in looks for it.
 */
export const templateTag = 'tab-stops';

/** 64 bits: enough to tell texts apart, short enough to be kept with every citation. */
const hexDigits = 16;

/**
 * Tells whether cited lines still say what they said, for who makes a citation and for who opens it. Blanks at the ends
 * of lines do not count: many editors remove them when they save.
 */
export function hashOfLines(text: string): string {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trimEnd());
  return createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, hexDigits);
}

const floatBytes = 4;

/** Vectors as text, as windows pass them on: one in a line, its numbers as little-endian floats in base64. */
export function writeVectors(vectors: readonly Float32Array[]): string {
  return vectors.map((vector) => `${toBase64(vector)}\n`).join('');
}

/** @returns undefined when the text is no such list of `count` vectors of one length */
export function readVectors(text: string, count: number): Float32Array[] | undefined {
  const lines = text.split('\n');
  if (lines.pop() !== '' || lines.length !== count) return undefined;
  const vectors = lines.map(fromBase64);
  const width = vectors[0]?.length ?? 0;
  const isWhole = vectors.every((vector) => vector.length === width && vector.every(Number.isFinite));
  return isWhole && (width > 0 || count === 0) ? vectors : undefined;
}

function toBase64(vector: Float32Array): string {
  const bytes = Buffer.alloc(vector.length * floatBytes);
  vector.forEach((value, place) => bytes.writeFloatLE(value, place * floatBytes));
  return bytes.toString('base64');
}

function fromBase64(line: string): Float32Array {
  const bytes = Buffer.from(line, 'base64');
  if (bytes.length % floatBytes !== 0) return new Float32Array();
  return Float32Array.from({ length: bytes.length / floatBytes }, (_, place) => bytes.readFloatLE(place * floatBytes));
}

/**
 * The home folder of the account we run as, also where it has none or the environment says nonsense. Always absolute:
 * an empty HOME would make every folder below it one of the current folder, and write a token there. An account without
 * an entry in the user database (`docker run -u 12345`) has the root, as container runtimes do it.
 */
export function homeFolder(): string {
  const root = path.parse(process.cwd()).root;
  for (const find of [os.homedir, () => os.userInfo().homedir]) {
    try {
      const home = find();
      if (path.isAbsolute(home)) return home;
    } catch {
      continue; // the account is in no user database: the next way, or the root
    }
  }
  return root;
}
