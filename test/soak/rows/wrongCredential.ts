import assert from 'node:assert/strict';
import { startTestServer } from '../../api/startTestServer';
import type { Outcome, Row } from '../row';
import { sendRequest, upgradeFields } from '../tools/raw';

const host = ['Host', 'localhost'] as const;
const json = ['Content-Type', 'application/json'] as const;
const asking = [
  { method: 'POST', target: '/qgpt/relevance', body: '{"query":"q","options":{"database":true}}' },
  { method: 'POST', target: '/qgpt/question', body: '{"query":"q","relevant":{"iterable":[]}}' },
];

function wrongForms(token: string): string[] {
  return [
    `Basic ${token}`,
    'Bearer',
    `Bearer ${token}x`,
    `Bearer ${token.slice(1)}`,
    `Bearer "${token}"`,
    token,
    `Bearer ${token.toLowerCase()}-`,
    `Bearer ${token}, Bearer ${token}`,
  ];
}

async function run(): Promise<Outcome> {
  let refused = 0;
  for (const auth of ['open', 'ask', 'required'] as const) {
    const server = await startTestServer({ settings: { auth } });
    try {
      for (const form of wrongForms(server.token)) {
        const credential = ['Authorization', form] as const;
        const where = `${auth}, “${form.replaceAll(server.token, '<token>')}”`;
        for (const call of asking) {
          const { status, text } = await sendRequest(server.port, { ...call, fields: [host, json, credential] });
          assert.equal(status, 401, `${where}: ${text}`);
          assert.match(text, /www-authenticate: bearer/i);
          assert.ok(!text.includes(server.token), 'the token is not said');
          refused += 1;
        }
        const fields = [host, credential, ...upgradeFields] as const;
        assert.equal((await sendRequest(server.port, { target: '/qgpt/stream', fields })).status, 401, where);
        refused += 1;
        const other = await sendRequest(server.port, { target: '/assets', fields: [host, credential] });
        assert.equal(other.status, auth === 'required' ? 401 : 200, `${where}, elsewhere`);
      }
      const right = [host, json, ['Authorization', `Bearer ${server.token}`]] as const;
      assert.equal((await sendRequest(server.port, { ...asking[0], fields: right })).status, 200);
      const inQuery = `/qgpt/relevance?token=${server.token}&access_token=${server.token}`;
      const query = await sendRequest(server.port, { ...asking[0], target: inQuery, fields: [host, json] });
      assert.equal(query.status, auth === 'open' ? 200 : 401, 'a token in the address is no credential');
    } finally {
      await server.close();
    }
  }
  return { figure: `${refused} of ${refused} refused in three modes`, isKept: true };
}

export const wrongCredential: Row = {
  id: 'S6',
  promise: 'answers 401 to a wrong credential on relevance, question and stream, and nowhere else in open mode',
  limit: '100 % of at least 6 forms × 3 modes',
  quick: 1,
  full: 1,
  run,
};
