// What a program holds on to while the service dies under it: a real process is killed without warning, and another one
// takes the library over.
import assert from 'node:assert/strict';
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { operations } from '../../src/contract/operations';
import type {
  Asset,
  Context,
  Conversation,
  QGPTQuestionOutput,
  QGPTRelevanceOutput,
  Tag,
} from '../../src/contract/schemas';
import { openSocket } from './openSocket';
import { patientFetch } from './patientFetch';
import { startTestServer } from './startTestServer';

const query = 'How many items does a cart hold?';

describe('ids and records', function () {
  this.timeout(60_000);
  let folder: string;
  let data: string;
  let child: ChildProcessByStdio<null, Readable, null> | undefined;

  before(() => {
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-killed-')));
    data = path.join(folder, 'library');
    fs.mkdirSync(path.join(folder, 'code'));
    fs.writeFileSync(
      path.join(folder, 'code/cart.ts'),
      '/** A cart holds at most 50 items. */\nexport const maxCartItems = 50;\n',
    );
  });
  after(() => {
    child?.kill('SIGKILL');
    fs.rmSync(folder, { recursive: true, force: true });
  });

  async function startProcess(): Promise<string> {
    const args = ['dist/cli.js', 'serve', '--port', '0', '--data', data, '--root', path.join(folder, 'code')];
    const env = { ...process.env, HOME: folder, USERPROFILE: folder };
    child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    return (JSON.parse(line) as { baseUrl: string }).baseUrl;
  }

  const programOf = (baseUrl: string) => ({
    async json<Answer>(path: string, body?: unknown): Promise<Answer> {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
      const answer = await patientFetch(baseUrl + path, body === undefined ? {} : init);
      assert.equal(answer.status, 200, await answer.clone().text());
      return (await answer.json()) as Answer;
    },
    async post(path: string): Promise<void> {
      assert.equal((await patientFetch(baseUrl + path, { method: 'POST' })).status, 204);
    },
  });

  it('outlive a kill and a takeover: relevance ids, visits, links, chats, files, the user and the program itself', async () => {
    const first = programOf(await startProcess());
    const hello = { application: { name: 'OPEN_SOURCE', version: '1.0.0', platform: 'LINUX' } };
    const context = await first.json<Context>('/connect', hello);
    const { relevant } = await first.json<QGPTRelevanceOutput>('/qgpt/relevance', {
      query,
      paths: [path.join(folder, 'code')],
    });
    const { id } = await first.json<Asset>('/assets/create', {
      asset: { format: { fragment: { string: { raw: 'x = 1' } } } },
    });
    await first.json<Asset>(`/asset/${id}`, { os: 'os-1', share: 'share-1', user: { id: 'user-1', name: 'Ada' } });
    const tag = await first.json<Tag>('/tags/create', { text: 'kept' });
    await first.post(`/tag/${tag.id}/assets/associate/${id}`);
    const anchor = await first.json<{ id: string }>('/anchors/create', { type: 'DIRECTORY', fullpath: folder });
    const seed = { type: 'COPILOT', messages: [{ role: 'USER', fragment: { string: { raw: 'What is x?' } } }] };
    const conversation = await first.json<Conversation>('/conversations/create', seed);
    await first.post(`/conversation/${conversation.id}/anchors/associate/${anchor.id}`);
    const models = await first.json('/models');
    child?.kill('SIGKILL');
    if (child) await once(child, 'exit');

    const second = await startTestServer({ dataFolder: data });
    try {
      const later = programOf(second.baseUrl);
      const again = await later.json<Context>('/connect', hello);
      assert.deepEqual(
        [again.application, again.user?.id, again.os],
        [context.application, context.user?.id, context.os],
      );
      const byId = { iterable: relevant.iterable.map((item) => ({ id: item.id })) };
      const { answers } = await later.json<QGPTQuestionOutput>('/qgpt/question', { query, relevant: byId });
      assert.match(answers.iterable[0]?.text ?? '', /50/);
      const asset = await later.json<Asset>(`/asset/${id}`);
      const accessor = asset.shares?.iterable[0]?.accessors.iterable[0];
      assert.deepEqual([accessor?.os, accessor?.user?.name, accessor?.count], ['os-1', 'Ada', 1]);
      assert.equal(
        asset.tags?.iterable.some((one) => one.id === tag.id),
        true,
      );
      assert.deepEqual((await later.json<Tag>(`/tag/${tag.id}`)).assets?.indices, { [id]: 0 });
      const chat = await later.json<Conversation>(`/conversation/${conversation.id}`);
      assert.deepEqual(
        [chat.anchors?.indices, chat.messages.indices],
        [{ [anchor.id]: 0 }, conversation.messages.indices],
      );
      assert.deepEqual(await later.json('/models'), models);
      const told = await openSocket(second.port, '/assets/stream/identifiers');
      assert.deepEqual(JSON.parse(await told.next()), { iterable: [{ asset: { id } }] });
      told.close();
    } finally {
      await second.close();
    }
  });
});

describe('every operation of the table', function () {
  this.timeout(30_000);

  it('that only reads answers an empty library, and the others say what is missing', async () => {
    const server = await startTestServer();
    const nobody = '00000000-0000-4000-8000-000000000000';
    const seen = new Set<number>();
    for (const [name, operation] of Object.entries(operations)) {
      if ('isInternal' in operation) continue;
      const target = operation.path.replace(/\{\w+\}/g, nobody);
      const answer = await patientFetch(server.baseUrl + target, { method: operation.method });
      const text = await answer.text();
      const isRefused = answer.status >= 400;
      assert.ok(answer.status < 500, `${name}: ${answer.status} ${text}`);
      assert.ok(!isRefused || operation.path.includes('{') || 'body' in operation, `${name}: ${answer.status} ${text}`);
      if (isRefused) assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/, name);
      seen.add(answer.status);
    }
    await server.close();
    assert.deepEqual([...seen].sort(), [200, 400, 404, 410]);
  });
});
