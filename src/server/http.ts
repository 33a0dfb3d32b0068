/**
 * The server: one reception for all listeners, then routes and streams. Must not know what operations do, who owns the
 * store, or any editor.
 */
import type { IncomingMessage } from 'node:http';
import type { ListenOptions } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import type { Dispatch } from '../api/dispatch';
import type { Turns } from '../api/turns';
import type { ChannelHandler, StreamHandler } from '../contract/api';
import type { ServerSettings } from '../contract/serviceOptions';
import { answerOf, type Log } from './answers';
import { createLoopDelay, createRateLimit, createLoad } from './limits';
import { Listener } from './listener';
import { createMcp, type McpOptions } from './mcp/mcpServer';
import { createReception, writeAnswer, type Reception } from './reception';
import { addRoutes } from './routes';
import { createStreams } from './socket';

export interface HttpServerOptions {
  dispatch: Dispatch;
  streamHandler: StreamHandler;
  channelHandler: ChannelHandler;
  /** Read at every request, because settings change at run time. */
  settings: () => ServerSettings;
  /** Read at every request, because the token may be renewed. */
  token: () => string;
  instance: string;
  log: Log;
  /** Turns between which long answers are written. */
  turns: Turns;
  /** Called when a page of a loopback origin is refused: once per origin, at most three times. */
  onOriginRefused: (origin: string) => void;
  /** Options of the MCP server for coding agents. */
  mcp: Omit<McpOptions, 'dispatch' | 'log'>;
}

export interface HttpService {
  /** @param onPreferredPort told when the preferred port, taken at first, is listened on as well */
  listenOnPort(onPreferredPort?: (port: number) => void): Promise<{ port: number; baseUrl: string }>;
  /** A socket file, or a named pipe: our own windows. */
  listenOnSocket(path: string): Promise<void>;
  /** Ends streams opened with the previous token; requests already received are answered. */
  tokenChanged: () => void;
  /** 0 and empty until there is one. */
  port: () => number;
  baseUrl: () => string;
  /** Refuses new requests, waits up to `drainMs` for running ones, then ends every connection. */
  close(options: { drainMs: number }): Promise<void>;
}

export async function createHttpServer(options: HttpServerOptions): Promise<HttpService> {
  const { settings, instance, log, turns } = options;
  const loopDelay = createLoopDelay();
  const load = createLoad(loopDelay.p99Ms);
  const libraryLoad = createLoad(loopDelay.p99Ms);
  const rate = createRateLimit();
  const { streamHandler, channelHandler } = options;
  const streams = createStreams({ streamHandler, channelHandler, instance, log, rate, load });
  const app = createApp();
  const reception = createReception({
    ...options,
    route: (request, response) => app.routing(request, response),
    openStream: streams.accept,
  });
  const listeners = createListeners(reception);
  const ports = createPorts({ settings, log, listen: (address) => listeners.open(address, { isOwnSocket: false }) });
  const authMode = () => settings().auth;
  const { dispatch } = options;
  const mcp = createMcp({ ...options.mcp, dispatch, log });
  addRoutes(app, { dispatch, mcp, visitOf: reception.visitOf, authMode, rate, load, libraryLoad, log, turns });
  await app.ready();

  async function close(drainMs: number): Promise<void> {
    reception.close();
    await ports.close();
    listeners.stopAccepting();
    load.close();
    libraryLoad.close();
    await mcp.close();
    await listeners.drain(drainMs);
    await streams.close();
    listeners.destroy();
    loopDelay.close();
    await app.close();
  }

  const baseUrl = () => (ports.current() === 0 ? '' : `http://127.0.0.1:${ports.current()}`);
  let closed: Promise<void> | undefined;
  return {
    async listenOnPort(onPreferredPort) {
      const port = await ports.open(onPreferredPort);
      return { port, baseUrl: baseUrl() };
    },
    async listenOnSocket(path) {
      await listeners.open({ path }, { isOwnSocket: true });
    },
    tokenChanged: streams.endOfToken,
    port: ports.current,
    baseUrl,
    close: ({ drainMs }) => (closed ??= close(drainMs)),
  };
}

function createApp(): FastifyInstance {
  return fastify({
    logger: false,
    // High, because ids are limited by their schemas, whose errors are explained.
    routerOptions: { maxParamLength: 16 * 1024 },
    // Requests that the router cannot parse; they bypass the error handler.
    frameworkErrors: (error, _: { raw: IncomingMessage }, reply) =>
      writeAnswer(
        reply.raw,
        answerOf(error, () => undefined),
      ),
  });
}

interface Listeners {
  open(address: ListenOptions, kind: { isOwnSocket: boolean }): Promise<Listener>;
  stopAccepting(): void;
  /** Resolves when no request is open, or when the time is up. */
  drain(withinMs: number): Promise<void>;
  destroy(): void;
}

