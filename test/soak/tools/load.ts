/** Requests on kept connections, one after the other on each, with as little work in between as can be. */
import net from 'node:net';

export interface LoadResult {
  perSecond: number;
  count: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  /** How often each status came. */
  statuses: Record<number, number>;
}

interface Answer {
  status: number;
  /** Bytes of head and body. */
  length: number;
  endsConnection: boolean;
}

const endOfHead = Buffer.from('\r\n\r\n');

/** The first answer in these bytes once it is there as a whole. Needs a Content-Length. */
function answerIn(bytes: Buffer): Answer | undefined {
  const end = bytes.indexOf(endOfHead);
  if (end < 0) return undefined;
  const head = bytes.toString('latin1', 0, end);
  const length = end + endOfHead.length + Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
  return bytes.length < length
    ? undefined
    : { status: Number(head.slice(9, 12)), length, endsConnection: /^connection: close/im.test(head) };
}

function sendOn(socket: net.Socket, request: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0);
    const settle = () => socket.off('data', take).off('close', cut);
    const take = (part: Buffer) => {
      received = received.length === 0 ? part : Buffer.concat([received, part]);
      const answer = answerIn(received);
      if (!answer) return;
      settle();
      if (answer.endsConnection) socket.destroy();
      resolve(answer.status);
    };
    const cut = () => {
      settle();
      reject(new Error('The connection was closed before the answer.'));
    };
    socket.on('data', take).on('close', cut).write(request);
  });
}

/** A connection that is kept; behind an answer that ends it, as with a refusal before the body was read, another one. */
export class Line {
  private socket: net.Socket | undefined;

  constructor(private readonly port: number) {}

  /** @param request its whole text */
  async send(request: string): Promise<number> {
    if (!this.socket || this.socket.destroyed) this.socket = await connect(this.port);
    return sendOn(this.socket, request);
  }

  end(): void {
    this.socket?.destroy();
  }
}

export async function connect(port: number): Promise<net.Socket> {
  const socket = net.connect(port, '127.0.0.1').setNoDelay(true);
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  socket.on('error', () => socket.destroy()); // the close that follows tells
  return socket;
}

export function requestText(
  method: string,
  target: string,
  body?: string,
  headers: Record<string, string> = {},
): string {
  const all = {
    ...{ Host: 'localhost', ...headers },
    ...(body !== undefined && {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
    }),
  };
  const rows = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target} HTTP/1.1\r\n${rows.join('')}\r\n${body ?? ''}`;
}

export interface LoadOptions {
  port: number;
  connections: number;
  seconds: number;
  /** The next request of a connection; one text for all is enough. */
  request: (number: number) => string;
}

/** @throws Error when a connection is closed while it waits */
export async function runLoad({ port, connections, seconds, request }: LoadOptions): Promise<LoadResult> {
  const took: number[] = [];
  const statuses: Record<number, number> = {};
  const lines = Array.from({ length: connections }, () => new Line(port));
  const began = performance.now();
  const until = began + seconds * 1_000;
  let number = 0;
  await Promise.all(
    lines.map(async (line) => {
      while (performance.now() < until) {
        const at = performance.now();
        const status = await line.send(request((number += 1)));
        took.push(performance.now() - at);
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
    }),
  );
  const elapsedMs = performance.now() - began;
  for (const line of lines) line.end();
  took.sort((a, b) => a - b);
  const at = (share: number) => Math.round((took[Math.floor(took.length * share)] ?? 0) * 10) / 10;
  return {
    perSecond: Math.round((took.length / elapsedMs) * 1_000),
    ...{ count: took.length, p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99), statuses },
  };
}
