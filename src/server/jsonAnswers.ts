/**
 * Sends JSON: short answers as a whole, long ones as a stream of pieces that are made as they are read, in turns with
 * everything else. Must not know what is answered.
 */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Turns } from '../api/turns';
import { ApiError } from '../contract/errors';
import { jsonText } from './answers';
import type { PieceText } from './jsonPieces';

/** What is longer is sent in pieces of this size. */
const pieceCharacters = 64 * 1024;
/** A long answer holds a piece as text and as bytes, what the connection has of it, and the places of what it lists. */
const heldBytes = 512 * 1024;
const maxHeldBytes = 32 * 1024 * 1024;
/**
 * How long a reader may take for one piece. Whoever reads nothing for so long has gone, or wants to fill our memory.
 */
const patienceMs = 10_000;

interface JsonCall {
  reply: FastifyReply;
  /** Aborted when the caller hangs up. */
  signal: AbortSignal;
  /** Our own windows are not sent away: no program can lock the user out. */
  isOwn: boolean;
  /** Told of an answer that was sent as a whole. */
  keep?: (bytes: Buffer) => void;
}

export interface JsonAnswers {
  /**
   * @param write makes the writing, which goes on whenever the text it is given has room
   * @throws ApiError `overloaded` when too many long answers are being read
   */
  send(write: (text: PieceText) => Iterator<undefined>, call: JsonCall): Promise<FastifyReply>;
}

interface Piece {
  text: string;
  isLast: boolean;
}

/** @param slowMs so long a reader may take for a piece before its answer is ended */
export function createJsonAnswers(turns: Turns, slowMs = patienceMs): JsonAnswers {
  let held = 0;

  function enter({ isOwn }: JsonCall): () => void {
    if (!isOwn && held + heldBytes > maxHeldBytes) throw busy();
    held += heldBytes;
    let isOver = false;
    return () => {
      if (!isOver) held -= heldBytes;
      isOver = true;
    };
  }

  return {
    async send(write, call) {
      const { reply, signal, keep } = call;
      const next = createPieces(write, turns, () => signal.aborted);
      const first = await next();
      reply.type(jsonText);
      if (first.isLast) {
        const bytes = Buffer.from(first.text);
        keep?.(bytes);
        return reply.send(bytes);
      }
      if (reply.request.method === 'HEAD') return reply.send(Readable.from([]));
      return reply.send(streamOf(first, next, { leave: enter(call), response: reply.raw, slowMs }));
    },
  };
}

/** @returns gives the next piece each time, made in as many turns as it takes */
function createPieces(
  write: (text: PieceText) => Iterator<undefined>,
  turns: Turns,
  isGone: () => boolean,
): () => Promise<Piece> {
  let text = '';
  let deadline = 0;
  const writing = write({
    add: (more) => (text += more),
    isFull: () => text.length >= pieceCharacters || performance.now() >= deadline,
  });
  let enqueue = turns.begin;
  return () =>
    new Promise((resolve, reject) => {
      const work = (until: number) => {
        deadline = until;
        try {
          if (isGone()) throw new ApiError('timedOut', 'The caller has hung up.');
          const isLast = writing.next().done === true;
          if (!isLast && text.length < pieceCharacters) return turns.goOn(work);
          resolve({ text, isLast });
          text = '';
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      };
      enqueue(work);
      enqueue = turns.goOn;
    });
}

interface Reading {
  leave: () => void;
  response: ServerResponse;
  slowMs: number;
}

/** A piece is made when the one before has been taken by the connection. */
function streamOf(first: Piece, next: () => Promise<Piece>, { leave, response, slowMs }: Reading): Readable {
  let ready: Promise<Piece> | undefined = Promise.resolve(first);
  let timer: NodeJS.Timeout | undefined;
  return new Readable({
    highWaterMark: 1,
    read() {
      clearInterval(timer);
      const piece = ready ?? next();
      ready = undefined;
      piece.then(
        ({ text, isLast }) => {
          if (this.destroyed) return;
          timer = setInterval(() => {
            // Behind an answer on the same line nothing is taken yet.
            if (response.socket) response.destroy();
          }, slowMs).unref();
          this.push(text);
          if (isLast) this.push(null);
        },
        (error: Error) => this.destroy(error),
      );
    },
    destroy(error, done) {
      clearInterval(timer);
      leave();
      done(error);
    },
  });
}

function busy(): ApiError {
  return new ApiError('overloaded', 'Too many long lists are being read; try again in a moment.', {
    retryAfterSeconds: 2,
  });
}