/** Milliseconds between checks whether the last request has ended. */
const drainStepMs = 10;

function createListeners(reception: Reception): Listeners {
  const listeners = new Set<Listener>();
  return {
    async open(address, kind) {
      const listener = new Listener(reception, kind);
      listeners.add(listener);
      void listener.closed.then(() => listeners.delete(listener));
      await listener.listen(address);
      return listener;
    },
    stopAccepting: () => listeners.forEach((listener) => listener.stopAccepting()),
    async drain(withinMs) {
      const until = performance.now() + withinMs;
      while ([...listeners].some((listener) => listener.openRequests() > 0) && performance.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, drainStepMs));
      }
    },
    destroy: () => listeners.forEach((listener) => listener.destroy()),
  };
}

// Section: finds a port free on both loopback addresses, and listens nowhere else. A port that answers is never taken
// for ours.

/** Last port of the range where public clients look, from 39300 (WIRE.md 1.1). */
const lastKnownPort = 39_333;
/** Tries for a port that is free on both addresses. */
const freePortTries = 20;
const retryMs = 5000;

interface PortsOptions {
  settings: () => Pick<ServerSettings, 'port'>;
  /** Rejects with the system's code when the address cannot be had. */
  listen: (address: ListenOptions) => Promise<Listener>;
  log: Log;
  /** Time between tries for the preferred port. */
  retryMs?: number;
}

export interface Ports {
  /** @param onPreferred told when the preferred port has become free and is listened on as well */
  open(onPreferred?: (port: number) => void): Promise<number>;
  /** The latest port; 0 before one is open. */
  current: () => number;
  /** Stops trying for the preferred port and waits for a running try. */
  close(): Promise<void>;
}

export function createPorts(options: PortsOptions): Ports {
  const { settings, log } = options;
  const held = new Set<number>();
  let current = 0;
  let timer: NodeJS.Timeout | undefined;
  let trying: Promise<void> | undefined;

  async function hold(port: number): Promise<boolean> {
    const bound = await bindBoth(port, options);
    if (bound === undefined) return false;
    held.add(bound);
    current = bound;
    return true;
  }

  async function findPort(): Promise<void> {
    const preferred = settings().port;
    for (const port of candidates(preferred)) {
      if (await hold(port)) {
        if (preferred !== 0 && port !== preferred)
          log('warn', `Port ${preferred} is taken by another program; using ${current}.`);
        return;
      }
    }
    throw new Error('No port of the loopback addresses is free.');
  }

  async function tryPreferred(onPreferred?: (port: number) => void): Promise<void> {
    const preferred = settings().port;
    if (preferred === 0 || held.has(preferred)) return;
    if (await hold(preferred)) {
      log('info', `Port ${preferred} has become free; listening there as well.`);
      onPreferred?.(preferred);
    }
  }

  return {
    async open(onPreferred) {
      await findPort();
      timer = setInterval(() => {
        trying ??= tryPreferred(onPreferred)
          .catch((error: unknown) => log('warn', `Listening on the preferred port failed: ${String(error)}`))
          .finally(() => (trying = undefined));
      }, options.retryMs ?? retryMs);
      timer.unref();
      return current;
    },
    current: () => current,
    async close() {
      clearInterval(timer);
      await trying;
    },
  };
}

function* candidates(preferred: number): Generator<number> {
  if (preferred > 0) {
    yield preferred;
    for (let port = preferred + 1; port <= lastKnownPort; port += 1) yield port;
  }
  for (let tries = 0; tries < freePortTries; tries += 1) yield 0;
}

/** @returns the port, or undefined when either address has it taken */
async function bindBoth(wanted: number, { listen, log }: PortsOptions): Promise<number | undefined> {
  const four = await bind(listen({ host: '127.0.0.1', port: wanted }));
  if (four === 'missing') throw new Error('127.0.0.1 cannot be listened on.');
  if (four === 'taken') return undefined;
  const port = four.port();
  const six = await bind(listen({ host: '::1', port, ipv6Only: true }));
  if (six === 'taken') {
    four.stopAccepting();
    return undefined;
  }
  if (six === 'missing') log('info', 'This machine has no IPv6 loopback address; listening on 127.0.0.1 only.');
  return port;
}

/** Not permitted counts as taken: systems reserve ranges. */
const takenCodes = ['EADDRINUSE', 'EACCES', 'EPERM'];
const missingCodes = ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EPROTONOSUPPORT', 'EINVAL'];

async function bind(listening: Promise<Listener>): Promise<Listener | 'taken' | 'missing'> {
  try {
    return await listening;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (takenCodes.includes(code)) return 'taken';
    if (missingCodes.includes(code)) return 'missing';
    throw error;
  }
}
