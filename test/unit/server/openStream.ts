import WebSocket from 'ws';
import type { StreamHandler } from '../../../src/contract/api';
import type { QGPTStreamOutput } from '../../../src/contract/schemas';
import { MalformedFrame } from '../../../src/contract/stream';
import { deferred, ownWindow, type TestServer } from './startServer';

export function frame(more: Partial<QGPTStreamOutput>): QGPTStreamOutput {
  return { request: 'r', conversation: 'c', status: 'COMPLETED', statusCode: 200, ...more };
}

/** Says back what it got. */
export const echo: StreamHandler = async function* (inputs) {
  for await (const input of inputs) {
    if (input instanceof MalformedFrame) {
      yield frame({ status: 'FAILED', statusCode: 400, errorMessage: input.message });
    } else {
      const { request = 'none' } = (input ?? {}) as { request?: string };
      yield frame({ request, conversation: JSON.stringify(input) });
    }
  }
};

interface Opened {
  socket: WebSocket;
  next: () => Promise<QGPTStreamOutput>;
  closed: Promise<{ code: number; reason: string }>;
}

interface OpenOptions {
  headers?: Record<string, string>;
  socketPath?: string;
  protocols?: string[];
  path?: string;
}

/** Rejects with what was answered instead. */
export function open(server: TestServer, options: OpenOptions = {}): Promise<Opened> {
  const { headers = {}, socketPath, protocols = [], path = '/qgpt/stream' } = options;
  const url = socketPath ? `ws+unix:${socketPath}:${path}` : `ws://127.0.0.1:${server.port}${path}`;
  const socket = new WebSocket(url, protocols, {
    headers: { host: 'localhost', ...(socketPath && ownWindow), ...headers },
  });
  const frames: QGPTStreamOutput[] = [];
  let wake = deferred();
  socket.on('message', (bytes: Buffer) => {
    frames.push(JSON.parse(bytes.toString()) as QGPTStreamOutput);
    wake.resolve();
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() })),
  );
  const next = async (): Promise<QGPTStreamOutput> => {
    for (;;) {
      const first = frames.shift();
      if (first) return first;
      wake = deferred();
      await wake.promise;
    }
  };
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve({ socket, next, closed }));
    socket.on('unexpected-response', (_, response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        socket.terminate();
        reject(new Error(`${response.statusCode} ${Buffer.concat(parts).toString()}`));
      });
    });
    socket.on('error', reject);
  });
}

export const question = { query: 'q', relevant: { iterable: [] } };
