/**
 * HTTP listeners with our limits: one per address or socket file, all with the same receiver. Answers what the parser
 * refuses and reports callers that hang up. Must not know routes.
 */
import http from 'node:http';
import type { Duplex, Readable } from 'node:stream';
import { chmod } from 'node:fs/promises';
import type { ListenOptions, Socket } from 'node:net';
import { rawAnswer, type Answer, type Log } from './answers';
import { maxBodyBytes } from './visit';

// Section: removes an offer of HTTP/2 (`Upgrade: h2c`) and reads the request again, because Node treats every offer as
// an upgrade.

function isWebSocketUpgrade(request: http.IncomingMessage): boolean {
  return /\bwebsocket\b/i.test(request.headers.upgrade ?? '');
}

/**
 * Feeds the request to the server again without its upgrade headers.
 * @param rest what came behind its head
 */
function readAgainWithoutUpgrade(
  server: http.Server,
  request: http.IncomingMessage,
  socket: Duplex,
  rest: Buffer,
): void {
  socket.unshift(Buffer.concat([Buffer.from(headWithoutUpgrade(request), 'latin1'), rest]));
  server.emit('connection', socket);
}

/** Rebuilds the request's head. The strict parser has read these fields, so none holds a line break. */
function headWithoutUpgrade({ method, url, httpVersion, rawHeaders, headers }: http.IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (!/^(upgrade|connection|http2-settings)$/i.test(name)) lines.push(`${name}: ${rawHeaders[at + 1]}`);
  }
  if (/\bclose\b/i.test(headers.connection ?? '')) lines.push('Connection: close');
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** The listener a request came in by, and its life. */
export interface Passage {
  /** Over the socket file, which only this user can reach. */
  isOwnSocket: boolean;
  /** Aborted when the caller hangs up; the end of the request's body does not count. */
  signal: AbortSignal;
}

export interface Receiver {
  instance: string;
  log: Log;
  onRequest(request: http.IncomingMessage, response: http.ServerResponse, passage: Passage): void;
  onUpgrade(request: http.IncomingMessage, socket: Duplex, head: Buffer, isOwnSocket: boolean): void;
  onConnection(socket: Socket, isOwnSocket: boolean): void;
  /** Called for input that is not HTTP; `refuse` sends an answer, if the caller may have one. */
  onBroken(socket: Duplex, isOwnSocket: boolean, refuse: () => void): void;
}

const limits: http.ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 1000,
  keepAliveTimeout: 5000,
  maxHeaderSize: 16 * 1024,
  insecureHTTPParser: false,
  // Node's check is off because the gate refuses a missing Host with an explanation.
  requireHostHeader: false,
};

const maxConnections = 1000;

/** Milliseconds of silence after which a caller that was answered while sending is cut. */
const lingerMs = 1000;
/** Milliseconds after which such a caller is cut even if it goes on sending. */
const maxLingerMs = 5000;
/** Bytes of a refused body that are read and dropped: twice the largest allowed body. */
const lingerBytes = 2 * maxBodyBytes;

export class Listener {
  /** Resolves when the last connection has ended after stopAccepting, or when listening has failed. */
  readonly closed: Promise<void>;
  readonly #server = http.createServer(limits);
  readonly #sockets = new Set<Socket>();
  readonly #requests = new OpenRequests();
  readonly #isOwnSocket: boolean;
  #settleClosed: () => void = () => undefined;

