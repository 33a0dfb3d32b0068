/**
 * A client window's line to the owner: one connection to its endpoint, kept open by small HTTP requests. Any HTTP
 * answer means the owner lives; a closed connection means at once that it does not.
 */
import net from 'node:net';
import { codeOf } from './exclusiveFile';

export interface OwnerConnection {
  /** Sends one request; true when an answer came in time. */
  ping(timeoutMs: number): Promise<boolean>;
  /** Resolves when the connection has ended, from whichever side. */
  readonly closed: Promise<void>;
  close(): void;
}

/** A plain health check. The token is not needed: a refusal is an answer as well. */
const request = 'GET /.well-known/health HTTP/1.1\r\nHost: localhost\r\n\r\n';

/**
 * Why nobody was reached. `refused`: nobody listens there any more; `absent`: no such place is seen from here, which
 * may be one of another system or container; `silent`: somebody is there and does not answer.
 */
export type Unreached = 'refused' | 'absent' | 'silent';

/**
 * @returns `refused`: nobody listens there any more; `silent`: no answer in time; `absent`: anything else, such as a
 *   missing file
 */
export function whyUnreached(error: unknown, ipcPath: string): Unreached {
  const code = codeOf(error);
  // A pipe of Windows ends with whoever listened on it.
  const isEndedPipe = code === 'ENOENT' && process.platform === 'win32' && ipcPath.startsWith('\\\\.\\pipe\\');
  if (code === 'ECONNREFUSED' || isEndedPipe) return 'refused';
  return code === undefined ? 'silent' : 'absent';
}

/** Rejects when nobody listens there. */
export function connectToOwner(ipcPath: string, timeoutMs: number): Promise<OwnerConnection> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(ipcPath);
    const timer = setTimeout(() => socket.destroy(new Error('The owner took no connection in time.')), timeoutMs);
    socket.once('error', reject);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', reject);
      resolve(watch(socket));
    });
    socket.once('close', () => clearTimeout(timer));
  });
}

function watch(socket: net.Socket): OwnerConnection {
  let answers = 0;
  let onAnswer: (() => void) | undefined;
  socket.on('error', () => socket.destroy()); // the close event that follows says all we need
  socket.on('data', (bytes) => {
    if (!bytes.toString('latin1').includes('HTTP/1.')) return;
    answers += 1;
    onAnswer?.();
  });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  void closed.then(() => onAnswer?.());
  return {
    closed,
    close: () => socket.destroy(),
    async ping(timeoutMs) {
      const before = answers;
      if (socket.destroyed) return false;
      socket.write(request);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs);
        onAnswer = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      onAnswer = undefined;
      // Our own loop may have been late: let it take in what has already arrived before judging.
      if (answers === before) await new Promise((resolve) => setImmediate(resolve));
      return answers > before;
    },
  };
}
