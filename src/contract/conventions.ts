/**
 * Conventions shared by the service and the windows that no schema can express: the hash of cited lines, the text form
 * of vectors, the tag of templates, and the account's home folder.
 */
import { createHash } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';

/**
 * The tag that marks an asset as a template: set by the import of user snippets, read by the editor that fills
 * templates in.
 */
export const templateTag = 'tab-stops';

/** Length of the hash in hex digits: 64 bits distinguish texts and are short enough to store with every citation. */
const hexDigits = 16;

/**
 * Hashes cited lines, to detect later changes. White space at line ends is ignored, because many editors remove it on
 * saving.
 */
export function hashOfLines(text: string): string {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trimEnd());
  return createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, hexDigits);
}

const floatBytes = 4;

/** Writes vectors as text for transport: one a line, its numbers as little-endian 32-bit floats in base64. */
export function writeVectors(vectors: readonly Float32Array[]): string {
  return vectors.map((vector) => `${toBase64(vector)}\n`).join('');
}

/** @returns undefined when the text is not a list of `count` vectors of equal length */
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
 * The home folder of the account we run as, always absolute, even when the environment is wrong: with an empty HOME, a
 * token could be written to the current folder. An account without an entry in the user database (`docker run -u
 * 12345`) gets the root, as container runtimes do it.
 */
export function homeFolder(): string {
  const root = path.parse(process.cwd()).root;
  for (const find of [os.homedir, () => os.userInfo().homedir]) {
    try {
      const home = find();
      if (path.isAbsolute(home)) return home;
    } catch {
      continue; // the account is not in the user database: try the next source, or use the root
    }
  }
  return root;
}
