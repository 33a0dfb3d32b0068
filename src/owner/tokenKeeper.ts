/**
 * The token as a running service knows it: renewed on demand, and read again when another process has renewed it. The
 * file is the truth: whoever may write it may read it too. Must not know who is let in by it.
 */
import { readOrCreateToken, readToken, rotateToken } from './token';

export interface TokenKeeper {
  current: () => string;
  /** Resolves when the new token is the only one, here and on disk, and `onChange` is done. */
  renew(): Promise<void>;
  close(): void;
}

export interface TokenKeeperOptions {
  /** Called with each new token in `current`, whoever made it. */
  onChange: () => Promise<void>;
  onFault: (error: unknown) => void;
  /** How often the file is looked at. */
  everyMs?: number;
}

/** What other windows take at most to learn of it; a file of 43 bytes costs nothing. */
const defaultEveryMs = 1_000;

export async function keepToken(dataFolder: string, options: TokenKeeperOptions): Promise<TokenKeeper> {
  const { onChange, onFault, everyMs = defaultEveryMs } = options;
  let token = await readOrCreateToken(dataFolder);
  let last: Promise<void> = Promise.resolve();

  /** One after the other: what was read before a renewal must not undo it. */
  function take(find: () => Promise<string | undefined>): Promise<void> {
    const turn = last.then(async () => {
      const found = await find();
      // A file that is gone or damaged says nothing: the next start makes a new one.
      if (found === undefined || found === token) return;
      token = found;
      await onChange();
    });
    last = turn.catch(() => undefined); // told to whoever asked for it
    return turn;
  }

  const timer = setInterval(() => void take(() => readToken(dataFolder)).catch(onFault), everyMs);
  timer.unref();
  return {
    current: () => token,
    renew: () => take(() => rotateToken(dataFolder)),
    close: () => clearInterval(timer),
  };
}
