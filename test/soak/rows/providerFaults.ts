import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openSocket } from '../../api/openSocket';
import {
  answering,
  breakingOff,
  events,
  fallingSilent,
  refusing,
  startFakeEndpoint,
  type FakeEndpoint,
  type Script,
} from '../../unit/models/fakeEndpoint';
import { call, json } from '../../unit/server/startServer';
import type { Outcome, Round, Row } from '../row';
import { Service } from '../tools/service';

const key = 'sk-canary-0123456789abcdefghij';
const organisation = 'org-canary-98765';

const withBody = (status: number, headers: Record<string, string>, body: string): Script => {
  return (response) => void response.writeHead(status, headers).end(body);
};
const jsonHeaders = { 'content-type': 'application/json' };
const inStream = (error: object): Script => withBody(200, events, `data: ${JSON.stringify({ error })}\n\n`);
/** As providers do who mean well: the refused key is in their sentence. */
const echo = `{"error":{"message":"Incorrect API key provided: ${key} of ${organisation}"}}`;

/** What the provider does, and the status our callers get. */
const scripts: readonly (readonly [name: string, script: Script, status: number])[] = [
  ['an answer', answering('A cart holds fifty [1].'), 200],
  ['401', refusing(401, echo), 401],
  ['403', refusing(403, echo), 401],
  ['402', refusing(402, echo), 429],
  ['429 with a time', refusing(429, echo, { 'retry-after': '7' }), 429],
  ['429 with a date', refusing(429, echo, { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() }), 429],
  ['429 without a time', refusing(429), 429],
  ['500', refusing(500, echo), 500],
  ['502 with a page', withBody(502, { 'content-type': 'text/html' }, '<h1>Bad gateway</h1>'), 503],
  ['503', refusing(503, echo, { 'retry-after': 'soon' }), 503],
  ['504', refusing(504), 503],
  ['529', refusing(529), 503],
  ['404', refusing(404, echo), 500],
  ['a redirect', withBody(302, { location: 'http://127.0.0.1:9/take' }, ''), 500],
  ['a cut stream', breakingOff('A cart'), 503],
  ['a reset', (response) => response.destroy(), 503],
  ['bad JSON in the stream', withBody(200, events, 'data: {"choices":[{"delta"\n\n'), 500],
  ['bad JSON', withBody(200, jsonHeaders, '{"choices":'), 500],
  ['a page', withBody(200, { 'content-type': 'text/html' }, '<h1>Welcome</h1>'), 500],
  ['no text', withBody(200, jsonHeaders, '{"choices":[{"message":{"content":""}}]}'), 500],
  ['a list', withBody(200, jsonHeaders, '[]'), 500],
  ['an error in the stream', inStream({ message: `key ${key}`, type: 'server_error' }), 500],
  ['a quota in the stream', inStream({ message: 'slow down', type: 'rate_limit_error' }), 429],
  ['an overload in the stream', inStream({ message: 'busy', code: 503 }), 503],
  ['a refused key in the stream', inStream({ message: echo, code: '401' }), 401],
  ['8 MiB', withBody(200, jsonHeaders, `{"x":"${'x'.repeat(8 * 1024 * 1024)}"}`), 500],
];

/** Each takes half a minute: the service waits so long for a first or a next word. */
const slowScripts: typeof scripts = [
  ['silence', fallingSilent(), 503],
  ['no answer at all', () => undefined, 503],
  ['silence after a word', fallingSilent('A cart'), 503],
];
const slowestMs = 40_000;

interface Heard {
  status: number;
  text: string;
  retryAfter?: string | undefined;
}

/** Asks in the three ways there are. */
async function ask(service: Service, root: string): Promise<Record<string, Heard>> {
  const query = 'how many items does a cart hold?';
  const seed = {
    type: 'SEEDED_ASSET',
    asset: { format: { fragment: { string: { raw: 'const maxCartItems = 50;' } } } },
  };
  const question = { query, relevant: { iterable: [{ seed }] } };
  const post = async (target: string, body: object): Promise<Heard> => {
    const headers = { ...json, authorization: `Bearer ${service.token}` };
    const answer = await call(service, { method: 'POST', path: target, headers, body: JSON.stringify(body) });
    return { status: answer.status, text: answer.text, retryAfter: answer.headers['retry-after'] };
  };
  const overStream = async (): Promise<Heard> => {
    const socket = await openSocket(service.port, '/qgpt/stream', { authorization: `Bearer ${service.token}` });
    socket.send(JSON.stringify({ question }));
    let text = '';
    for (;;) {
      const frame = await socket.next();
      text += frame;
      const { status, statusCode } = JSON.parse(frame) as { status: string; statusCode: number };
      if (status === 'IN-PROGRESS') continue;
      socket.close();
      return { status: statusCode, text };
    }
  };
  const [relevance, asked, streamed] = await Promise.all([
    post('/qgpt/relevance', { query, paths: [root], options: { question: true } }),
    post('/qgpt/question', question),
    overStream(),
  ]);
  return { relevance, question: asked, stream: streamed };
}

async function runScript(one: (typeof scripts)[number], service: Service, endpoint: FakeEndpoint, root: string) {
  const [name, script, status] = one;
  endpoint.play(script);
  for (const [way, heard] of Object.entries(await ask(service, root))) {
    assert.equal(heard.status, status, `${name}, ${way}: ${heard.status} ${heard.text.slice(0, 300)}`);
    assert.ok(!heard.text.includes(key) && !heard.text.includes(organisation), `${name}, ${way}: the key is told`);
    if (way !== 'stream' && (status === 429 || status === 503))
      assert.match(heard.retryAfter ?? '', /^[1-9]\d*$/, `${name}, ${way}: Retry-After`);
    if (way !== 'stream' && name === '429 with a time') assert.equal(heard.retryAfter, '7');
  }
}

async function run({ isFull, progress, slack }: Round): Promise<Outcome> {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-provider-')));
  fs.writeFileSync(
    path.join(root, 'cart.ts'),
    '/** A cart holds at most 50 items. */\nexport const maxCartItems = 50;\n',
  );
  const endpoint = await startFakeEndpoint();
  const env = {
    ...{ QUARRY_MODEL_URL: endpoint.baseUrl, QUARRY_MODEL: 'small' },
    ...{ QUARRY_MODEL_KEY: key, QUARRY_MODEL_ORGANIZATION: organisation },
  };
  const service = await Service.start({ roots: [root], env });
  try {
    for (const one of scripts) await runScript(one, service, endpoint, root);
    for (const one of isFull ? slowScripts : []) {
      const began = performance.now();
      await runScript(one, service, endpoint, root);
      const ms = Math.round(performance.now() - began);
      progress(`${one[0]}: given up after ${ms} ms`);
      assert.ok(ms <= slack * slowestMs, `${one[0]}: ${ms} ms`);
    }
    assert.ok(endpoint.seen.every(({ headers }) => headers.authorization === `Bearer ${key}`));
    assert.ok(!service.log.includes(key) && !service.log.includes(organisation), 'the key is in the log');
  } finally {
    await Promise.all([service.stop(), endpoint.close()]);
    fs.rmSync(root, { recursive: true, force: true });
  }
  const tried = scripts.length + (isFull ? slowScripts.length : 0);
  return { figure: `${tried} scripts, each asked in 3 ways, all mapped; no key in an answer or the log`, isKept: true };
}

export const providerFaults: Row = {
  id: 'L7',
  promise: 'tells what a provider does wrong as 401, 429, 500 or 503, and never shows its key',
  limit: '100% of at least 20 scripts',
  quick: 1,
  full: 1,
  run,
};