  constructor(
    private readonly receiver: Receiver,
    { isOwnSocket }: { isOwnSocket: boolean },
  ) {
    this.#isOwnSocket = isOwnSocket;
    this.closed = new Promise((resolve) => (this.#settleClosed = resolve));
    const server = this.#server;
    server.maxConnections = maxConnections;
    // Without a limit none is dropped silently: the size is limited above, the gate counts them.
    server.maxHeadersCount = 0;
    // Failing to accept a connection (no file descriptors left) must not end the process.
    server.on('error', (error) => {
      if (server.listening) receiver.log('warn', `A connection could not be accepted: ${error.message}`);
    });
    const receive = this.#receive.bind(this);
    server.on('connection', (socket) => this.#connected(socket));
    server.on('request', receive);
    // The body's reader sends the 100, once head and credential are seen.
    server.on('checkContinue', receive);
    server.on('checkExpectation', receive);
    server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
    server.on('clientError', (error, socket) => this.#broken(error, socket));
  }

  async listen(options: ListenOptions): Promise<void> {
    try {
      await listen(this.#server, options);
    } catch (error) {
      this.stopAccepting(); // ends the timer of a server that never listened
      throw error;
    }
    if (options.path !== undefined && process.platform !== 'win32') await chmod(options.path, 0o600);
  }

  port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address ? address.port : 0;
  }

  /** Stops accepting connections and ends idle ones. */
  stopAccepting(): void {
    this.#server.close(this.#settleClosed);
  }

  openRequests(): number {
    return this.#requests.count;
  }

  /** Ends every connection at once. */
  destroy(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #connected(socket: Socket): void {
    this.#sockets.add(socket);
    // One listener for each request that is pipelined.
    socket.setMaxListeners(0);
    socket.once('close', () => this.#sockets.delete(socket));
    endGently(socket, () => this.#requests.isSending(socket));
    this.receiver.onConnection(socket, this.#isOwnSocket);
  }

  #receive(request: http.IncomingMessage, response: http.ServerResponse): void {
    const signal = this.#requests.add(request, response);
    endWithAnswer(request, response);
    // Runs before Node's own listener, which would drop the input that still arrives.
    response.prependOnceListener('finish', () => linger(request));
    this.receiver.onRequest(request, response, { isOwnSocket: this.#isOwnSocket, signal });
  }

  #upgrade(request: http.IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy()); // the close event that follows is handled
    // Earlier answers are pending on this connection and an upgrade cannot overtake them.
    if (this.#requests.on(socket).length > 0) socket.destroy();
    else if (!isWebSocketUpgrade(request)) readAgainWithoutUpgrade(this.#server, request, socket, head);
    else this.receiver.onUpgrade(request, socket, head, this.#isOwnSocket);
  }

  #broken(error: Error & { code?: string }, socket: Duplex): void {
    const { instance } = this.receiver;
    const earlier = this.#requests.on(socket).filter(([response, request]) => response.headersSent || request.complete);
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    // Only the later request is malformed: the earlier one is answered first, so that no refusal is mistaken for its
    // answer.
    else if (earlier.length > 0) earlier.at(-1)?.[0].once('close', () => socket.destroy());
    else this.receiver.onBroken(socket, this.#isOwnSocket, () => refuse(socket, parserAnswer(error.code), instance));
  }
}

/** Requests that have no whole answer yet, on all connections of a listener. */
class OpenRequests {
  readonly #open = new Map<http.ServerResponse, http.IncomingMessage>();
  readonly #latest = new WeakMap<Socket, http.IncomingMessage>();

  get count(): number {
    return this.#open.size;
  }

  /** @returns aborted when the caller hangs up */
  add(request: http.IncomingMessage, response: http.ServerResponse): AbortSignal {
    const controller = new AbortController();
    const { socket } = request;
    this.#latest.set(socket, request);
    // A response that still waits behind an earlier one on its line is never told that the line is closed.
    const hangUp = () => {
      this.#open.delete(response);
      controller.abort();
    };
    this.#open.set(response, request);
    socket.once('close', hangUp);
    response.once('close', () => {
      socket.off('close', hangUp);
      this.#open.delete(response);
    });
    return controller.signal;
  }

  /** The open requests of one connection, in the order they came. */
  on(socket: Duplex): [http.ServerResponse, http.IncomingMessage][] {
    return [...this.#open].filter(([, request]) => request.socket === socket);
  }

  /** True when the connection's latest request has not been received completely. */
  isSending(socket: Socket): boolean {
    return this.#latest.get(socket)?.complete === false;
  }
}

function listen(server: http.Server, options: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/**
 * Reads and drops a bounded rest of the body after an early answer. Cutting at once could lose the answer, since most
 * programs send all of a body before they read; beyond the bound, reading pauses and the connection is then cut.
 */
function linger(request: http.IncomingMessage): void {
  if (request.complete) return;
  dropWithinBounds(request);
  request.read(0); // marks it as being read, or Node drops the rest where nobody counts it
}

/**
 * Closes the connection with an answer given before the whole body came: the rest of the body is dropped, and a next
 * request on the connection would be dropped with it.
 */
function endWithAnswer(request: http.IncomingMessage, response: http.ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => http.ServerResponse;
  response.writeHead = (...head: unknown[]) => {
    if (!request.complete) response.setHeader('Connection', 'close');
    return writeHead(...head);
  };
}

/** Delays the end of a connection whose caller is still sending; Node would cut it at once. */
function endGently(socket: Socket, isSending: () => boolean): void {
  const cut = socket.destroySoon.bind(socket);
  socket.destroySoon = () => {
    if (!isSending()) return cut();
    socket.end();
    cutWhenQuiet(socket);
  };
}

/** Cuts the connection after a time of silence; a busy machine may need long for a megabyte. */
function cutWhenQuiet(socket: Socket): void {
  const until = performance.now() + maxLingerMs;
  let seen = socket.bytesRead;
  const look = () => {
    const isMoving = socket.bytesRead > seen;
    seen = socket.bytesRead;
    if (isMoving && performance.now() < until) setTimeout(look, lingerMs).unref();
    else socket.destroy();
  };
  setTimeout(look, lingerMs).unref();
}

/** Drops input up to a bound and leaves the rest unread. */
function dropWithinBounds(source: Readable): void {
  let dropped = 0;
  source.on('data', (bytes: Buffer) => {
    dropped += bytes.length;
    if (dropped > lingerBytes) source.pause();
  });
  source.resume();
}

const refused = new WeakSet<Duplex>();

/** Sends a refusal once and ends the connection; the parser may report further errors for the same one. */
export function refuse(socket: Duplex, answer: Answer, instance: string): void {
  if (refused.has(socket)) return;
  refused.add(socket);
  socket.end(rawAnswer(answer, instance));
  dropWithinBounds(socket);
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

function parserAnswer(code: string | undefined): Answer {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return { status: 431, text: 'The header fields are larger than 16 KiB together.', headers: {} };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: 408, text: 'The request did not come to its end in time.', headers: {} };
    default:
      return { status: 400, text: 'This is not a well-formed HTTP/1.1 request.', headers: {} };
  }
}
