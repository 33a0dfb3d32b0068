/**
 * Finds a port that is free on both loopback addresses. Never on a name and never on all interfaces: there is no
 * setting to bind wider. A port that answers is never taken for ours.
 */
import type { ListenOptions } from 'node:net';
import type { ServerSettings } from '../contract/serverSettings';
import type { Log } from './answers';
import type { Listener } from './listener';

/** Where public clients look: 39300 to here (WIRE.md 1.1). */
const lastKnownPort = 39_333;
/** A free port of one address may be taken on the other. */
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
  /** The latest one, 0 before there is any. */
  current: () => number;
  /** No more tries for the preferred port; one under way is waited for. */
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
