/**
 * Sends JSON: short answers whole, long ones as a stream of pieces made as the client reads, taking turns with other
 * work. Must not know what is answered.
 */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Turns } from '../api/turns';
import { ApiError } from '../contract/errors';
import { jsonText } from './answers';
import { LongList, LongRecord } from '../contract/api';
import type { Schema } from '../contract/operations';

/** Size of a piece; longer answers are streamed in pieces. */
const pieceCharacters = 64 * 1024;
/** Estimated memory of one long answer in bytes: a piece as text and as bytes, and buffers of the connection. */
const heldBytes = 512 * 1024;
/** Most memory of all long answers together, in bytes; further ones are refused. */
const maxHeldBytes = 32 * 1024 * 1024;
/** Milliseconds a reader may take for one piece; a slower one has gone or wants to fill our memory. */
const patienceMs = 10_000;

interface JsonCall {
  reply: FastifyReply;
  /** Aborted when the caller hangs up. */
  signal: AbortSignal;
  /** True for our own windows, which are never refused, so that no program can lock the user out. */
  isOwn: boolean;
  /** Called with an answer that was sent whole. */
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

/** Streams pieces; each is made when the connection has taken the one before. */
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
            // While an earlier answer is pending on this connection, nothing can be taken yet.
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

// Section: writes as JSON, in pieces, the fields that a schema names. Members of a LongList are made on the way.

/** Collects text and reports when a piece is full. */
interface PieceText {
  add(text: string): void;
  isFull(): boolean;
}

/** Generator that writes until the text is full, and continues when resumed. */
type Writing = Generator<undefined, void, undefined>;

interface Plan {
  /** The JSON of a value, unless that is too long to be made at once. */
  whole: (value: unknown) => string | undefined;
  write: (value: unknown, text: PieceText) => Writing;
}

type SchemaNode = {
  type?: string;
  properties?: Record<string, SchemaNode>;
  required?: string[];
  items?: SchemaNode;
  additionalProperties?: SchemaNode;
};

/** Units written in one step; longer values give other work a turn in between. */
const bytesAtOnce = 8 * 1024;
const charactersAtOnce = 16 * 1024;
const membersAtOnce = 16;

/** Prepares the writing of values of this schema. */
export function createJsonWriter(schema: Schema): (value: unknown, text: PieceText) => Writing {
  // A schema of the contract is JSON Schema, and only these keywords shape its answers.
  return planOf(schema).write;
}

function planOf({ type, items = {}, properties, required, additionalProperties }: SchemaNode): Plan {
  if (type === 'array') return listPlan(planOf(items));
  if (properties) return objectPlan(properties, new Set(required));
  if (additionalProperties) return recordPlan(planOf(additionalProperties));
  return { whole: wholeScalar, write: writeScalar };
}

function wholeScalar(value: unknown): string | undefined {
  return typeof value === 'string' && value.length > charactersAtOnce ? undefined : JSON.stringify(value);
}

/** Writes a scalar; a surrogate pair split between parts is written as two equivalent escapes. */
function* writeScalar(value: unknown, text: PieceText): Writing {
  if (typeof value !== 'string') return text.add(JSON.stringify(value));
  text.add('"');
  for (let from = 0; from < value.length; from += charactersAtOnce) {
    text.add(JSON.stringify(value.slice(from, from + charactersAtOnce)).slice(1, -1));
    if (text.isFull()) yield;
  }
  text.add('"');
}

/** @returns what is left to do, of a value that is too long to be written at once */
function begin({ whole, write }: Plan, value: unknown, text: PieceText): Writing | undefined {
  const json = whole(value);
  if (json === undefined) return write(value, text);
  text.add(json);
  return undefined;
}

interface Property {
  name: string;
  /** The name as JSON, with its colon. */
  key: string;
  isRequired: boolean;
  plan: Plan;
}

function objectPlan(schemas: Record<string, SchemaNode>, required: ReadonlySet<string>): Plan {
  const properties = Object.entries(schemas).map(([name, node]): Property => ({
    ...{ name, key: `${JSON.stringify(name)}:`, isRequired: required.has(name), plan: planOf(node) },
  }));
  return {
    whole: (value) => {
      let json = '';
      for (const property of properties) {
        const member = memberOf(value, property);
        if (member === undefined) continue;
        const written = property.plan.whole(member);
        if (written === undefined) return undefined;
        json += (json === '' ? '{' : ',') + property.key + written;
      }
      return json === '' ? '{}' : `${json}}`;
    },
    *write(value, text) {
      let before = '{';
      for (const property of properties) {
        const member = memberOf(value, property);
        if (member === undefined) continue;
        text.add(before + property.key);
        before = ',';
        const rest = begin(property.plan, member, text);
        if (rest) yield* rest;
      }
      text.add(before === '{' ? '{}' : '}');
    },
  };
}

/** @throws TypeError when an answer lacks what it must have: a client would fall over it, and it is a bug of ours */
function memberOf(value: unknown, { name, isRequired }: Property): unknown {
  const member: unknown = Reflect.get(Object(value) as object, name);
  if (member === undefined && isRequired) throw new TypeError(`An answer lacks its required field ${name}.`);
  return member;
}

type List<Member> = readonly Member[] | LongList<Member>;

function listPlan(member: Plan): Plan {
  return {
    whole: (value) => {
      const list = asList(value);
      if (list.length > membersAtOnce) return undefined;
      let json = '[';
      for (let position = 0; position < list.length; position += 1) {
        const written = member.whole(list instanceof Uint8Array ? list[position] : memberAt(list, position));
        if (written === undefined) return undefined;
        json += position === 0 ? written : `,${written}`;
      }
      return `${json}]`;
    },
    *write(value, text) {
      const list = asList(value);
      if (list instanceof Uint8Array) return yield* writeBytes(list, text);
      text.add('[');
      for (let position = 0; position < list.length; position += 1) {
        if (position > 0) text.add(',');
        const rest = begin(member, memberAt(list, position), text);
        if (rest) yield* rest;
        if (text.isFull()) yield;
      }
      text.add(']');
    },
  };
}

/** @throws TypeError when it is no list: a client would fail on it, and it is a bug of ours */
function asList(value: unknown): List<unknown> | Uint8Array {
  if (Array.isArray(value) || value instanceof LongList || value instanceof Uint8Array) return value;
  throw new TypeError('An answer has something else where a list belongs.');
}

/** Reads a member of a list; the position must be below its length. */
function memberAt<Member>(list: List<Member>, position: number): Member {
  return list instanceof LongList ? list.member(position) : (list[position] as Member);
}

function* writeBytes(bytes: Uint8Array, text: PieceText): Writing {
  text.add('[');
  for (let from = 0; from < bytes.length; from += bytesAtOnce) {
    text.add(`${from === 0 ? '' : ','}${bytes.subarray(from, from + bytesAtOnce).join(',')}`);
    if (text.isFull()) yield;
  }
  text.add(']');
}

type Entry = readonly [name: string, value: unknown];

function recordPlan(member: Plan): Plan {
  return {
    whole: (value) => {
      const entries = entriesOf(value);
      if (entries.length > membersAtOnce) return undefined;
      let json = '{';
      for (let position = 0; position < entries.length; position += 1) {
        const [name, one] = memberAt(entries, position);
        const written = member.whole(one);
        if (written === undefined) return undefined;
        json += `${position === 0 ? '' : ','}${JSON.stringify(name)}:${written}`;
      }
      return `${json}}`;
    },
    *write(value, text) {
      const entries = entriesOf(value);
      text.add('{');
      for (let position = 0; position < entries.length; position += 1) {
        const [name, one] = memberAt(entries, position);
        text.add(`${position === 0 ? '' : ','}${JSON.stringify(name)}:`);
        const rest = begin(member, one, text);
        if (rest) yield* rest;
        if (text.isFull()) yield;
      }
      text.add('}');
    },
  };
}

function entriesOf(record: unknown): List<Entry> {
  return record instanceof LongRecord
    ? record.entries
    : Object.entries(Object(record) as object).filter(([, value]) => value !== undefined);
}
