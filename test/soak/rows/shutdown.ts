import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import WebSocket from 'ws';
import { createHttpClient } from '../../../src/contract/httpClient';
import { call } from '../../unit/server/startServer';
import type { Outcome, Round, Row } from '../row';
import { Random } from '../tools/random';
import { Service } from '../tools/service';

const limitMs = 2_000;
const writers = 32;
const askers = 8;
const longestLifeMs = 400;

interface Work {
  /** Ids of assets that were said to be saved. */
  saved: Set<string>;
  /** Resolves when the service has gone for all. */
  over: Promise<unknown>;
}

/** Saves, asks and listens until nobody answers any more. */
function startWork(service: Service, root: string): Work {
  const saved = new Set<string>();
  let isOver = false;
  const headers = { 'content-type': 'application/json' };
  const relevance = { query: 'where is the tax added?', paths: [root], options: { question: true } };
  const until = async (once: () => Promise<void>): Promise<void> => {
    // Refused or cut off: the service goes or has gone.
    while (!isOver) await once().catch(() => (isOver = true));
  };
  const save = async (writer: number): Promise<void> => {
    const raw = `export const value${writer} = ${saved.size};\n`;
    const body = JSON.stringify({ asset: { format: { fragment: { string: { raw } } } } });
    const { status, text } = await call(service, { method: 'POST', path: '/assets/create', headers, body });
    assert.ok(status === 200 || status === 503, `saving was answered ${status}`);
    if (status === 503) isOver = true;
    else saved.add((JSON.parse(text) as { id: string }).id);
  };
  const ask = async (): Promise<void> => {
    await call(service, { method: 'POST', path: '/qgpt/relevance', headers, body: JSON.stringify(relevance) });
  };
  /** @returns the close code; 0 when it was too late for a stream */
  const listen = (): Promise<number> =>
    new Promise((resolve) => {
      let isOpen = false;
      const socket = new WebSocket(`ws://127.0.0.1:${service.port}/qgpt/stream`);
      socket.on('open', () => {
        isOpen = true;
        socket.send(JSON.stringify({ relevance }));
      });
      socket.on('error', () => undefined); // the close that follows tells
      socket.on('close', (code) => resolve(isOpen ? code : 0));
    });
  const over = Promise.all([
    ...Array.from({ length: writers }, (_, writer) => until(() => save(writer))),
    ...Array.from({ length: askers }, () => until(ask)),
    listen().then((code) => assert.ok(code === 1001 || code === 0, `the stream was closed with ${code}`)),
  ]);
  over.catch(() => undefined); // awaited below, after the service has ended
  return { saved, over };
}

async function checkSaved(service: Service, saved: ReadonlySet<string>): Promise<void> {
  const { iterable } = await createHttpClient({ port: service.port }).assetsSnapshot({ query: {} });
  const found = new Set(iterable.map(({ id }) => id));
  for (const id of saved) assert.ok(found.has(id), `${id} was acknowledged and is lost`);
}

async function run({ count, seed, slack, progress }: Round): Promise<Outcome> {
  const root = path.resolve('test/fixtures/engine/shop');
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-shutdown-'));
  const random = new Random(seed);
  const took: number[] = [];
  const all = new Set<string>();
  try {
    for (let round = 0; round < count; round += 1) {
      const service = await Service.start({ home, roots: [root] });
      await checkSaved(service, all);
      const { saved, over } = startWork(service, root);
      await new Promise((resolve) => setTimeout(resolve, 50 + random.below(longestLifeMs)));
      const began = performance.now();
      assert.equal(await service.stop(), 0, 'ends well');
      took.push(performance.now() - began);
      await over;
      for (const id of saved) all.add(id);
      if (round % 10 === 9) progress(`${round + 1} of ${count} shutdowns`);
    }
    const last = await Service.start({ home });
    await checkSaved(last, all);
    await last.stop();
  } finally {
    fs.rmSync(home, { recursive: true, force: true });
  }
  const worst = Math.round(Math.max(...took));
  const figure = `${count} shutdowns under ${writers} writers, ${askers} askers and a stream: ${worst} ms at worst; ${all.size} saves acknowledged, 0 lost`;
  return { figure, isKept: worst <= slack * limitMs };
}

export const shutdown: Row = {
  id: 'L6',
  promise: 'ends within two seconds in the middle of work, and loses nothing acknowledged',
  limit: '50 of 50 in ≤ 2 s, 0 lost',
  quick: 2,
  full: 50,
  run,
};
