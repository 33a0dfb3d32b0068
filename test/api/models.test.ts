// Models over the real service: a window offers one over the socket file, programs ask over the port.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ApiError } from '../../src/contract/errors';
import type { OfferedModel } from '../../src/contract/schemas/models';
import type { QGPTStreamInput, QGPTStreamOutput } from '../../src/contract/schemas/qgpt';
import { embedding, refusing, startFakeEndpoint, type FakeEndpoint } from '../unit/models/fakeEndpoint';
import { startTestServer, type TestServer } from './startTestServer';

const model: OfferedModel = {
  ...{ key: 'endpoint:test small', name: 'small', kind: 'endpoint', destination: 'api.example.com' },
  ...{ isRemote: true, maxTokens: 4_000 },
};

describe('a model that a window offers', () => {
  let server: TestServer;
  let folder: string;

  before(async () => {
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-models-')));
    fs.writeFileSync(
      path.join(folder, 'cart.ts'),
      '/** A cart holds at most 50 items. */\nexport const maxCartItems = 50;\n',
    );
    server = await startTestServer({ folders: [folder] });
  });
  after(async () => {
    await server.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  const window = 'w';
  const offer = () => server.ownApi.modelsOffer({ body: { window, models: [model] } });
  const work = () => server.ownApi.modelWork({ body: { window } });
  const relevance = () => ({
    query: 'How many items does a cart hold?',
    paths: [folder],
    model: 'small',
    options: { question: true },
  });

  it('answers a program’s question over HTTP', async () => {
    await offer();
    const answered = server.api.relevance({ body: relevance() });
    const { jobs } = await work();
    const [job] = jobs;
    assert.equal(job?.asker, 'program');
    assert.match(job.messages[1]?.text ?? '', /maxCartItems = 50/);
    await server.ownApi.modelPieces({ body: { job: job.id, place: 0, text: 'Fifty [1].', isLast: true } });
    const [first] = (await answered).answer?.answers.iterable ?? [];
    assert.equal(first?.text, 'Fifty [1].\n\n[1] cart.ts:1-2');
    assert.deepEqual(first.model?.name, 'small');
  });

  it('passes its faults on with status, sentence and the time to wait', async () => {
    await offer();
    const answered = server.api.relevance({ body: relevance() });
    const [job] = (await work()).jobs;
    const fault = { kind: 'quota' as const, message: 'The quota is used up.', retryAfterSeconds: 17 };
    const refused = assert.rejects(
      answered,
      (error) =>
        error instanceof ApiError &&
        error.status === 429 &&
        error.retryAfterSeconds === 17 &&
        error.message === fault.message,
    );
    await server.ownApi.modelPieces({ body: { job: job?.id ?? '', place: 0, text: '', isLast: true, fault } });
    await refused;
  });

  it('refuses a program whose question nobody has allowed to leave, with the window’s own words', async () => {
    await offer();
    const answered = server.api.relevance({ body: relevance() });
    const [job] = (await work()).jobs;
    assert.equal(job?.asker, 'program', 'so the window knows that nobody is there to be asked');
    const fault = { kind: 'refused' as const, message: 'Nothing was sent to api.example.com: allow it in the chat.' };
    const refused = assert.rejects(
      answered,
      (error) => error instanceof ApiError && error.status === 403 && error.message === fault.message,
    );
    await server.ownApi.modelPieces({ body: { job: job.id, place: 0, text: '', isLast: true, fault } });
    await refused;
    const builtIn = { ...relevance(), model: 'builtIn' };
    assert.match((await server.api.relevance({ body: builtIn })).answer?.answers.iterable[0]?.text ?? '', /50/);
  });

  it('answers 503 at once when the window says that it does not know the question', async () => {
    await offer();
    const answered = server.api.relevance({ body: relevance() });
    await work();
    const refused = assert.rejects(
      answered,
      (error) => error instanceof ApiError && error.status === 503 && /lost on its way/.test(error.message),
    );
    const abort = new AbortController();
    const waiting = server.ownApi.modelWork({ body: { window, running: [] } }, abort.signal);
    await refused;
    abort.abort();
    await assert.rejects(waiting);
  });

  it('streams its pieces as they come', async () => {
    await offer();
    async function* inputs(): AsyncGenerator<QGPTStreamInput> {
      yield { relevance: relevance() };
      await new Promise(() => undefined);
    }
    const abort = new AbortController();
    const frames = server.api.qgptStream(inputs(), abort.signal)[Symbol.asyncIterator]();
    const first = frames.next();
    const [job] = (await work()).jobs;
    const id = job?.id ?? '';
    await server.ownApi.modelPieces({ body: { job: id, place: 0, text: 'Fifty ', isLast: false } });
    const frame = (await first).value as QGPTStreamOutput | undefined;
    assert.equal(frame?.question?.answers.iterable[0]?.text, 'Fifty');
    abort.abort();
    assert.deepEqual((await work()).cancelled, [id], 'the window hears that the caller has hung up');
  });

  it('stops when the caller of an HTTP request hangs up', async () => {
    await offer();
    const abort = new AbortController();
    const answered = server.api.relevance({ body: relevance() }, abort.signal);
    const [job] = (await work()).jobs;
    abort.abort();
    await assert.rejects(answered);
    assert.deepEqual((await work()).cancelled, [job?.id]);
  });

  it('leaves the engine’s places to others while it thinks', async () => {
    await offer();
    const abort = new AbortController();
    const slow = [1, 2, 3, 4, 5].map(() => server.api.relevance({ body: relevance() }, abort.signal));
    for (let begun = 0; begun < slow.length;) begun += (await work()).jobs.length;
    const { relevant } = await server.api.relevance({ body: { ...relevance(), options: {} } });
    assert.ok(relevant.iterable.length > 0);
    abort.abort();
    await Promise.allSettled(slow);
  });

  it('is spoken of on the socket file only', async () => {
    const response = await fetch(`${server.baseUrl}/internal/models/work`, { method: 'POST', body: '{"window":"w"}' });
    assert.equal(response.status, 404);
  });

  it('does not hold the service up when it closes', async () => {
    const closing = async (one: TestServer) => {
      const begun = performance.now();
      await one.close();
      return performance.now() - begun;
    };
    const idleMs = await closing(await startTestServer());
    const other = await startTestServer();
    await other.ownApi.modelsOffer({ body: { window, models: [model] } });
    const waiting = other.ownApi.modelWork({ body: { window } }).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const busyMs = await closing(other);
    await waiting;
    assert.ok(busyMs < idleMs + 700, 'below the time that answers under way are given');
  });
});

describe('a service without an editor whose environment names a model for embeddings', () => {
  let server: TestServer;
  let endpoint: FakeEndpoint;
  let folder: string;

  before(async () => {
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-embeddings-')));
    const files = { cart: 'A cart holds at most 50 items', trolley: 'Items a trolley holds', box: 'Items' };
    for (const [name, says] of Object.entries(files)) {
      fs.writeFileSync(path.join(folder, `${name}.ts`), `/** ${says}. */\nexport const ${name}Room = 50;\n`);
    }
    endpoint = await startFakeEndpoint();
    const modelEnvironment = { QUARRY_MODEL_URL: endpoint.baseUrl, QUARRY_EMBEDDING_MODEL: 'tiny' };
    server = await startTestServer({ folders: [folder], modelEnvironment });
  });
  after(async () => {
    await server.close();
    await endpoint.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  const ask = () =>
    server.api.relevance({
      body: { query: 'How many items does a cart hold?', paths: [folder], options: { question: true } },
    });

  it('ranks what it finds by their meaning, and answers without a model', async () => {
    endpoint.play(embedding((text) => (/^How many|trolleyRoom/.test(text) ? [1, 0] : [0, 1])));
    const { relevant, answer, skipped } = await ask();
    assert.equal(path.basename(relevant.iterable[0]?.path ?? ''), 'trolley.ts');
    assert.equal(answer?.answers.iterable[0]?.model, undefined);
    assert.equal(skipped, undefined);
    // The question and the passages in one request: who is asked for a yes sees all that would leave.
    assert.deepEqual(
      endpoint.seen.map(({ path: asked }) => asked),
      ['/v1/embeddings'],
    );
  });

  it('answers in the built-in order when the endpoint fails, and says so', async () => {
    endpoint.play(refusing(503));
    const { relevant, answer, skipped } = await ask();
    assert.equal(path.basename(relevant.iterable[0]?.path ?? ''), 'cart.ts');
    assert.match(answer?.answers.iterable[0]?.text ?? '', /50/);
    assert.match(skipped?.[0]?.path ?? '', /^tiny at 127\.0\.0\.1/);
    assert.match(skipped?.[0]?.reason ?? '', /their order is the built-in one\. .* overloaded/);
  });
});
