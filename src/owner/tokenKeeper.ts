/**
 * The token as a running service knows it: renewed on demand, and read again when another process has renewed it. The
 * file is the truth: whoever may write it may read it too. Must not know who is let in by it.
 */
import { createLine } from '../contract/queue';
import { makeToken, readOrCreateToken, readToken, rotateToken } from './token';
import { writeFaultOf } from './writeFaults';

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
