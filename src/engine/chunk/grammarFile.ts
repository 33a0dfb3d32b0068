/** A grammar's bytes: what ships is packed by Brotli, a third smaller than by the archive's own way; a build for work is plain. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

// In a thread of Node's own: the largest takes 20 ms.
const unpack = promisify(brotliDecompress);

export async function readGrammarFile(folder: string, name: string): Promise<Buffer> {
  const file = path.join(folder, name);
  try {
    return await unpack(await readFile(`${file}.br`));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return readFile(file);
  }
}
