// A listener of hints as a client is one.
import WebSocket from 'ws';
import { hintsPath } from '../../../src/contract/operations/team';
import type { Hint } from '../../../src/contract/schemas/team';

export interface Listening {
  hints: Hint[];
  /** Resolves once a hint has come that is so; those that came before count. */
  heard(isSo: (hint: Hint) => boolean): Promise<Hint>;
  closed: Promise<number>;
  close(): Promise<number>;
}

/** @throws Error with the status where it is not let in */
export async function listen(address: string, token: string): Promise<Listening> {
  const socket = new WebSocket(address.replace(/^http/, 'ws') + hintsPath, {
    headers: { authorization: `Bearer ${token}` },
  });
  const hints: Hint[] = [];
  const waiting = new Set<() => void>();
  socket.on('message', (frame: Buffer) => {
    hints.push(JSON.parse(frame.toString()) as Hint);
    for (const look of [...waiting]) look();
  });
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.on('error', reject);
  });
  return {
    hints,
    closed,
    heard: (isSo) =>
      new Promise((resolve) => {
        const look = () => {
          const found = hints.find(isSo);
          if (!found) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    close: () => {
      socket.close();
      return closed;
    },
  };
}
