// How each public program of this interface starts up and works, call by call in its own order, with what makes it give
// up (src/contract/WIRE.md 1 and 5). The programs themselves are not installed here.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type {
  Activities,
  Assets,
  Context,
  Conversation,
  Model,
  QGPTRelevanceOutput,
  QGPTStreamOutput,
} from '../../src/contract/schemas';
import { openSocket, type TestSocket } from './openSocket';
import { patientFetch } from './patientFetch';
import { startTestServer, type TestServer } from './startTestServer';

const query = 'How many items does a cart hold?';
const page = 'http://localhost:5173';

describe('programs written for this interface', function () {
  this.timeout(60_000);
  let server: TestServer;
  let folder: string;

  before(async () => {
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-programs-')));
    fs.writeFileSync(
      path.join(folder, 'cart.ts'),
      '/** A cart holds at most 50 items. */\nexport const maxCartItems = 50;\n',
    );
    server = await startTestServer({ folders: [folder], settings: { allowedOrigins: [page] } });
  });
  after(async () => {
    await server.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  async function json<Answer>(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const answer = await patientFetch(server.baseUrl + path, {
      ...init,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    });
    assert.equal(answer.status, 200, await answer.clone().text());
    return (await answer.json()) as Answer;
  }
  const text = async (path: string, method = 'GET') => {
    const answer = await patientFetch(server.baseUrl + path, { method });
    return [answer.status, await answer.text()] as const;
  };
  const connect = (name: string, headers?: Record<string, string>) =>
    json<Context>('/connect', { application: { name, version: '1.0.0', platform: 'LINUX' } }, headers);
  const models = async () => (await json<{ iterable: Model[] }>('/models')).iterable;

  /** Every program joins the pieces; a refusal for load asks to be repeated, as it says. */
  async function ask(stream: TestSocket, input: object): Promise<{ frames: QGPTStreamOutput[]; text: string }> {
    for (;;) {
      stream.send(JSON.stringify(input));
      const frames: QGPTStreamOutput[] = [];
      do frames.push(JSON.parse(await stream.next()) as QGPTStreamOutput);
      while (frames.at(-1)?.status === 'IN-PROGRESS');
      if (frames.at(-1)?.statusCode !== 503) {
        return { frames, text: frames.map(({ question }) => question?.answers.iterable[0]?.text ?? '').join('') };
      }
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }

  it('the Python wrapper scans, connects, finds its model, opens its seven sockets and chats', async () => {
    await new Promise<void>((resolve, reject) => {
      const probe = net.connect(server.port, '127.0.0.1', () => resolve(void probe.destroy())).on('error', reject);
    });
    assert.deepEqual(await text('/.well-known/health', 'HEAD'), [200, '']);
    const { application } = await connect('OPEN_SOURCE');
    const { user } = await json<{ user?: { id: string; aesthetics: object } }>('/user');
    assert.ok(user?.id && user.aesthetics, 'it refuses to start without a user');
    const model = (await models()).find(({ name }) => name === 'GPT-3.5-turbo Chat Model');
    assert.ok(model && (model.cloud || model.downloaded), 'its constructor raises without this model');
    const sockets = new Map<string, TestSocket>();
    for (const path of [
      '/conversations/stream/identifiers',
      '/assets/stream/identifiers',
      '/user/stream',
      '/.well-known/stream/health',
      '/anchors/stream/identifiers',
      '/workstream_pattern_engine/processors/vision/status/stream',
      '/ranges/stream/identifiers',
    ]) {
      // Its socket library names the address it connects to as its origin.
      const headers = { application: application.id, origin: server.baseUrl };
      sockets.set(path, await openSocket(server.port, path, headers));
    }
    const first = (path: string) => sockets.get(path)?.next() ?? Promise.reject(new Error(path));
    assert.deepEqual(JSON.parse(await first('/conversations/stream/identifiers')), { iterable: [] });
    assert.deepEqual(JSON.parse(await first('/ranges/stream/identifiers')), { iterable: [] });
    assert.equal((JSON.parse(await first('/user/stream')) as { id: string }).id, user.id);
    assert.match(await first('/.well-known/stream/health'), /^ok/i);

    // A file as context goes by the id of an anchor.
    const anchor = await json<{ id: string }>('/anchors/create', { type: 'DIRECTORY', fullpath: folder });
    const stream = await openSocket(server.port, '/qgpt/stream');
    const anchors = { iterable: [{ id: anchor.id }] };
    const relevance = { query, application: application.id, model: model.id, options: { question: true }, anchors };
    const answer = await ask(stream, { relevance });
    assert.equal(answer.frames.at(-1)?.status, 'COMPLETED');
    assert.ok(
      answer.frames.every(({ status, question }) => status === 'COMPLETED' || question),
      'a frame without text ends it',
    );
    assert.match(answer.text, /50/);
    // At the terminal frame it looks the conversation up in what was pushed, and reads it.
    const { conversation } = answer.frames[0] ?? {};
    const pushed = JSON.parse(await first('/conversations/stream/identifiers')) as {
      iterable: { conversation: { id: string } }[];
    };
    assert.equal(pushed.iterable[0]?.conversation.id, conversation);
    const read = await json<Conversation>(`/conversation/${conversation}`);
    const [message] = Object.keys(read.messages.indices ?? {});
    assert.equal((await json<{ role: string }>(`/message/${message}`)).role, 'USER');

    // Its assets come from the identifier stream, one by one.
    const saved = await json<{ id: string; original: { id: string } }>('/assets/create?transferables=false', {
      type: 'SEEDED_ASSET',
      asset: { application, format: { fragment: { string: { raw: 'print(1)' } } }, metadata: { name: 'one' } },
    });
    await first('/assets/stream/identifiers');
    assert.ok((await first('/assets/stream/identifiers')).includes(saved.id));
    const format = await json<{ fragment: { string: { raw: string } } }>(
      `/format/${saved.original.id}?transferable=true`,
    );
    format.fragment.string.raw = 'print(2)';
    assert.equal(
      (await json<typeof format>('/format/update/value?transferable=false', format)).fragment.string.raw,
      undefined,
    );
    const exported = await json<{ raw: { string: { raw: string } } }>(`/asset/${saved.id}/export?export_type=MD`);
    assert.match(exported.raw.string.raw, /print\(2\)/);
    for (const socket of sockets.values()) {
      assert.ok(socket.isOpen());
      socket.close();
    }
    stream.close();
  });

  it('cli-agent passes its version gate, finds OS_SERVER, commits, stops an answer and searches', async () => {
    assert.equal((await text('/.well-known/health'))[0], 200);
    const version = (await text('/.well-known/version'))[1];
    const [major] = version.split('.').map(Number);
    assert.ok(/^\d+\.\d+\.\d+$/.test(version) && major === 12, '12.0.0 <= version < 13.0.0');
    assert.ok((await json<{ user?: object }>('/user')).user);
    const { iterable } = await json<{ iterable: { name: string }[] }>('/applications');
    assert.ok(iterable.some(({ name }) => name === 'OS_SERVER'));
    const { application } = await connect('PIECES_FOR_DEVELOPERS_CLI');
    assert.deepEqual(await text(`/${application.id}/onboarded`, 'POST'), [200, application.id]);
    const model = (await models())[0]?.id;

    const seed = {
      type: 'SEEDED_ASSET',
      asset: { application, format: { fragment: { string: { raw: '- limit 40\n+ limit 50\n' } } } },
    };
    const body = {
      query: 'Write a commit message',
      seeds: { iterable: [seed] },
      application: application.id,
      model,
      options: { question: true },
    };
    const { answer } = await json<QGPTRelevanceOutput>('/qgpt/relevance', body);
    assert.ok(answer?.answers.iterable[0]?.text);

    const stream = await openSocket(server.port, '/qgpt/stream');
    stream.send(JSON.stringify({ conversation: null, stop: true }));
    assert.equal((JSON.parse(await stream.next()) as QGPTStreamOutput).status, 'STOPPED');
    // Plain chat: no query space at all.
    const plain = await ask(stream, {
      relevance: { query: 'What is a cart?', application: application.id, model, options: { question: true } },
    });
    assert.equal(plain.frames.at(-1)?.status, 'COMPLETED');
    assert.ok(plain.text.length > 0);
    stream.close();

    const saved = await json<{ id: string }>('/assets/create', seed);
    const identifiers = await json<{ iterable: { id: string }[] }>('/assets/identifiers');
    assert.equal(identifiers.iterable[0]?.id, saved.id);
    for (const path of ['/assets/search', '/search/full_text', '/search/neural_code']) {
      const found = await json<{ iterable: { identifier: string }[] }>(`${path}?query=limit%2050&transferables=false`);
      assert.ok(
        found.iterable.some(({ identifier }) => identifier === saved.id),
        path,
      );
    }
    assert.equal((await text('/os/terminate', 'POST'))[0], 501);
  });

  it('sublime and neovim start from the health socket and see its end as the end of the server', async () => {
    const dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-health-'));
    const mortal = await startTestServer({ dataFolder });
    const health = await openSocket(mortal.port, '/.well-known/stream/health');
    assert.match(await health.next(), /^ok/i);
    const listed = (await (await fetch(`${mortal.baseUrl}/models`)).json()) as { iterable: Model[] };
    assert.ok(
      listed.iterable.some(({ unique }) => unique === 'gpt-4o'),
      'sublime falls back to this one',
    );
    assert.ok(
      listed.iterable.some(({ name }) => name === 'GPT-4o Chat Model'),
      'neovim asks for this one',
    );
    await mortal.close();
    assert.equal(await health.closed, 1001);
    fs.rmSync(dataFolder, { recursive: true, force: true });
  });

  it('the C# client finds its model, sends empty context and reads the conversation after the answer', async () => {
    const { application } = await connect('VISUAL_STUDIO');
    assert.ok((await models()).some(({ name, cloud }) => name.includes('GPT-4o Chat') || cloud));
    const conversation = await json<Conversation>('/conversations/create', {
      type: 'COPILOT',
      name: 'New Conversation',
    });
    const anchor = await json<{ id: string }>('/anchors/create', { type: 'DIRECTORY', fullpath: folder });
    const link = `/conversation/${conversation.id}/anchors/associate/${anchor.id}`;
    assert.deepEqual(await text(link, 'POST'), [204, '']);
    const stream = await openSocket(server.port, '/qgpt/stream');
    const relevance = {
      query,
      application: application.id,
      options: { question: true },
      assets: {},
      paths: [folder],
      messages: {},
      temporal: {},
    };
    const { frames } = await ask(stream, { conversation: conversation.id, relevance });
    assert.ok(
      frames.slice(0, -1).every(({ status }) => status === 'IN-PROGRESS'),
      'any other status is an exception',
    );
    assert.equal(frames.at(-1)?.status, 'COMPLETED');
    const read = await json<Conversation>(`/conversation/${conversation.id}`);
    assert.equal(read.messages.iterable.length, 2);
    assert.deepEqual(read.anchors?.indices, { [anchor.id]: 0 });
    assert.deepEqual(await text(`/conversations/${conversation.id}/delete`, 'POST'), [204, '']);
    stream.close();
  });

  it('the vanilla TypeScript page works across origins: relevance over HTTP, the question over the socket', async () => {
    const headers = { origin: page, 'sec-fetch-site': 'same-site' };
    const ask = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' };
    const preflight = await fetch(`${server.baseUrl}/qgpt/relevance`, {
      method: 'OPTIONS',
      headers: { ...headers, ...ask },
    });
    assert.equal(preflight.status, 204);
    assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /content-type/);
    assert.equal(preflight.headers.get('access-control-allow-origin'), page);
    const listed = await json<{ iterable: Model[] }>('/models', undefined, headers);
    const model = listed.iterable.find(({ foundation }) => foundation === 'GPT_3.5');
    assert.ok(model, 'its script stops without this family');
    assert.ok(listed.iterable.some(({ foundation }) => foundation === 'GPT_4'));
    const { application } = await connect('OPEN_SOURCE', headers);
    const nothing = await json<QGPTRelevanceOutput>(
      '/qgpt/relevance',
      { query, paths: [], application: application.id },
      headers,
    );
    assert.deepEqual(nothing.relevant.iterable, []);
    const { relevant } = await json<QGPTRelevanceOutput>('/qgpt/relevance', { query, paths: [folder] }, headers);
    const stream = await openSocket(server.port, '/qgpt/stream', headers);
    const byId = { iterable: relevant.iterable.map(({ id }) => ({ id })) };
    stream.send(JSON.stringify({ question: { query, relevant: byId, model: model.id } }));
    const frame = JSON.parse(await stream.next()) as QGPTStreamOutput;
    assert.ok(['IN-PROGRESS', 'FAILED'].includes(frame.status) && frame.statusCode !== 400, frame.errorMessage);
    stream.close();
  });

  it('example-typescript gets what its page reads, errors included, and no other origin does', async () => {
    const headers = { origin: page, 'sec-fetch-site': 'same-site' };
    const { user, health } = await connect('OPEN_SOURCE', headers);
    assert.ok(user?.name && health.os.version);
    await json('/assets/create', { asset: { format: { fragment: { string: { raw: 'a = 1' } } } } }, headers);
    const assets = await json<Assets>('/assets', undefined, headers);
    assert.ok(assets.iterable.every(({ original }) => original.reference?.classification.specific));
    const activities = await json<Activities>('/activities', undefined, headers);
    assert.ok(
      activities.iterable.every(({ event }) => Object.keys(event.asset.identifier_description_pair).length > 0),
    );
    const gone = await fetch(`${server.baseUrl}/asset/00000000-0000-4000-8000-000000000000`, { headers });
    assert.deepEqual([gone.status, gone.headers.get('access-control-allow-origin')], [410, page]);
    const stranger = await fetch(`${server.baseUrl}/assets`, { headers: { origin: 'http://evil.example' } });
    assert.deepEqual([stranger.status, stranger.headers.get('access-control-allow-origin')], [403, null]);
    await assert.rejects(openSocket(server.port, '/assets/stream/identifiers', { origin: 'http://evil.example' }));
  });

  it('the streamlit example sends an empty list of relevant items and an explicit null', async () => {
    const model = (await models()).find(({ name }) => name === 'GPT-3.5-turbo Chat Model');
    const stream = await openSocket(server.port, '/qgpt/stream');
    const question = { query, relevant: { iterable: [] }, model: model?.id };
    const { frames, text: said } = await ask(stream, { question, conversation: null });
    assert.equal(frames.at(-1)?.status, 'COMPLETED');
    assert.ok(said.length > 0 && frames.at(-1)?.question === undefined, 'a repeated text would be appended');
    stream.close();
  });
});
