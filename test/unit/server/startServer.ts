// The real server over handlers in memory, and plain ways to talk to it.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Dispatch } from '../../../src/api/dispatch';
import { createTurns } from '../../../src/api/turns';
import type { ChannelHandler, StreamHandler } from '../../../src/contract/api';
import { defaultServerSettings, type ServerSettings } from '../../../src/contract/serviceOptions';
import { createHttpServer, type HttpServerOptions, type HttpService } from '../../../src/server/http';
import { endpointIn } from './endpointIn';

export const token = 'a-token-of-this-test-which-is-43-characters';

/** What our own windows say on their endpoint: nothing, but on Windows, where anybody may come to a named pipe. */
export const ownWindow: Record<string, string> =
  process.platform === 'win32' ? { authorization: `Bearer ${token}` } : {};

export interface TestServer {
  service: HttpService;
  port: number;
  socketPath: string;
  settings: ServerSettings;
  instance: string;
  log: string[];
  refusedOrigins: string[];
  renewToken(fresh: string): void;
  close(): Promise<void>;
}

export interface TestServerOptions {
  dispatch?: Dispatch;
  streamHandler?: StreamHandler;
  channelHandler?: ChannelHandler;
  settings?: Partial<ServerSettings>;
  mcp?: Partial<HttpServerOptions['mcp']>;
}

const silent: StreamHandler = async function* (inputs) {
  for await (const _ of inputs) yield* [];
};

const mute: ChannelHandler = async function* () {
  yield* [];
};

export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-server-'));
  const settings = { ...defaultServerSettings, port: 0, ...options.settings };
  const log: string[] = [];
  const refusedOrigins: string[] = [];
  const instance = randomUUID();
  const held = { token };
  const service = await createHttpServer({
    dispatch: options.dispatch ?? (async (name) => (name === 'getWellKnownHealth' ? `ok:${instance}` : undefined)),
    streamHandler: options.streamHandler ?? silent,
    channelHandler: options.channelHandler ?? mute,
    settings: () => settings,
    token: () => held.token,
    instance,
    turns: createTurns(),
    log: (level, text) => log.push(`${level} ${text}`),
    onOriginRefused: (origin) => refusedOrigins.push(origin),
    mcp: { version: '0.0.0-test', folders: () => [], ...options.mcp },
  });
  const socketPath = endpointIn(folder, 'own.sock');
  await service.listenOnSocket(socketPath);
  const { port } = await service.listenOnPort();
  return {
    renewToken: (fresh) => {
      held.token = fresh;
      service.tokenChanged();
    },
    ...{ service, port, socketPath, settings, instance, log, refusedOrigins },
    close: async () => {
      await service.close({ drainMs: 0 });
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
}

export interface Call {
  method?: string;
  path?: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
  socketPath?: string;
  host?: string;
  signal?: AbortSignal;
}

/** One request on a connection of its own. */
export function call(server: { port: number }, options: Call = {}): Promise<Answer> {
  const { method = 'GET', path: target = '/', headers = {}, body, socketPath, host = '127.0.0.1', signal } = options;
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        ...(socketPath ? { socketPath } : { host, port: server.port }),
        ...{
          method,
          path: target,
          headers: { host: 'localhost', ...(socketPath && ownWindow), ...headers },
          agent: false,
        },
        ...(signal && { signal }),
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(parts).toString('utf8'),
          }),
        );
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

export const json = { 'content-type': 'application/json' };

/** Writes the text as it is and returns all that comes until the other end closes. */
export function sendRaw(port: number, text: string | Buffer, host = '127.0.0.1'): Promise<string> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    const socket = net.connect(port, host, () => socket.write(text));
    socket.on('data', (part) => parts.push(part));
    socket.on('error', () => socket.destroy()); // cut off: what came until then counts
    socket.on('close', () => resolve(Buffer.concat(parts).toString('latin1')));
  });
}

/** A promise and its ends, for what happens elsewhere. */
export function deferred<Value = void>(): { promise: Promise<Value>; resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((settle) => (resolve = settle));
  return { promise, resolve };
}

/** Containers may have no IPv6 loopback address. */
export function hasIpv6(): boolean {
  return Object.values(os.networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === '::1'));
}
