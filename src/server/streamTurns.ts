/**
 * Rate and load for what is asked on a socket. An input holds its turn until its first frame: by then the engine has
 * done its part, and what follows waits for a model or for the reader. Must not know the socket.
 */
import { randomUUID } from 'node:crypto';
import { ApiError } from '../contract/errors';
import type { QGPTStreamOutput } from '../contract/schemas';
import { MalformedFrame } from '../contract/stream';
import type { Standing } from './credential';
import type { RateLimit } from './limits';
import type { Load } from './load';
import { parseStrictJson } from './strictJson';

/** No relevance takes longer; a handler that never answers must not keep a turn for ever. */
const maxTurnMs = 30_000;

export interface StreamTurnsOptions {
  rate: RateLimit;
  load: Load;
  caller: Standing;
  signal: AbortSignal;
}

export interface StreamTurns {
  /**
   * What the handler is to see of a message.
   * @returns the frame that refuses it instead, when there is no room
   */
  admit(message: Buffer): Promise<{ input: unknown } | { refusal: QGPTStreamOutput }>;
  /** The handler has sent something for this request. */
  answered(request: string): void;
  endAll(): void;
}

export function createStreamTurns({ rate, load, caller, signal }: StreamTurnsOptions): StreamTurns {
  const turns = new Map<string, (() => void)[]>();

  async function takeTurn(request: string): Promise<void> {
    const refusal = caller.isOwn ? undefined : rate.take(caller.isTrusted).refusal;
    if (refusal) throw refusal;
    const leave = await load.enter({ isOwn: caller.isOwn, signal });
    const timer = setTimeout(leave, maxTurnMs);
    timer.unref();
    const end = () => {
      clearTimeout(timer);
      leave();
    };
    turns.set(request, [...(turns.get(request) ?? []), end]);
  }

  return {
    async admit(message) {
      const value = read(message);
      if (!isQuestion(value)) return { input: value };
      const request = nameOf(value.request) ?? randomUUID();
      try {
        await takeTurn(request);
        return { input: { ...value, request } };
      } catch (error) {
        if (error instanceof ApiError) return { refusal: refusalOf(error, request, value.conversation) };
        throw error;
      }
    },
    answered(request) {
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

/** As it came when it is text; anything else is the handler's to refuse, and then has no name. */
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
