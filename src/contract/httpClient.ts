/**
 * The Api spoken over HTTP and a WebSocket, derived from the operations table. Works on a socket file (or named pipe)
 * as on a port. Must not know the editor or the server.
 */
import WebSocket from 'ws';
import type { Api } from './api';
import { ApiError } from './errors';
import { callOperation, headersOf, type Address, type LooseInput } from './httpCalls';
import { operations, type OperationName } from './operations';
import { createQueue } from './queue';
import type { QGPTStreamInput, QGPTStreamOutput } from './schemas/qgpt';
import { streamPath } from './stream';

export type { Address } from './httpCalls';

/** @returns a client whose methods throw ApiError, `overloaded` when nobody listens */
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

/** Opens one socket, sends every input, yields every frame until the socket or the consumer ends. */
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
