/**
 * One connection of this copy that hears what all copies do: LISTEN and NOTIFY. It comes back by itself, and says so,
 * for what was told meanwhile nobody heard. Must not know who is interested.
 */
import pg from 'pg';

/** What the triggers tell (migrations). */
export type Notice =
  | { what: 'changes'; space: string; last: number }
  | { what: 'space'; space: string }
  | { what: 'member'; person: string }
  | { what: 'token'; token: string };

export interface ListenerOptions {
  database: string;
  onNotice: (notice: Notice) => void;
  /** It hears, at first or again: look at everything anew. */
  onConnected: () => void;
  onLost: (error: Error) => void;
}

export interface Listener {
  start(): void;
  isConnected(): boolean;
  close(): Promise<void>;
}

const backOff = { firstMs: 100, mostMs: 5_000 };
/** A connection that a firewall has forgotten says nothing: it is asked now and then. */
const askEveryMs = 15_000;
const answerWithinMs = 5_000;

export function createListener({ database, onNotice, onConnected, onLost }: ListenerOptions): Listener {
  let client: pg.Client | undefined;
  let isClosed = false;
  let isConnected = false;
  let waitMs = backOff.firstMs;
  let timer: NodeJS.Timeout | undefined;
  let opening: Promise<void> = Promise.resolve();

  function later(work: () => void, afterMs: number): void {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(work, afterMs);
  }

  function lose(which: pg.Client, error: Error): void {
    if (client !== which) return;
    client = undefined;
    isConnected = false;
    // Also where the other end says nothing: ended without waiting for an answer.
    which.connection.stream.destroy();
    if (isClosed) return;
    onLost(error);
    // So that all copies do not come back in the same instant.
    later(start, waitMs * (0.5 + Math.random()));
    waitMs = Math.min(backOff.mostMs, waitMs * 2);
  }

  async function open(): Promise<void> {
    const made = new pg.Client({
      connectionString: database,
      connectionTimeoutMillis: answerWithinMs,
      query_timeout: answerWithinMs,
      keepAlive: true,
      application_name: 'quarry team hints',
    });
    client = made;
    made.on('error', (error) => lose(made, error));
    made.on('end', () => lose(made, new Error('The connection was ended.')));
    made.on('notification', ({ payload }) => onNotice(JSON.parse(payload ?? '') as Notice));
    try {
      await made.connect();
      await made.query('LISTEN quarry');
    } catch (error) {
      lose(made, error as Error);
      return;
    }
    if (client !== made) return;
    waitMs = backOff.firstMs;
    isConnected = true;
    onConnected();
    later(() => ask(made), askEveryMs);
  }

  function ask(which: pg.Client): void {
    which.query('SELECT 1').then(
      () => later(() => ask(which), askEveryMs),
      (error: Error) => lose(which, error),
    );
  }

  function start(): void {
    opening = open();
  }

  return {
    start,
    isConnected: () => isConnected,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      client?.connection.stream.destroy();
      client = undefined;
      await opening;
    },
  };
}
