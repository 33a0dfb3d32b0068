/**
 * One http.Server with our limits; every address and the socket file get their own, all with the same receiver. Answers
 * what the parser refuses, and tells when a caller has gone. Must not know routes.
 */
import http from 'node:http';
import type { Duplex, Readable } from 'node:stream';
import { chmod } from 'node:fs/promises';
import type { ListenOptions, Socket } from 'node:net';
import { rawAnswer, type Answer, type Log } from './answers';
import { maxBodyBytes } from './visit';

// Section: takes the offer of HTTP/2 (`Upgrade: h2c`) off a request and reads it again, since Node takes each offer for
// an upgrade.

function isWebSocketUpgrade(request: http.IncomingMessage): boolean {
  return /\bwebsocket\b/i.test(request.headers.upgrade ?? '');
}

/**
 * Gives the request to the server once more, as if it had offered nothing.
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

/** The strict parser has read these fields, so none holds a line break. */
function headWithoutUpgrade({ method, url, httpVersion, rawHeaders, headers }: http.IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (!/^(upgrade|connection|http2-settings)$/i.test(name)) lines.push(`${name}: ${rawHeaders[at + 1]}`);
  }
  if (/\bclose\b/i.test(headers.connection ?? '')) lines.push('Connection: close');
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** Where a request came in. */
export interface Passage {
  /** Over the socket file, which only this user can reach. */
  isOwnSocket: boolean;
  /** Aborted when the caller hangs up; that its body has ended means nothing. */
  signal: AbortSignal;
}

export interface Receiver {
  instance: string;
  log: Log;
  onRequest(request: http.IncomingMessage, response: http.ServerResponse, passage: Passage): void;
  onUpgrade(request: http.IncomingMessage, socket: Duplex, head: Buffer, isOwnSocket: boolean): void;
  onConnection(socket: Socket, isOwnSocket: boolean): void;
  /** What came is no HTTP: `refuse` says so, if the caller may be told anything. */
  onBroken(socket: Duplex, isOwnSocket: boolean, refuse: () => void): void;
}

const limits: http.ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 1000,
  keepAliveTimeout: 5000,
  maxHeaderSize: 16 * 1024,
  insecureHTTPParser: false,
  // The gate refuses a missing Host, in words.
  requireHostHeader: false,
};

const maxConnections = 1000;

/**
 * So long nothing comes from who reads an answer while still sending; who goes on sending is cut after the longer time.
 */
const lingerMs = 1000;
const maxLingerMs = 5000;
/** Twice the largest body: what is a little too large is read to its end. */
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
    // Not to be able to accept one connection, for want of descriptors, must not end the process.
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

  /** Takes no more connections; those that wait for nothing end. */
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
    // Before Node's own, which would drop what still comes.
    response.prependOnceListener('finish', () => linger(request));
    this.receiver.onRequest(request, response, { isOwnSocket: this.#isOwnSocket, signal });
  }

  #upgrade(request: http.IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy()); // the close that follows is what matters
    // Answers to earlier requests are still to come on this line: no upgrade can pass them.
    if (this.#requests.on(socket).length > 0) socket.destroy();
    else if (!isWebSocketUpgrade(request)) readAgainWithoutUpgrade(this.#server, request, socket, head);
    else this.receiver.onUpgrade(request, socket, head, this.#isOwnSocket);
  }

  #broken(error: Error & { code?: string }, socket: Duplex): void {
    const { instance } = this.receiver;
    const earlier = this.#requests.on(socket).filter(([response, request]) => response.headersSent || request.complete);
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    // What follows a good request is broken: that one is still answered, and no refusal is mistaken for its answer.
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

  /** The latest request of the connection has not come to its end. */
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
 * An answer given before the whole body came: cutting the line at once could lose the answer on its way. Most programs
 * send all of a body before they look for an answer, so some more than a right body is read and dropped; beyond that
 * the sender is left waiting, where it can still read, and then cut off.
 */
function linger(request: http.IncomingMessage): void {
  if (request.complete) return;
  dropWithinBounds(request);
  request.read(0); // marks it as being read, or Node drops the rest where nobody counts it
}

/**
 * A caller that is answered before its body has come must not send its next request where the rest of this one is
 * dropped.
 */
function endWithAnswer(request: http.IncomingMessage, response: http.ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => http.ServerResponse;
  response.writeHead = (...head: unknown[]) => {
    if (!request.complete) response.setHeader('Connection', 'close');
    return writeHead(...head);
  };
}

/** Where the connection is to end with the answer, it would be cut at once, whatever still comes. */
function endGently(socket: Socket, isSending: () => boolean): void {
  const cut = socket.destroySoon.bind(socket);
  socket.destroySoon = () => {
    if (!isSending()) return cut();
    socket.end();
    cutWhenQuiet(socket);
  };
}

/** On a busy machine a megabyte takes longer than a moment. */
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

/** What comes after that is left unread. */
function dropWithinBounds(source: Readable): void {
  let dropped = 0;
  source.on('data', (bytes: Buffer) => {
    dropped += bytes.length;
    if (dropped > lingerBytes) source.pause();
  });
  source.resume();
}

const refused = new WeakSet<Duplex>();

/** Says why and ends the connection; the parser may complain again about what still comes. */
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
