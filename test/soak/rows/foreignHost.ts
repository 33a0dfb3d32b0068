import assert from 'node:assert/strict';
import { startTestServer } from '../../api/startTestServer';
import type { Outcome, Row } from '../row';
import { allowedHost, badHosts, goodHosts } from '../tools/hosts';
import { kinds, sendRequest, upgradeFields } from '../tools/raw';

const json = ['Content-Type', 'application/json'] as const;

async function run(): Promise<Outcome> {
  const server = await startTestServer({ settings: { allowedHosts: [allowedHost] } });
  let refused = 0;
  try {
    for (const host of badHosts) {
      for (const kind of kinds) {
        const { status, text } = await sendRequest(server.port, { ...kind, fields: [['Host', host], json] });
        assert.ok(status === 403 || status === 400, `${kind.method} with Host “${host}”: ${text}`);
        refused += 1;
      }
      const stream = { target: '/qgpt/stream', fields: [['Host', host], ...upgradeFields] as const };
      const { status, text } = await sendRequest(server.port, stream);
      assert.ok(status === 403 || status === 400, `upgrade with Host “${host}”: ${text}`);
      refused += 1;
    }
    for (const host of goodHosts) {
      const { status, text } = await sendRequest(server.port, { fields: [['Host', host]] });
      assert.equal(status, 200, `Host “${host}”: ${text}`);
    }
    assert.equal((await server.api.assetsSnapshot({ query: {} })).iterable.length, 0, 'nothing was planted');
  } finally {
    await server.close();
  }
  return {
    figure: `${badHosts.length} bad hosts, ${refused} of ${refused} refused; ${goodHosts.length} good ones answered`,
    isKept: true,
  };
}

export const foreignHost: Row = {
  id: 'S1',
  promise: 'refuses a foreign Host on GET, POST, HEAD and upgrade, before anything runs',
  limit: '100 % of at least 25 hosts',
  quick: 1,
  full: 1,
  run,
};
