/** The credential of this data folder: 32 random bytes, made once, readable by its user only. Never logged. */
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs/promises';
import path from 'node:path';
import { codeOf, createExclusively, replaceAtomically, readSmallFile } from './exclusiveFile';

/** Returns the token of the data folder; the first of several processes makes it what it says. */
export async function readOrCreateToken(dataFolder: string, wanted = makeToken()): Promise<string> {
  const known = await readToken(dataFolder);
  if (known) return known;
  await fs.mkdir(dataFolder, { recursive: true, mode: 0o700 });
  await createExclusively(fileOf(dataFolder), wanted);
  // Ours, or another process's that was quicker. What is no token (a damaged file) must be replaced.
  return (await readToken(dataFolder)) ?? rotateToken(dataFolder);
}

/** Replaces the token: all credentials given out before are worthless from now on. */
export async function rotateToken(dataFolder: string): Promise<string> {
  const token = makeToken();
  await replaceAtomically(fileOf(dataFolder), token);
  return token;
}

function fileOf(dataFolder: string): string {
  return path.join(dataFolder, 'token');
}

export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Undefined when the file is missing or holds no token. */
export async function readToken(dataFolder: string): Promise<string | undefined> {
  try {
    const text = ((await readSmallFile(fileOf(dataFolder))) ?? '').trim();
    return /^[\w-]{43}$/.test(text) ? text : undefined;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
