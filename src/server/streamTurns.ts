/**
 * Rate and load limits for socket messages. An input holds its turn until its first frame: by then the engine has
 * finished, and later frames wait for a model or the reader. Must not know the socket.
 */
import { randomUUID } from 'node:crypto';
import { ApiError } from '../contract/errors';
import type { QGPTStreamOutput } from '../contract/schemas';
import { MalformedFrame } from '../contract/stream';
import type { Standing } from './gate';
import type { RateLimit, Load } from './limits';
import { parseStrictJson } from './strictJson';

/** Longest turn in milliseconds, so that a handler that never answers cannot keep one. */
const maxTurnMs = 30_000;

interface StreamTurnsOptions {
  rate: RateLimit;
  load: Load;
  caller: Standing;
  signal: AbortSignal;
}

interface StreamTurns {
  /**
   * Waits for a turn and returns the input for the handler.
   * @param queued the messages after it: a stop among them must not wait behind it
   * @returns the input, or a refusing frame when there is no room
   */
  admit(message: Buffer, queued: readonly Buffer[]): Promise<{ input: unknown } | { refusal: QGPTStreamOutput }>;
  /** Called with every message on arrival, before it queues, so that a stop or reset ends requests still waiting. */
  interrupt(message: Buffer): void;
  /** True for a stop that is already carried out and need not reach the handler. */
  isDone(message: Buffer): boolean;
  /** Reports a frame that the handler sent. */
  answered(frame: QGPTStreamOutput): void;
  endAll(): void;
}

export function createStreamTurns({ rate, load, caller, signal }: StreamTurnsOptions): StreamTurns {
  const turns = createHeldTurns();
  const waiting = new Map<Waiting, AbortController>();
  /** Requests that the handler has not ended. */
  const open = new Set<string>();
  const done = new WeakSet<Buffer>();

  async function takeTurn(request: string, ending: AbortSignal): Promise<void> {
    const refusal = caller.isOwn ? undefined : rate.take(caller.isTrusted).refusal;
    if (refusal) throw refusal;
    turns.hold(request, await load.enter({ isOwn: caller.isOwn, signal: ending }));
  }

  function interrupt(message: Buffer): void {
    if (waiting.size === 0) return;
    const wish = endingIn(read(message));
    const ended = [...waiting].filter(([asked]) => wish && isMeant(wish, asked));
    for (const [asked, controller] of ended) {
      asked.ending = wish?.ending;
      controller.abort();
    }
    if (ended.length > 0) done.add(message);
  }

  return {
    interrupt,
    isDone: (message) => done.has(message) && open.size === 0,
    async admit(message, queued) {
      const value = read(message);
      if (!isQuestion(value)) return { input: value };
      const request = nameOf(value.request) ?? randomUUID();
      const asked: Waiting = { conversation: nameOf(value.conversation) };
      const ending = new AbortController();
      // Not `AbortSignal.any`: it would leave a trace of every question in the stream's own signal.
      const hangUp = () => ending.abort();
      signal.addEventListener('abort', hangUp, { once: true });
      if (signal.aborted) hangUp();
      waiting.set(asked, ending);
      queued.forEach(interrupt);
      try {
        await takeTurn(request, ending.signal);
        open.add(request);
        return { input: { ...value, request } };
      } catch (error) {
        if (asked.ending) return { refusal: endedFrame(asked.ending, request, asked.conversation) };
        if (error instanceof ApiError) return { refusal: refusalOf(error, request, value.conversation) };
        throw error;
      } finally {
        waiting.delete(asked);
        signal.removeEventListener('abort', hangUp);
      }
    },
    answered({ request, status }) {
      if (status !== 'IN-PROGRESS') open.delete(request);
      turns.end(request);
    },
    endAll: () => turns.endAll(),
  };
}

interface HeldTurns {
  /** @param leave ends the turn in the load */
  hold(request: string, leave: () => void): void;
  /** Ends the oldest turn of a request, if any. */
  end(request: string): void;
  endAll(): void;
}

/** Turns in the load by the name of their request; a program may give one name to several. */
function createHeldTurns(): HeldTurns {
  const turns = new Map<string, (() => void)[]>();
  return {
    hold(request, leave) {
      const timer = setTimeout(leave, maxTurnMs);
      timer.unref();
      const end = () => {
        clearTimeout(timer);
        leave();
      };
      turns.set(request, [...(turns.get(request) ?? []), end]);
    },
    end(request) {
      const [end, ...others] = turns.get(request) ?? [];
      end?.();
      if (others.length > 0) turns.set(request, others);
      else turns.delete(request);
    },
    endAll() {
      for (const end of [...turns.values()].flat()) end();
      turns.clear();
    },
  };
}

function read(message: Buffer): unknown {
  try {
    return parseStrictJson(message, 'frame');
  } catch (error) {
    if (error instanceof ApiError) return new MalformedFrame(error.message);
    throw error;
  }
}

/** A question that has no turn yet. */
interface Waiting {
  conversation: string | undefined;
  ending?: 'STOPPED' | 'RESET' | undefined;
}

interface Wish {
  ending: 'STOPPED' | 'RESET';
  conversation: string | undefined;
}

function endingIn(value: unknown): Wish | undefined {
  if (typeof value !== 'object' || value === null || value instanceof MalformedFrame) return undefined;
  const { stop, reset, conversation }: { stop?: unknown; reset?: unknown; conversation?: unknown } = value;
  if (reset === true) return { ending: 'RESET', conversation: undefined };
  return stop === true ? { ending: 'STOPPED', conversation: nameOf(conversation) } : undefined;
}

/**
 * True when a stop applies to a waiting question. A stop without a conversation ends all; a question without one is
 * ended by any.
 */
function isMeant({ ending, conversation }: Wish, asked: Waiting): boolean {
  return (
    ending === 'RESET' ||
    conversation === undefined ||
    asked.conversation === undefined ||
    asked.conversation === conversation
  );
}

function endedFrame(status: 'STOPPED' | 'RESET', request: string, conversation: string | undefined): QGPTStreamOutput {
  return { request, conversation: conversation ?? '', status, statusCode: 200 };
}

interface Question {
  request?: unknown;
  conversation?: unknown;
}

function isQuestion(value: unknown): value is Question {
  if (typeof value !== 'object' || value === null) return false;
  const asks = (field: string) => {
    const member: unknown = Reflect.get(value, field);
    return member !== undefined && member !== null;
  };
  return asks('relevance') || asks('question');
}

/** A request's name; undefined when it is not text, which the handler refuses. */
function nameOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function refusalOf(error: ApiError, request: string, conversation: unknown): QGPTStreamOutput {
  return {
    request,
    conversation: nameOf(conversation) ?? '',
    status: 'FAILED',
    statusCode: error.status,
    errorMessage: error.message,
  };
}
