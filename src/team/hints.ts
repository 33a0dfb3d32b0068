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

export function createHints(options: HintsOptions): Hints {
  return new Listeners(options);
}

class Listeners implements Hints {
  private readonly server = new WebSocketServer({ noServer: true, maxPayload: 1024, perMessageDeflate: false });
  private readonly all = new Set<Listening>();
  /** Those to be rechecked. */
  private readonly due = new Set<Listening>();
  private looking = 0;
  /** By space, the last sequence since its hint was sent. */
  private readonly gathered = new Map<string, { last: number; timer: NodeJS.Timeout }>();
  private readonly rechecking = setInterval(() => this.tick(), pingMs / 6);
  private readonly pinging = setInterval(() => this.ping(), pingMs);

  constructor(private readonly options: HintsOptions) {}

  async open(request: IncomingMessage, socket: Duplex, head: Buffer, token: string): Promise<void> {
    if (this.all.size >= maxSockets)
      throw new ApiError('overloaded', 'This copy has as many listeners as it takes.', { retryAfterSeconds: 5 });
    const caller = await this.options.database.as(token, async (_, who) => who);
    const own = [...this.all].filter((listening) => listening.caller.person === caller.person);
    if (own.length >= maxSocketsPerPerson)
      throw new ApiError('rateLimited', `More than ${maxSocketsPerPerson} listeners of one person are too many.`, {
        retryAfterSeconds: 10,
      });
    this.server.handleUpgrade(request, socket, head, (opened) => this.accept(opened, token, caller));
  }

  private accept(socket: WebSocket, token: string, caller: Caller): void {
    const listening: Listening = { socket, token, caller, told: new Map(), isAlive: true, lookedAt: Date.now() };
    this.all.add(listening);
    socket.on('pong', () => (listening.isAlive = true));
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      this.all.delete(listening);
      this.due.delete(listening);
    });
    this.lookAgain([listening]);
  }

  hear(notice: Notice): void {
    if (notice.what === 'changes') return this.gather({ space: notice.space, last: notice.last });
    const concerned = [...this.all].filter(({ caller }) => {
      if (notice.what === 'member') return caller.person === notice.person;
      return notice.what === 'space' || caller.token === notice.token;
    });
    // No hints until then, because rights may just have been revoked.
    for (const { told } of concerned) {
      if (notice.what === 'space') told.delete(notice.space);
      else told.clear();
    }
    this.lookAgain(concerned);
  }

  hearAgain(): void {
    this.lookAgain(this.all);
  }

  count(): number {
    return this.all.size;
  }

  async close(): Promise<void> {
    clearInterval(this.rechecking);
    clearInterval(this.pinging);
    for (const { timer } of this.gathered.values()) clearTimeout(timer);
    this.due.clear();
    for (const { socket } of this.all) socket.close(closeCodes.leaving, 'This copy of the service stops.');
    await ended(this.all);
    this.server.close();
  }

  private tell(listening: Listening, hint: Hint): void {
    if ((listening.told.get(hint.space) ?? -1) >= hint.last) return;
    if (listening.socket.bufferedAmount > maxBufferedBytes) return listening.socket.close(closeCodes.slow);
    listening.told.set(hint.space, hint.last);
    listening.socket.send(JSON.stringify(hint));
    this.options.onHint();
  }

  /** Sends the first hint at once and combines those that follow closely. */
  private gather(hint: Hint): void {
    const waiting = this.gathered.get(hint.space);
    if (waiting) {
      waiting.last = Math.max(waiting.last, hint.last);
      return;
    }
    for (const listening of this.all) if (listening.told.has(hint.space)) this.tell(listening, hint);
    const timer = setTimeout(() => {
      const { last = 0 } = this.gathered.get(hint.space) ?? {};
      this.gathered.delete(hint.space);
      if (last > hint.last) this.gather({ space: hint.space, last });
    }, gatherMs);
    this.gathered.set(hint.space, { last: hint.last, timer });
  }

  private lookAgain(which: Iterable<Listening>): void {
    for (const listening of which) this.due.add(listening);
    while (this.looking < looksAtOnce && this.due.size > 0) void this.lookAtNext();
  }

  private async lookAtNext(): Promise<void> {
    const [listening] = this.due;
    if (!listening) return;
    this.due.delete(listening);
    this.looking++;
    try {
      await this.look(listening);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'unauthenticated') {
        listening.socket.close(closeCodes.refused, 'The token opens nothing any more.');
      } else {
        // The database is away: rechecked when it is back, or at the next interval.
        this.options.log.warn({ err: error }, 'The spaces of a listener could not be read.');
      }
    } finally {
      this.looking--;
    }
    this.lookAgain([]);
  }

  /** Reads the listener's spaces and their sequences. */
  private async look(listening: Listening): Promise<void> {
    listening.lookedAt = Date.now();
    const now = await this.options.database.as(listening.token, (tx) =>
      tx.rows<Hint>('SELECT space, last FROM quarry.progress WHERE space IN (SELECT quarry.readable())'),
    );
    const readable = new Set(now.map(({ space }) => space));
    for (const space of listening.told.keys()) if (!readable.has(space)) listening.told.delete(space);
    if (listening.socket.readyState !== listening.socket.OPEN) return;
    for (const hint of now) this.tell(listening, hint);
  }

  /** Rechecks listeners that are due. The database decides whether a token has expired, as our clock may be wrong. */
  private tick(): void {
    const now = Date.now();
    for (const listening of this.all) {
      const expires = listening.caller.expires.getTime();
      const seemsOver = expires <= now && listening.lookedAt < expires;
      if (seemsOver || now - listening.lookedAt > lookAgainMs) this.lookAgain([listening]);
    }
  }

  /** Ends the connections that have not answered the ping before. */
  private ping(): void {
    for (const { socket, isAlive } of this.all) if (!isAlive) socket.terminate();
    for (const listening of this.all) {
      listening.isAlive = false;
      listening.socket.ping();
    }
  }
}

/** Waits for closing handshakes, up to a limit. */
async function ended(all: ReadonlySet<Listening>, withinMs = 1_000): Promise<void> {
  const until = Date.now() + withinMs;
  while (all.size > 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 10));
  for (const { socket } of all) socket.terminate();
}
