// A line between two programs that can be cut, and mended: real sockets.
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';

export interface Line {
  port: number;
  /** Ends all connections at once, in the middle of what they say. */
  cut(): void;
  /** From now on it leads somewhere else. */
  leadTo(port: number): void;
  /** While closed nobody gets through. */
  close(): void;
  open(): void;
  /** What is said stays on the way, and nobody is told. */
  stall(isStalled: boolean): void;
  /** Cuts a connection after so many bytes of its answers. */
  cutAfter(bytes: number | undefined): void;
  end(): Promise<void>;
}

export async function lineTo(port: number): Promise<Line> {
  const pairs = new Set<[net.Socket, net.Socket]>();
  let to = port;
  let isOpen = true;
  let isStalled = false;
  let most: number | undefined;
  const server = net.createServer((near) => {
    if (!isOpen) return near.destroy();
    const far = net.connect(to, '127.0.0.1');
    const pair: [net.Socket, net.Socket] = [near, far];
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    let told = 0;
    near.on('data', (bytes) => isStalled || far.write(bytes));
    far.on('data', (bytes) => {
      told += bytes.length;
      if (most !== undefined && told > most) return end();
      return isStalled || near.write(bytes);
    });
    for (const socket of pair) {
      socket.on('error', end);
      socket.on('close', end);
    }
    return undefined;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const [near, far] of pairs) {
      near.destroy();
      far.destroy();
    }
    pairs.clear();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    leadTo: (other) => (to = other),
    close: () => {
      isOpen = false;
      cut();
    },
    open: () => (isOpen = true),
    stall: (is) => (isStalled = is),
    cutAfter: (bytes) => (most = bytes),
    async end() {
      cut();
      await new Promise((done) => server.close(done));
    },
  };
}
