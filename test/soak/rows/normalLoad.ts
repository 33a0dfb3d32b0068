import assert from 'node:assert/strict';
import path from 'node:path';
import { createHttpClient } from '../../../src/contract/httpClient';
import type { Outcome, Round, Row } from '../row';
import { Child } from '../tools/children';
import { requestText, runLoad, type LoadResult } from '../tools/load';
import { Service } from '../tools/service';

const connections = 50;
const questions = 10;
const limits = { perSecond: 1_000, p99Ms: 50, p95Ms: 100 };
/** On a busy machine a plain server is slow as well; ours does about three times its work. */
const timesPlain = 3;
/** What a person has open in a list; each answer is one of them. */
const assets = 50;

const only200 = ({ statuses }: LoadResult, what: string) => assert.deepEqual(Object.keys(statuses), ['200'], what);
const told = ({ perSecond, p95Ms, p99Ms }: LoadResult) => `${perSecond}/s, p95 ${p95Ms} ms, p99 ${p99Ms} ms`;

/** @param count seconds of each part */
async function run({ count, slack, progress }: Round): Promise<Outcome> {
  const root = path.resolve('test/fixtures/engine/shop');
  const service = await Service.start({ roots: [root] });
  let control: Child<{ port: number }> | undefined;
  try {
    const api = createHttpClient({ port: service.port });
    const ids: string[] = [];
    for (let number = 0; number < assets; number += 1) {
      const raw = `export const value${number} = '${'x'.repeat(1_500)}';\n`;
      ids.push((await api.assetsCreateNewAsset({ body: { asset: { format: { fragment: { string: { raw } } } } } })).id);
    }
    const bytes = JSON.stringify(await api.assetSnapshot({ params: { asset: ids[0] ?? '' }, query: {} })).length;
    control = new Child<{ port: number }>('plainServer', [String(bytes)]);
    await control.until(({ lines }) => lines.length > 0);
    const load = (port: number, seconds: number) =>
      runLoad({
        port,
        connections,
        seconds,
        request: (number) => requestText('GET', `/asset/${ids[number % assets]}`),
      });
    await load(service.port, 1); // what is not compiled yet
    const loadPlain = () => load(control?.lines[0]?.port ?? 0, Math.min(3, count));
    const before = await loadPlain();
    const alone = await load(service.port, count);
    only200(alone, 'snapshots alone');
    progress(`alone ${told(alone)}`);
    const body = JSON.stringify({ query: 'where is the tax added?', paths: [root] });
    const [beside, asked] = await Promise.all([
      load(service.port, count),
      runLoad({
        ...{ port: service.port, connections: questions, seconds: count },
        request: () => requestText('POST', '/qgpt/relevance', body),
      }),
    ]);
    only200(beside, 'snapshots beside questions');
    for (const status of Object.keys(asked.statuses)) assert.match(status, /^(200|429|503)$/, 'questions');
    const after = await loadPlain();
    const plain = before.p99Ms > after.p99Ms ? before : after;
    const figure = `${told(alone)}; beside ${questions} questions ${told(beside)} (${asked.statuses[200] ?? 0} answered); Node's own server with as many bytes ${told(plain)}`;
    const isKept =
      alone.perSecond * slack >= limits.perSecond &&
      alone.p99Ms <= slack * Math.max(limits.p99Ms, timesPlain * plain.p99Ms) &&
      beside.p95Ms <= slack * Math.max(limits.p95Ms, timesPlain * plain.p95Ms);
    return { figure, isKept };
  } finally {
    await Promise.all([service.stop(), control?.end()]);
  }
}

export const normalLoad: Row = {
  id: 'L1',
  promise: 'answers snapshots on 50 connections quickly, also while ten questions are asked',
  limit: '≥ 1,000/s, p99 ≤ 50 ms; p95 ≤ 100 ms with relevance; on a busy machine 3 times what a plain server takes',
  quick: 1,
  full: 30,
  run,
};
