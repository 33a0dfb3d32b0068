/**
 * Hints over WebSockets: tell connected readers of a space that it has changes. A missed hint does no harm: the next
 * one or a reconnection tells the same. Must not know what was changed.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { ApiError } from '../contract/errors';
import type { Hint } from '../contract/schemas/team';
import type { Caller, Database, Notice } from './database/database';

export interface HintsOptions {
  database: Database;
  log: { warn(fields: object, sentence: string): void };
  onHint: () => void;
}

export interface Hints {
  /** @throws ApiError before the socket is opened */
  open(request: IncomingMessage, socket: Duplex, head: Buffer, token: string): Promise<void>;
  hear(notice: Notice): void;
  /** Called after notices were missed: tells each listener the state of its spaces. */
  hearAgain(): void;
  count(): number;
  close(): Promise<void>;
}

const maxSocketsPerPerson = 20;
const maxSockets = 10_000;
/** Bytes buffered for a listener that does not read, before it is closed. */
const maxBufferedBytes = 1024 * 1024;
/** Milliseconds within which changes of a space share one hint. */
const gatherMs = 40;
const pingMs = 30_000;
/** Interval of rechecking rights and tokens without notice of a change. */
const lookAgainMs = 60_000;
/** Concurrent rechecks, since all listeners recheck when the database returns. */
const looksAtOnce = 4;
const closeCodes = { leaving: 1001, refused: 4401, slow: 4408 } as const;

interface Listening {
  socket: WebSocket;
  token: string;
  caller: Caller;
  /** Last sequence told, by space. */
  told: Map<string, number>;
  isAlive: boolean;
  lookedAt: number;
}

export function createHints({ database, log, onHint }: HintsOptions): Hints {
  const server = new WebSocketServer({ noServer: true, maxPayload: 1024, perMessageDeflate: false });
  const all = new Set<Listening>();
  const due = new Set<Listening>();
  const gathered = new Map<string, { last: number; timer: NodeJS.Timeout }>();
  let looking = 0;
  const timer = setInterval(tick, pingMs / 6);

  function tell(listening: Listening, hint: Hint): void {
    if ((listening.told.get(hint.space) ?? -1) >= hint.last) return;
    if (listening.socket.bufferedAmount > maxBufferedBytes) return listening.socket.close(closeCodes.slow);
    listening.told.set(hint.space, hint.last);
    listening.socket.send(JSON.stringify(hint));
    onHint();
  }

  function tellAll(hint: Hint): void {
    for (const listening of all) if (listening.told.has(hint.space)) tell(listening, hint);
  }

  /** Sends the first hint at once and combines those that follow closely. */
  function gather(hint: Hint): void {
    const waiting = gathered.get(hint.space);
    if (waiting) {
      waiting.last = Math.max(waiting.last, hint.last);
      return;
    }
    tellAll(hint);
    const ends = setTimeout(() => {
      const { last = 0 } = gathered.get(hint.space) ?? {};
      gathered.delete(hint.space);
      if (last > hint.last) gather({ space: hint.space, last });
    }, gatherMs);
    gathered.set(hint.space, { last: hint.last, timer: ends });
  }

  function lookAgain(which: Iterable<Listening>): void {
    for (const listening of which) due.add(listening);
    while (looking < looksAtOnce && due.size > 0) void lookAtNext();
  }

  async function lookAtNext(): Promise<void> {
    const [listening] = due;
    if (!listening) return;
    due.delete(listening);
    looking++;
    try {
      await look(listening);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'unauthenticated') {
        listening.socket.close(closeCodes.refused, 'The token opens nothing any more.');
      } else {
        // The database is away: rechecked when it is back, or at the next interval.
        log.warn({ err: error }, 'The spaces of a listener could not be read.');
      }
    } finally {
      looking--;
    }
    lookAgain([]);
  }

  /** Reads the listener's spaces and their sequences. */
  async function look(listening: Listening): Promise<void> {
    listening.lookedAt = Date.now();
    const now = await database.as(listening.token, (tx) =>
      tx.rows<Hint>('SELECT space, last FROM quarry.progress WHERE space IN (SELECT quarry.readable())'),
    );
    const readable = new Set(now.map(({ space }) => space));
    for (const space of listening.told.keys()) if (!readable.has(space)) listening.told.delete(space);
    if (listening.socket.readyState !== listening.socket.OPEN) return;
    for (const hint of now) tell(listening, hint);
  }

  /** Rechecks listeners that are due. The database decides whether a token has expired, as our clock may be wrong. */
  function tick(): void {
    const now = Date.now();
    for (const listening of all) {
      const expires = listening.caller.expires.getTime();
      const seemsOver = expires <= now && listening.lookedAt < expires;
      if (seemsOver || now - listening.lookedAt > lookAgainMs) lookAgain([listening]);
    }
  }

  const pinging = setInterval(() => {
    for (const { socket, ...listening } of all) {
      if (!listening.isAlive) socket.terminate();
    }
    for (const listening of all) {
      listening.isAlive = false;
      listening.socket.ping();
    }
  }, pingMs);

  function accept(socket: WebSocket, token: string, caller: Caller): void {
    const listening: Listening = { socket, token, caller, told: new Map(), isAlive: true, lookedAt: Date.now() };
    all.add(listening);
    socket.on('pong', () => (listening.isAlive = true));
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      all.delete(listening);
      due.delete(listening);
    });
    lookAgain([listening]);
  }

  return {
    async open(request, socket, head, token) {
      if (all.size >= maxSockets)
        throw new ApiError('overloaded', 'This copy has as many listeners as it takes.', { retryAfterSeconds: 5 });
      const caller = await database.as(token, async (_, who) => who);
      const own = [...all].filter((listening) => listening.caller.person === caller.person);
      if (own.length >= maxSocketsPerPerson)
        throw new ApiError('rateLimited', `More than ${maxSocketsPerPerson} listeners of one person are too many.`, {
          retryAfterSeconds: 10,
        });
      server.handleUpgrade(request, socket, head, (opened) => accept(opened, token, caller));
    },
    hear(notice) {
      if (notice.what === 'changes') return gather({ space: notice.space, last: notice.last });
      const concerned = [...all].filter(({ caller }) => {
        if (notice.what === 'member') return caller.person === notice.person;
        return notice.what === 'space' || caller.token === notice.token;
      });
      // No hints until then, because rights may just have been revoked.
      for (const { told } of concerned) {
        if (notice.what === 'space') told.delete(notice.space);
        else told.clear();
      }
      lookAgain(concerned);
    },
    hearAgain: () => lookAgain(all),
    count: () => all.size,
    async close() {
      clearInterval(timer);
      clearInterval(pinging);
      for (const { timer: ends } of gathered.values()) clearTimeout(ends);
      due.clear();
      for (const { socket } of all) socket.close(closeCodes.leaving, 'This copy of the service stops.');
      await ended(all);
      server.close();
    },
  };
}

/** Waits for closing handshakes, up to a limit. */
async function ended(all: ReadonlySet<Listening>, withinMs = 1_000): Promise<void> {
  const until = Date.now() + withinMs;
  while (all.size > 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 10));
  for (const { socket } of all) socket.terminate();
}
