import assert from 'node:assert/strict';
import path from 'node:path';
import { call } from '../../unit/server/startServer';
import type { Outcome, Round, Row } from '../row';
import { Service } from '../tools/service';

const sockets = 500;
const limitMs = 5_000;

/** @param count how often all of them ask at once */
async function run({ count, slack }: Round): Promise<Outcome> {
  const root = path.resolve('test/fixtures/engine/shop');
  const service = await Service.start({ roots: [root] });
  const statuses: Record<number, number> = {};
  let slowestMs = 0;
  let slowestSaveMs = 0;
  try {
    const body = JSON.stringify({ query: 'where is the tax added?', paths: [root] });
    const ask = async (number: number): Promise<void> => {
      // Two buckets: those with the token have their own.
      const token: Record<string, string> = number % 2 === 0 ? { authorization: `Bearer ${service.token}` } : {};
      const headers = { 'content-type': 'application/json', ...token };
      const began = performance.now();
      const answer = await call(service, { method: 'POST', path: '/qgpt/relevance', headers, body });
      slowestMs = Math.max(slowestMs, performance.now() - began);
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      if (answer.status !== 200) assert.match(answer.headers['retry-after'] ?? '', /^[1-9]\d*$/);
    };
    const save = async (): Promise<void> => {
      const asset = '{"asset":{"format":{"fragment":{"string":{"raw":"const a = 1;"}}}}}';
      const began = performance.now();
      const headers = { 'content-type': 'application/json' };
      const { status } = await call(service, { method: 'POST', path: '/assets/create', headers, body: asset });
      slowestSaveMs = Math.max(slowestSaveMs, performance.now() - began);
      assert.equal(status, 200, 'assets are never shed');
    };
    await ask(0);
    for (let round = 0; round < count; round += 1) {
      await Promise.all([...Array.from({ length: sockets }, (_, number) => ask(number)), save(), save()]);
    }
    for (const status of Object.keys(statuses)) assert.match(status, /^(200|429|503)$/);
    assert.ok((statuses[200] ?? 0) > 0, 'some are answered');
    assert.equal((await call(service, { path: '/.well-known/health' })).status, 200);
  } finally {
    await service.stop();
  }
  const counts = Object.entries(statuses).map(([status, times]) => `${times} × ${status}`);
  const figure = `${counts.join(', ')}; slowest answer ${Math.round(slowestMs)} ms, slowest save meanwhile ${Math.round(slowestSaveMs)} ms`;
  return { figure, isKept: slowestMs <= slack * limitMs };
}

export const overload: Row = {
  id: 'L2',
  promise: 'answers or sheds each of 500 questions at once, with Retry-After, and goes on saving',
  limit: 'none > 5 s, 0 other codes',
  quick: 1,
  full: 10,
  run,
};
