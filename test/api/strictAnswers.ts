// Every answer that any server of the API suite gives, HTTP or socket, is read as the strictest client reads it. The
// hook hangs on the framework's own announcement of new servers, so that nothing of ours knows of it.
import assert from 'node:assert/strict';
import { subscribe } from 'node:diagnostics_channel';
import fs from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { WebSocketServer, type WebSocket } from 'ws';
import { readStrictly, shapes } from './strictReader';

interface Tally {
  answers: number;
  refusals: number;
  frames: number;
  values: number;
  faults: Map<string, string>;
  types: Set<string>;
  operations: Set<string>;
}

/** Each suite is a bundle of its own; the tally is one for all of them. */
const key = Symbol.for('quarry.strictAnswers');
const registry = globalThis as unknown as Record<symbol, Tally | undefined>;

export function readAllAnswersStrictly(): void {
  if (registry[key]) return;
  const tally: Tally = {
    ...{ answers: 0, refusals: 0, frames: 0, values: 0 },
    ...{ faults: new Map(), types: new Set(), operations: new Set() },
  };
  registry[key] = tally;
  subscribe('fastify.initialization', (message) =>
    watchServer((message as { fastify: FastifyInstance }).fastify, tally),
  );
  watchSockets(tally);
  after('every answer satisfies the strictest reader', () => report(tally));
}

function report({ answers, refusals, frames, values, faults, types, operations }: Tally): void {
  const count = `${answers} answers of ${operations.size} operations, ${refusals} refusals, ${frames} frames`;
  console.log(`    Read strictly: ${count}; ${values} values of ${types.size} types, ${faults.size} faults.`);
  if (process.env.QUARRY_TEST_TYPES) fs.writeFileSync(process.env.QUARRY_TEST_TYPES, JSON.stringify([...types]));
  assert.deepEqual(
    [...faults].map(([fault, where]) => `${where}: ${fault}`),
    [],
  );
}

function watchServer(server: FastifyInstance, tally: Tally): void {
  server.addHook('onSend', async (request, reply, payload) => {
    const route = `${request.method} ${(request.routeOptions.url ?? '').replace(/:(\w+)/g, '{$1}')}`;
    const text = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.toString() : '';
    const type = String(reply.getHeader('content-type') ?? '');
    const fault = (sentence: string) => tally.faults.set(sentence, route);
    if (reply.statusCode >= 400) {
      tally.refusals += 1;
      if (!type.startsWith('text/plain')) fault(`a refusal of type ${type}`);
      if (!/\S[.!?)]$/.test(text)) fault(`a refusal that is no sentence: ${text.slice(0, 80)}`);
      return payload;
    }
    const operation = shapes.operations[route];
    if (!operation) return payload;
    tally.answers += 1;
    tally.operations.add(operation.name);
    if (operation.returns === null) {
      if (reply.statusCode !== 204 || text !== '') fault(`${reply.statusCode} with ${text.length} characters`);
    } else if (operation.returns === 'text') {
      if (reply.statusCode !== 200 || !type.startsWith('text/plain')) fault(`${reply.statusCode} of type ${type}`);
    } else {
      if (reply.statusCode !== 200 || !type.startsWith('application/json'))
        fault(`${reply.statusCode} of type ${type}`);
      take(tally, route, operation.returns, text);
    }
    return payload;
  });
}

/** Frames that our side sends; the path of a socket is known while it is being opened only. */
function watchSockets(tally: Tally): void {
  const prototype = WebSocketServer.prototype;
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called on its own server below
  const open: Upgrade = prototype.handleUpgrade;
  const watched: Upgrade = function (this: WebSocketServer, request, socket, head, welcome) {
    const [path = ''] = request.url?.split('?') ?? [];
    const type = shapes.sockets[path];
    open.call(this, request, socket, head, (stream, again) => {
      const send = stream.send.bind(stream) as (...rest: unknown[]) => void;
      stream.send = (...rest: unknown[]) => {
        tally.frames += 1;
        if (type && type !== 'text') take(tally, `socket ${path}`, type, String(rest[0]));
        send(...rest);
      };
      welcome(stream, again);
    });
  };
  prototype.handleUpgrade = watched;
}

type Upgrade = (
  this: WebSocketServer,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  welcome: (stream: WebSocket, request: IncomingMessage) => void,
) => void;

function take(tally: Tally, where: string, type: string, text: string): void {
  const { values, faults, types } = readStrictly(type, JSON.parse(text));
  tally.values += values;
  for (const name of types) tally.types.add(name);
  // Ids and positions differ from one answer to the next; the fault is the same.
  for (const fault of faults) tally.faults.set(fault.replace(/\[\d+\]/g, '[]').replace(/[0-9a-f-]{36}/g, '…'), where);
}
