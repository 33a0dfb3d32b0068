import assert from 'node:assert/strict';
import { startTestServer } from '../../api/startTestServer';
import type { Outcome, Row } from '../row';
import { allowedOrigins, badOrigins } from '../tools/hosts';
import { createBody, kinds, sendRequest, upgradeFields } from '../tools/raw';

const host = ['Host', 'localhost'] as const;
const json = ['Content-Type', 'application/json'] as const;

/** What a page may send without being asked first. */
const mediaTypes = [
  'text/plain',
  'text/plain;charset=UTF-8',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/html',
  'application/json; charset=utf-16',
];

function isShut(text: string): void {
  assert.doesNotMatch(text, /access-control-/i, text);
}

async function run(): Promise<Outcome> {
  const server = await startTestServer({ settings: { allowedOrigins } });
  let refused = 0;
  const refuse = async (
    fields: (readonly [string, string])[],
    kind: Partial<(typeof kinds)[number]>,
    status: number[],
  ) => {
    const answer = await sendRequest(server.port, { ...kind, fields: [host, ...fields] });
    assert.ok(status.includes(answer.status), `${kind.method ?? 'GET'} ${JSON.stringify(fields)}: ${answer.text}`);
    isShut(answer.text);
    refused += 1;
  };
  try {
    for (const origin of badOrigins) {
      for (const kind of kinds) await refuse([['Origin', origin], json], kind, [403]);
      await refuse([['Origin', origin]], { method: 'OPTIONS', target: '/assets/create' }, [405]);
      await refuse([['Origin', origin], ...upgradeFields], { target: '/qgpt/stream' }, [403]);
    }
    for (const site of ['cross-site', 'same-site', 'other']) {
      for (const kind of kinds) await refuse([['Sec-Fetch-Site', site], json], kind, [403]);
    }
    for (const type of mediaTypes) {
      await refuse([['Content-Type', type]], { method: 'POST', target: '/assets/create', body: createBody }, [415]);
    }
    assert.equal((await server.api.assetsSnapshot({ query: {} })).iterable.length, 0, 'nothing was planted');
  } finally {
    await server.close();
  }
  return {
    figure: `${refused} of ${refused} requests of ${badOrigins.length} origins refused, nothing changed`,
    isKept: true,
  };
}

export const crossSite: Row = {
  id: 'S2',
  promise: 'refuses what a page of another site sends, and opens it no stream (S3), without a CORS header or a change',
  limit: '100 % of at least 9 origins × 6 kinds, 6 media types',
  quick: 1,
  full: 1,
  run,
};
