// A socket as public programs open it: no sub-protocol, text frames, one after the other.
import WebSocket from 'ws';

export interface TestSocket {
  next(): Promise<string>;
  send(text: string): void;
  /** Resolves with the close code. */
  closed: Promise<number>;
  isOpen(): boolean;
  close(): void;
}

export async function openSocket(
  port: number,
  path: string,
  headers: Record<string, string> = {},
): Promise<TestSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers });
  const frames: string[] = [];
  let wake: () => void = () => undefined;
  socket.on('message', (text: Buffer) => {
    frames.push(text.toString('utf8'));
    wake();
  });
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.on('error', () => undefined);
  return {
    async next() {
      for (;;) {
        const frame = frames.shift();
        if (frame !== undefined) return frame;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    send: (text) => socket.send(text),
    closed,
    isOpen: () => socket.readyState === WebSocket.OPEN,
    close: () => socket.close(),
  };
}
