/** Reads the small files that processes leave for each other. What lies there may be anything: a pipe would never end. */
import { constants } from 'node:fs';
import * as fs from 'node:fs/promises';
import { codeOf } from './exclusiveFile';

/** Ours have less than a kilobyte. */
const maxBytes = 64 * 1024;

/**
 * @returns undefined when it is no file (a pipe, a device, a folder) or larger than any of ours
 * @throws the system's error when it is missing or may not be read
 */
export async function readSmallFile(file: string): Promise<string | undefined> {
  // Opening a pipe waits for its other end unless it is told not to. Windows has no such files, and not this flag.
  const opened = await fs.open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch((error: unknown) => {
    if (codeOf(error) === 'ENXIO') return undefined; // a socket
    throw error;
  });
  if (!opened) return undefined;
  try {
    const found = await opened.stat();
    if (!found.isFile() || found.size > maxBytes) return undefined;
    return await opened.readFile('utf8');
  } finally {
    await opened.close();
  }
}
