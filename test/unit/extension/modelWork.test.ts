import assert from 'node:assert/strict';
import { createWindowModels } from '../../../src/api/models/windowModels';
import { createWindowEmbedder } from '../../../src/api/models/registry';
import type { ModelJob, OfferedEmbedder, OfferedModel } from '../../../src/contract/schemas/models';
import { writeVectors } from '../../../src/contract/conventions';
import { createModelWork, type ModelWorkOptions } from '../../../src/extension/models/modelWork';
import { ModelFault } from '../../../src/models/ports';

const model: OfferedModel = {
  ...{ key: 'a', name: 'a', kind: 'endpoint', destination: 'api.example.com', isRemote: true, maxTokens: 4_000 },
};
const job = {
  asker: 'window' as const,
  messages: [{ role: 'user' as const, text: 'How many?' }],
  passages: ['a.ts:1-2'],
};
const never = new AbortController().signal;

describe('a window at work for the models it has offered', () => {
  let count = 0;
  const ends: (() => void)[] = [];
  afterEach(() => ends.splice(0).forEach((end) => end()));

  function start(
    ask: ModelWorkOptions['ask'],
    models = [model],
    pieces?: ModelWorkOptions['api']['modelPieces'],
    embedder?: OfferedEmbedder,
  ) {
    const service = createWindowModels(() => `job-${++count}`, 200, 50);
    const warned: string[] = [];
    const work = createModelWork({
      api: {
        modelsOffer: async ({ body }) => service.offer(body),
        modelWork: async ({ body }, signal = never) => service.work(body, signal),
        modelPieces: pieces ?? (async ({ body }) => ({ isWanted: service.take(body) })),
      },
      window: 'w',
      offer: () => ({ models, preferred: 'a', ...(embedder && { embedder }) }),
      ask,
      warn: (text) => void warned.push(text),
      retryMs: 5,
    });
    ends.push(
      () => work.dispose(),
      () => service.close(),
    );
    return { service, work, warned };
  }

  async function textOf(pieces: AsyncIterable<string>): Promise<string> {
    let text = '';
    for await (const piece of pieces) text += piece;
    return text;
  }

  it('passes every piece on, in order, and the end', async () => {
    const { service, work } = start(async function* ({ messages, model: key }) {
      for (const piece of [key, ': ', messages[0]?.text ?? '', ' ', 'Fifty.']) {
        yield piece;
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
    await work.tell();
    assert.equal(await textOf(service.ask('a', job, never)), 'a: How many? Fifty.');
    assert.equal(await textOf(service.ask('a', job, never)), 'a: How many? Fifty.');
  });

  it('gives the vectors of texts, to whoever ranks with its embedder', async () => {
    const embedder = { key: 'e', name: 'e at api.example.com', destination: 'api.example.com', isRemote: true };
    const seen: ModelJob[] = [];
    const { service, work } = start(
      async function* (one) {
        seen.push(one);
        yield writeVectors((one.texts ?? []).map(({ text }) => Float32Array.of(text.length, -0.5)));
      },
      [],
      undefined,
      embedder,
    );
    await work.tell();
    assert.deepEqual(
      [service.embedder(), service.embedder('e'), service.embedder('other')],
      [embedder, embedder, undefined],
    );
    assert.deepEqual(service.list(), []);
    const port = createWindowEmbedder(service, embedder, 'program', ['a.ts:1-2']);
    const texts = [{ kind: 'query' as const, text: 'who?' }, { kind: 'code' as const, text: 'me()' .repeat(9) }]; // prettier-ignore
    assert.deepEqual(await port.embed(texts, never), [Float32Array.of(4, -0.5), Float32Array.of(36, -0.5)]);
    const [{ asker, passages, messages } = assert.fail()] = seen;
    assert.deepEqual([asker, passages, messages], ['program', ['a.ts:1-2'], []]);
  });

  it('is no embedder of whatever it gives', async () => {
    const embedder = { key: 'e', name: 'e', destination: '', isRemote: false };
    const wrong = ['', 'nonsense', 'AAAA\n', writeVectors([Float32Array.of(1), Float32Array.of(1)]), writeVectors([Float32Array.of(NaN)])]; // prettier-ignore
    const { service, work } = start(
      async function* () {
        yield wrong.shift() ?? '';
      },
      [],
      undefined,
      embedder,
    );
    await work.tell();
    const port = createWindowEmbedder(service, embedder, 'window', []);
    while (wrong.length > 0) {
      await assert.rejects(
        port.embed([{ kind: 'query', text: 'who?' }], never),
        (error) => error instanceof ModelFault && /could not be read/.test(error.message),
      );
    }
  });

  it('shows a piece before the next one is there', async () => {
    let goOn: () => void = () => undefined;
    const { service, work } = start(async function* () {
      yield 'Fif';
      await new Promise<void>((resolve) => (goOn = resolve));
      yield 'ty';
    });
    await work.tell();
    const pieces = service.ask('a', job, never)[Symbol.asyncIterator]();
    assert.equal((await pieces.next()).value, 'Fif');
    goOn();
    assert.equal((await pieces.next()).value, 'ty');
  });

  it('passes a fault on with its kind, and keeps a bug’s words for the log', async () => {
    const errors = [new ModelFault('quota', 'Used up.', { retryAfterSeconds: 9 }), new TypeError('a of undefined')];
    const { service, work, warned } = start(async function* () {
      yield 'Fif';
      throw errors.shift() ?? new Error();
    });
    await work.tell();
    await assert.rejects(
      textOf(service.ask('a', job, never)),
      (error) => error instanceof ModelFault && error.kind === 'quota' && error.retryAfterSeconds === 9,
    );
    await assert.rejects(textOf(service.ask('a', job, never)), /could not be asked; the log/);
    assert.match(warned.join(), /a of undefined/);
  });

  it('stops asking when nobody wants the answer any more, silent model or not', async () => {
    let stopped: () => void = () => undefined;
    const isStopped = new Promise<void>((resolve) => (stopped = resolve));
    const { service, work } = start(async function* (_, signal) {
      yield 'Fif';
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      stopped();
    });
    await work.tell();
    const controller = new AbortController();
    const pieces = service.ask('a', job, controller.signal)[Symbol.asyncIterator]();
    await pieces.next();
    controller.abort();
    await isStopped;
  });

  it('offers again to a service that has forgotten it', async () => {
    const { service, work } = start(async function* () {
      yield 'Fifty.';
    });
    await work.tell();
    service.offer({ window: 'w', models: [] });
    assert.deepEqual(service.list(), []);
    await work.tell();
    assert.deepEqual(service.list(), [model]);
  });

  it('leaves no caller waiting whose answer it could not pass on', async () => {
    const { service, work } = start(
      async function* () {
        yield 'Fifty.';
      },
      [model],
      async () => Promise.reject(new Error('the socket broke')),
    );
    await work.tell();
    await assert.rejects(
      textOf(service.ask('a', job, never)),
      (error) => error instanceof ModelFault && error.kind === 'unavailable' && /was lost/.test(error.message),
    );
  });

  it('does not wait for work when it offers nothing', async () => {
    const { service, work } = start(async function* () {
      yield '';
    }, []);
    await work.tell();
    await new Promise((resolve) => setTimeout(resolve, 250));
    assert.equal(service.preferred(), undefined);
  });
});
