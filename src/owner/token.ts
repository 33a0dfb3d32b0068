/** The credential of this data folder: 32 random bytes, made once, readable by its user only. Never logged. */
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs/promises';
import path from 'node:path';
import { codeOf, createExclusively, replaceAtomically, readSmallFile, writeFaultOf } from './exclusiveFile';
import { createLine } from '../contract/queue';

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

function makeToken(): string {
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

// Section: the token as a running service knows it, read again when another process renewed it. The file is the truth.

export interface TokenKeeper {
  current: () => string;
  /** Resolves when the new token is the only one, here and on disk, and `onChange` is done. */
  renew(): Promise<void>;
  close(): void;
}

interface TokenKeeperOptions {
  /** Called with each new token in `current`, whoever made it. */
  onChange: () => Promise<void>;
  onFault: (error: unknown) => void;
  /** How often the file is looked at. */
  everyMs?: number;
}

/** What other windows take at most to learn of it; a file of 43 bytes costs nothing. */
const defaultEveryMs = 1_000;

/** @throws the system’s error when the token cannot be read; one that cannot be written holds for this session */
export async function keepToken(dataFolder: string, options: TokenKeeperOptions): Promise<TokenKeeper> {
  const { onChange, onFault, everyMs = defaultEveryMs } = options;
  let told = '';
  const tell = (error: unknown): void => {
    if (String(error) !== told) onFault(error);
    told = String(error);
  };
  /** Where the folder takes no file the token holds for this session, and is kept as soon as it does. */
  let isKept = true;
  let token = await readOrCreateToken(dataFolder).catch((error: unknown) => {
    if (!writeFaultOf(error)) throw error;
    isKept = false;
    tell(error);
    return makeToken();
  });
  const line = createLine();

  /** One after the other: what was read before a renewal must not undo it. */
  function take(find: () => Promise<string | undefined>): Promise<void> {
    return line(async () => {
      const found = await find();
      // A file that is gone or damaged says nothing: the next start makes a new one.
      if (found === undefined || found === token) return;
      token = found;
      await onChange();
    });
  }

  async function look(): Promise<string | undefined> {
    if (isKept) return readToken(dataFolder);
    const found = await readOrCreateToken(dataFolder, token);
    isKept = true;
    return found;
  }

  const timer = setInterval(() => void take(look).catch(tell), everyMs);
  timer.unref();
  return {
    current: () => token,
    renew: () => take(() => rotateToken(dataFolder)),
    close: () => clearInterval(timer),
  };
}
