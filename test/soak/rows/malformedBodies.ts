import assert from 'node:assert/strict';
import fc from 'fast-check';
import { operations, type Operation } from '../../../src/contract/operations';
import { startTestServer, type TestServer } from '../../api/startTestServer';
import { call, json } from '../../unit/server/startServer';
import type { Outcome, Round, Row } from '../row';
import { nearlyValuesOf, valuesOf, type JsonSchema } from '../tools/schemaValues';

const limitMs = 5_000;

/** What no schema describes. */
const rubbish = [
  '',
  ' ',
  'null',
  'true',
  '0',
  '-',
  '"',
  '"text"',
  '[]',
  '[[[[',
  '{',
  '}',
  '{"a":}',
  '{"a":1,}',
  "{'a':1}",
  '{"a":1}{"b":2}',
  '{"a":NaN}',
  '{"a":1e999999}',
  '{"a":"\\ud800"}',
  '{"a":"\u0000"}',
  '\ufeff\ufeff{}',
  'undefined',
  '<xml/>',
  'a=b',
];

interface Target extends Operation {
  name: string;
}

const targets: Target[] = Object.entries<Operation>(operations)
  .filter(([, operation]) => !operation.isInternal)
  .map(([name, operation]) => ({ name, ...operation }));

/** The path with each parameter filled by a value that is nearly right. */
function pathOf(target: Target, fill: string): string {
  return target.path.replace(/\{\w+\}/g, encodeURIComponent(fill));
}

async function send(server: TestServer, target: Target, path: string, body: string | undefined): Promise<number> {
  const began = performance.now();
  // Over the socket file, where no rate limit stands before what is tested.
  const request = {
    method: target.method,
    path,
    headers: body === undefined ? {} : json,
    socketPath: server.socketPath,
  };
  const { status, text } = await call(server, body === undefined ? request : { ...request, body });
  const where = `${target.method} ${path.slice(0, 200)} ${body?.slice(0, 400)}: ${status} ${text.slice(0, 300)}`;
  assert.ok(status < 500 || status === 501, where);
  assert.ok(status === 204 || text.length > 0, `an answer says something: ${where}`);
  assert.ok(performance.now() - began < limitMs, `in time: ${where}`);
  return status;
}

const fills = ['7f2c1c9e-3f51-4b6c-9d38-0a4f6d1f7b11', 'x', '..', '%00', 'é', ' ', 'x'.repeat(3_000)];

async function run({ count, seed, progress }: Round): Promise<Outcome> {
  const server = await startTestServer();
  let sent = 0;
  try {
    for (const target of targets) {
      for (const fill of fills) {
        await send(server, target, pathOf(target, fill), target.method === 'POST' ? '{}' : undefined);
        sent += 1;
      }
      if (!target.body) continue;
      for (const body of rubbish) {
        await send(server, target, pathOf(target, fills[0] ?? ''), body);
        sent += 1;
      }
      // The checker's own JSON Schema: what the contract says is what is tried.
      const schema = target.body as JsonSchema;
      const bodies = fc.oneof(valuesOf(schema), nearlyValuesOf(schema)).map((value) => JSON.stringify(value) ?? 'null');
      const path = fc.constantFrom(...fills.slice(0, 2)).map((fill) => pathOf(target, fill));
      const property = fc.asyncProperty(bodies, path, async (body, where) => {
        await send(server, target, where, body);
        sent += 1;
      });
      await fc.assert(property, { numRuns: count, seed });
      progress(`${target.name}: ${count} bodies`);
    }
    const alive = await call(server, { path: '/.well-known/health' });
    assert.equal(alive.status, 200);
  } finally {
    await server.close();
  }
  return { figure: `${sent} requests to ${targets.length} operations, 0 × 5xx, none over 5 s`, isKept: true };
}

export const malformedBodies: Row = {
  id: 'B1',
  promise: 'answers any body and any path in words, never with a 5xx and never after a hang',
  limit: '1,000 bodies an operation (12 in the quick form), 0 × 5xx, 0 over 5 s',
  quick: 12,
  full: 1_000,
  run,
};
