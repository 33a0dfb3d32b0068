/**
 * A running server among the discovery files: announced on each of its ports, kept alive, withdrawn at the end. Finding
 * the server this way is a kindness to other programs: what goes wrong here is told and stops nothing.
 */
import { createLine } from '../contract/queue';
import type { LogLevel } from '../contract/serviceMessages';
import {
  announceServer,
  beatMs,
  refreshServer,
  removeLeftTemporaries,
  removeStaleServers,
  withdrawServer,
  type DiscoveredServer,
} from './discovery';

interface AnnouncementsOptions {
  folder: string;
  /** Asked each time: address and token change. */
  server: () => Omit<DiscoveredServer, 'port'>;
  log: (level: LogLevel, text: string) => void;
}

export interface Announcements {
  /** The first port stays announced when another one is listened on as well. */
  add(port: number): Promise<void>;
  /** Writes all of them anew, with what holds now. */
  renew(): Promise<void>;
  withdraw(): Promise<void>;
}

export function createAnnouncements({ folder, server, log }: AnnouncementsOptions): Announcements {
  const ports = new Set<number>();
  const ending = new AbortController();
  const line = createLine();
  let told = '';

  /** One after the other, so that nothing is announced after it was withdrawn. */
  function next(step: (port: number) => Promise<void>, over: () => Iterable<number> = () => ports): Promise<void> {
    return line(async () => {
      for (const port of over()) await step(port).then(() => (told = ''), tell);
    });
  }

  function tell(error: unknown): void {
    const text = `Other programs do not find the server by themselves, ${folder} cannot be written: ${String(error)}`;
    if (text !== told) log('warn', text);
    told = text;
  }

  const announce = (port: number) => announceServer(folder, { ...server(), port });
  const beat = setInterval(() => {
    void next((port) => refreshServer(folder, { ...server(), port }));
    removeLeftTemporaries(folder).catch(tell);
  }, beatMs);
  beat.unref();
  removeStaleServers(folder, { signal: ending.signal }).then(
    (removed) => removed > 0 && log('info', `${removed} announcements of services that are gone were removed.`),
    (error: unknown) => log('warn', `Announcements of services that are gone stay in ${folder}: ${String(error)}`),
  );
  return {
    add: (port) => {
      ports.add(port);
      return next(announce, () => [port]);
    },
    renew: () => next(announce),
    withdraw: () => {
      clearInterval(beat);
      ending.abort();
      return next((port) => withdrawServer(folder, { port, instance: server().instance }));
    },
  };
}
