/** The access token of this data folder: 32 random bytes, created once, readable by its user only. Never logged. */
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs/promises';
import path from 'node:path';
import { codeOf, createExclusively, replaceAtomically, readSmallFile, writeFaultOf } from './exclusiveFile';
import { createLine } from '../contract/queue';

/** Returns the token of the data folder; the first of several processes creates it. */
export async function readOrCreateToken(dataFolder: string, wanted = makeToken()): Promise<string> {
  const known = await readToken(dataFolder);
  if (known) return known;
  await fs.mkdir(dataFolder, { recursive: true, mode: 0o700 });
  await createExclusively(fileOf(dataFolder), wanted);
  // The token of the first process to write; a damaged file must be replaced.
  return (await readToken(dataFolder)) ?? rotateToken(dataFolder);
}

/** Replaces the token; earlier tokens become invalid. */
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

// Section: the token of a running service, reread when another process renews it. The file is authoritative.

export interface TokenKeeper {
  current: () => string;
  /** Resolves when the new token is the only one, here and on disk, and `onChange` is done. */
  renew(): Promise<void>;
  close(): void;
}

interface TokenKeeperOptions {
  /** Called when `current` has a new token, whether renewed here or elsewhere. */
  onChange: () => Promise<void>;
  onFault: (error: unknown) => void;
  /** Milliseconds between reads of the file. */
  everyMs?: number;
}

/** Longest delay in milliseconds until other windows see a renewal. */
const defaultEveryMs = 1_000;

/** @throws the system’s error when the token cannot be read; one that cannot be written holds for this session */
export async function keepToken(dataFolder: string, options: TokenKeeperOptions): Promise<TokenKeeper> {
  const { onChange, onFault, everyMs = defaultEveryMs } = options;
  let told = '';
  const tell = (error: unknown): void => {
    if (String(error) !== told) onFault(error);
    told = String(error);
  };
  /** False while the token exists only in this session, because the folder is not writable; saved once it is. */
  let isKept = true;
  let token = await readOrCreateToken(dataFolder).catch((error: unknown) => {
    if (!writeFaultOf(error)) throw error;
    isKept = false;
    tell(error);
    return makeToken();
  });
  const line = createLine();

  /** Serialises reads and renewals, so that an earlier read cannot undo a renewal. */
  function take(find: () => Promise<string | undefined>): Promise<void> {
    return line(async () => {
      const found = await find();
      // A missing or damaged file is ignored: the next start creates a new one.
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
