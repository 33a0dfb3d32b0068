/**
 * An Api over HTTP and a WebSocket, derived from the operations table. Works on a socket file (or named pipe) and on a
 * port. Must not know the editor or the server.
 */
import WebSocket from 'ws';
import type { Api } from './api';
import { ApiError, codeOfStatus } from './errors';
import { operations, type OperationName } from './operations';
import { createQueue } from './queue';
import type { QGPTStreamInput, QGPTStreamOutput } from './schemas/qgpt';
import { streamPath } from './stream';
import http from 'node:http';
import https from 'node:https';
import type { Operation } from './operations/operation';

/** @returns a client whose methods throw ApiError, `overloaded` when the service cannot be reached */
export function createHttpClient(address: Address): Api {
  const client: Partial<Record<OperationName | 'qgptStream', unknown>> = Object.fromEntries(
    (Object.keys(operations) as OperationName[]).map((name) => [
      name,
      (input: LooseInput = {}, signal?: AbortSignal) => callOperation(address, operations[name], input, signal),
    ]),
  );
  client.qgptStream = (inputs: AsyncIterable<QGPTStreamInput>, signal?: AbortSignal) => stream(address, inputs, signal);
  // Checked boundary: the entries above are exactly the table's names, with the table's inputs and outputs.
  return client as Api;
}

/** Opens one WebSocket, sends every input, and yields every frame until the socket or the consumer ends. */
async function* stream(
  address: Address,
  inputs: AsyncIterable<QGPTStreamInput>,
  signal?: AbortSignal,
): AsyncGenerator<QGPTStreamOutput> {
  const url = address.socketPath
    ? `ws+unix:${address.socketPath}:${streamPath}`
    : `ws://${address.host ?? '127.0.0.1'}:${address.port}${streamPath}`;
  const socket = new WebSocket(url, { headers: headersOf(address), perMessageDeflate: false });
  const frames = createQueue<QGPTStreamOutput>();
  socket.on('message', (frame: Buffer) => frames.put(JSON.parse(frame.toString('utf8')) as QGPTStreamOutput));
  socket.on('close', () => frames.end());
  socket.on('error', (cause) =>
    frames.end(new ApiError('overloaded', 'The connection to the Quarry service was lost; ask again.', { cause })),
  );
  const abort = () => {
    frames.end();
    socket.terminate();
  };
  signal?.addEventListener('abort', abort, { once: true });
  socket.on('open', () => void send(socket, inputs).catch((error: Error) => frames.end(error)));
  try {
    yield* frames.items();
  } finally {
    signal?.removeEventListener('abort', abort);
    socket.close();
  }
}

async function send(socket: WebSocket, inputs: AsyncIterable<QGPTStreamInput>): Promise<void> {
  for await (const input of inputs) {
    if (socket.readyState !== WebSocket.OPEN) return;
    socket.send(JSON.stringify(input));
  }
}

// Section: one HTTP call of an operation, over a socket file, a port, or another host. Must not know any table of
// operations.

export interface Address {
  /** A socket file or named pipe; when absent, host and port are used. */
  socketPath?: string;
  host?: string;
  port?: number;
  token?: string;
  /** True for https to another machine's service, which is addressed by its own host name. */
  isSecure?: boolean;
  /** Prefix of every operation's path, such as `/quarry`. */
  basePath?: string;
  /** The service's name in messages to people. */
  name?: string;
  /** Most bytes of an answer; reading a larger one is aborted. */
  maxBytes?: number;
}

export type LooseInput = {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
};

/** The path and query of one call. */
function targetOf(operation: Operation, input: LooseInput): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(input.params?.[name] ?? ''),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  return query.size > 0 ? `${path}?${query.toString()}` : path;
}

/**
 * Connection options: on a socket file, each call opens a new connection, which costs almost nothing. The service may
 * have closed a kept one while this thread was blocked or the computer asleep, and a save would be lost.
 */
function connection(address: Address): http.RequestOptions {
  return address.socketPath
    ? { socketPath: address.socketPath, agent: false }
    : { host: address.host ?? '127.0.0.1', port: address.port };
}

export function headersOf(address: Address): Record<string, string> {
  return {
    ...(address.isSecure === undefined && { host: 'localhost' }),
    ...(address.token && { authorization: `Bearer ${address.token}` }),
  };
}

/** @throws ApiError, `overloaded` when the service cannot be reached */
export async function callOperation(
  address: Address,
  operation: Operation,
  input: LooseInput,
  signal?: AbortSignal,
): Promise<unknown> {
  const payload = operation.body && input.body !== undefined ? JSON.stringify(input.body) : undefined;
  const { status, type, text, retryAfter } = await sendRequest(address, operation, input, payload, signal).catch(
    (error: unknown) => {
      if (signal?.aborted || error instanceof ApiError) throw error;
      throw new ApiError('overloaded', unreachable(address, error), { cause: error });
    },
  );
  if (status >= 400) {
    throw new ApiError(codeOfStatus(status), text || `The service answered ${status}.`, {
      ...(retryAfter !== undefined && { retryAfterSeconds: retryAfter }),
    });
  }
  if (status === 204) return undefined;
  return type.startsWith('application/json') ? (JSON.parse(text) as unknown) : text;
}

function sendRequest(
  address: Address,
  operation: Operation,
  input: LooseInput,
  payload: string | undefined,
  signal: AbortSignal | undefined,
): Promise<Reply> {
  return new Promise<Reply>((resolve, reject) => {
    const request = (address.isSecure ? https : http).request(
      {
        ...connection(address),
        method: operation.method,
        path: `${address.basePath ?? ''}${targetOf(operation, input)}`,
        headers: {
          ...headersOf(address),
          ...(payload !== undefined && {
            'content-type': 'application/json',
            'content-length': String(Buffer.byteLength(payload)),
          }),
        },
        ...(signal && { signal }),
      },
      (response) => void read(response, address.maxBytes).then(resolve, reject),
    );
    request.on('error', reject);
    request.end(payload);
  });
}

interface Reply {
  status: number;
  type: string;
  text: string;
  retryAfter: number | undefined;
}

async function read(response: http.IncomingMessage, maxBytes = Infinity): Promise<Reply> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > maxBytes) throw new ApiError('tooLarge', `The answer is larger than ${maxBytes} bytes.`);
    parts.push(part);
  }
  const wait = Number(response.headers['retry-after']);
  return {
    status: response.statusCode ?? 500,
    type: response.headers['content-type'] ?? '',
    text: Buffer.concat(parts).toString('utf8'),
    retryAfter: Number.isFinite(wait) && wait > 0 ? wait : undefined,
  };
}

/** Error codes of Node and OpenSSL for a certificate that this machine does not trust. */
const untrusted = /^(?:CERT_|ERR_TLS_CERT|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH)/;

export function unreachable({ name }: Address, error: unknown): string {
  if (name === undefined) return 'The Quarry service cannot be reached; it may be starting.';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (untrusted.test(code)) {
    return (
      `The certificate of ${name} is not trusted (${code}). Where your company has an authority of its own, start the ` +
      'editor with NODE_EXTRA_CA_CERTS set to the file of its certificate.'
    );
  }
  return `${name} cannot be reached${code ? ` (${code})` : ''}.`;
}
