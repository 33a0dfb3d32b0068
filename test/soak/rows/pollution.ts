import assert from 'node:assert/strict';
import { startTestServer } from '../../api/startTestServer';
import { call, json } from '../../unit/server/startServer';
import type { Outcome, Row } from '../row';

const shapes = [
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"asset":{"__proto__":{"polluted":true},"format":{"fragment":{"string":{"raw":"a","__proto__":{"polluted":true}}}}}}',
  '{"query":"q","options":{"database":true,"__proto__":{"polluted":true}},"paths":[],"__proto__":{"polluted":true}}',
  '{"query":"q","seeds":{"iterable":[{"__proto__":{"polluted":true}}]},"relevant":{"iterable":[],"__proto__":[]}}',
];
const routes = [
  '/assets/create',
  '/asset/update',
  '/qgpt/relevance',
  '/qgpt/question',
  '/qgpt/hints',
  '/qgpt/reprompt',
];

async function run(): Promise<Outcome> {
  const server = await startTestServer();
  let sent = 0;
  try {
    for (const body of shapes) {
      for (const path of routes) {
        const { status, text } = await call(server, { method: 'POST', path, headers: json, body });
        assert.ok(status < 500, `${path} ${body}: ${status} ${text}`);
        assert.equal(Reflect.get({}, 'polluted'), undefined, `${path} ${body}`);
        assert.ok(!text.includes('polluted'), `${path} ${body}: ${text}`);
        sent += 1;
      }
    }
    for (const key of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']) {
      for (const path of [`/tag/${key}`, `/website/${key}`, `/conversation/${key}`]) {
        const { status } = await call(server, { path });
        assert.ok(status >= 400 && status < 500, path);
        sent += 1;
      }
    }
    assert.deepEqual(Object.keys(Object.prototype), []);
  } finally {
    await server.close();
  }
  return { figure: `${sent} requests, no object changed`, isKept: true };
}

export const pollution: Row = {
  id: 'S14',
  promise: 'lets no body and no id change other objects of the process',
  limit: '0 of at least 5 shapes × 4 routes',
  quick: 1,
  full: 1,
  run,
};
