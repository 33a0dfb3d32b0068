// A proxy between a person's service and the team's that can be cut, as networks are: at once, and in the middle of an answer.
import net, { type AddressInfo } from 'node:net';
import { once } from 'node:events';

export interface CuttingProxy {
  url: string;
  /** Ends what is open; nobody gets through until `mend`. */
  cut(): void;
  mend(): void;
  /** Every so many pieces of an answer are followed by an end; 0: never. */
  cutEvery(pieces: number): void;
  close(): Promise<void>;
}

export async function startProxy(target: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target);
  const open = new Set<net.Socket>();
  let isCut = false;
  let every = 0;
  let pieces = 0;
  const server = net.createServer((client) => {
    if (isCut) return void client.destroy();
    const service = net.connect(Number(port), hostname);
    const end = (): void => {
      client.destroy();
      service.destroy();
      open.delete(client);
      open.delete(service);
    };
    for (const socket of [client, service]) {
      open.add(socket);
      socket.on('error', end); // cut off, by us or by one of them
      socket.on('close', end);
    }
    client.on('data', (piece) => void service.write(piece));
    service.on('data', (piece) => {
      pieces += 1;
      if (every > 0 && pieces % every === 0) return end();
      client.write(piece);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      isCut = true;
      for (const socket of open) socket.destroy();
    },
    mend: () => (isCut = false),
    cutEvery: (count) => (every = count),
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
