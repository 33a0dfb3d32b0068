import assert from 'node:assert/strict';
import path from 'node:path';
import { qgptHandlers } from '../../../src/api/ask/ask';
import type { CallContext } from '../../../src/contract/api';
import type { QGPTRelevanceInput } from '../../../src/contract/schemas/qgpt';
import { modelsOf } from '../../../src/api/models/registry';
import type { WindowModels } from '../../../src/api/models/windowModels';
import type { ModelJob } from '../../../src/contract/schemas/models';
import { writeVectors } from '../../../src/contract/conventions';
import { createOpenAiEmbedder } from '../../../src/models/openAi';
import { embedding, refusing, startFakeEndpoint, type FakeEndpoint, type Script } from '../models/fakeEndpoint';
import { anyone, createAskingContext, createFolder, shopFiles, trusted, type AskingContext } from './askingContext';

const question = 'How many items does a cart hold? The key is sk-Zx81Kq0pLm73Vb92Tn45Rw68.';
const secret = 'sk-Zx81Kq0pLm73Vb92Tn45Rw68';
/** Finds one file much nearer to any question than all others. */
const preferring = (mark: string): Script =>
  embedding((text) => (text.includes(mark) || text.startsWith('How many') ? [1, 0] : [0, 1]));

describe('passages ranked by a model for embeddings', () => {
  let endpoint: FakeEndpoint;
  let folder: { path: string; remove(): void };
  let context: AskingContext;

  before(async () => {
    endpoint = await startFakeEndpoint();
    folder = createFolder({
      ...shopFiles,
      'src/trolley.ts': '/** How much a trolley may hold: items, like a cart. */\nexport const trolleyRoom = 7;\n',
      'src/box.ts': 'export const boxItems = [];\n',
      'src/keys.ts': `/** The cart's key for items. */\nexport const cartApiKey = '${secret}';\n`,
    });
  });
  after(async () => {
    folder.remove();
    await endpoint.close();
  });
  beforeEach(() => create({ isRemote: true }));
  afterEach(() => context.engine.close());

  function create({ isRemote }: { isRemote: boolean }, folders: string[] = []) {
    const at = { baseUrl: endpoint.baseUrl, model: 'tiny' };
    const embedder = createOpenAiEmbedder({ endpoint: at, key: async () => 'sk-live-0123456789abcdefghij' });
    context = createAskingContext({ folders, ownEmbedder: { name: 'tiny at api.example.com', isRemote, embedder } });
  }

  async function search(script: Script, more: Partial<QGPTRelevanceInput> = {}, call: CallContext = trusted) {
    endpoint.play(script);
    const body = { query: question, paths: [folder.path], ...more };
    const output = await qgptHandlers(context).relevance({ params: {}, query: {}, body }, call);
    const rows = output.relevant.iterable;
    const files = rows.map(({ path }) => path?.split(/[\\/]/).at(-1));
    return { files, scores: rows.map(({ score }) => score), output };
  }

  const sentTexts = (from: number) =>
    endpoint.seen.slice(from).flatMap(({ body }) => (JSON.parse(body) as { input: string[] }).input);

  it('move up by what they mean, and keep the scores of the places', async () => {
    const built = await search(refusing(500));
    context.pass(60_000);
    const ranked = await search(preferring('trolleyRoom'));
    assert.notEqual(built.files[0], 'trolley.ts');
    assert.equal(ranked.files[0], 'trolley.ts');
    assert.deepEqual([...ranked.files].sort(), [...built.files].sort());
    assert.deepEqual(ranked.scores, built.scores);
    assert.equal(ranked.output.skipped, undefined);
  });

  it('come from further down than what is asked for', async () => {
    const { files } = await search(preferring('trolleyRoom'), { options: { limit: 1 } });
    assert.deepEqual(files, ['trolley.ts']);
  });

  it('are sent with the question, secrets masked, and nothing else is', async () => {
    const from = endpoint.seen.length;
    await search(preferring('trolleyRoom'));
    const texts = sentTexts(from);
    assert.match(texts[0] ?? '', /^How many items does a cart hold\?.*\[secret\]/);
    assert.ok(texts.some((text) => text.includes('cartApiKey')));
    assert.ok(!texts.join().includes(secret));
    assert.ok(!texts.join().includes(folder.path));
  });

  it('of untrusted folders stay here when a program without the token asks, unless the model does too', async () => {
    const from = endpoint.seen.length;
    const { files, output } = await search(preferring('trolleyRoom'), {}, anyone);
    assert.equal(endpoint.seen.length, from);
    assert.notEqual(files[0], 'trolley.ts');
    assert.equal(output.skipped, undefined);
    context.windows.update({ window: 'w', folders: [folder.path], trusted: false });
    await search(preferring('trolleyRoom'), {}, anyone);
    assert.equal(endpoint.seen.length, from);
    context.windows.update({ window: 'w', folders: [folder.path], trusted: true });
    assert.equal((await search(preferring('trolleyRoom'), {}, anyone)).files[0], 'trolley.ts');
    await context.engine.close();
    create({ isRemote: false });
    assert.equal((await search(preferring('trolleyRoom'), {}, anyone)).files[0], 'trolley.ts');
  });

  const failing: [name: string, script: Script, says: RegExp][] = [
    ['refuses the key', refusing(401), /refused the model’s key/],
    ['is used up', refusing(429, '', { 'retry-after': '100' }), /Try again in 100 s/],
    ['is overloaded', refusing(503), /overloaded/],
    ['changes its dimensions', embedding((text) => (text.startsWith('How many') ? [1] : [1, 2])), /different lengths/],
  ];
  for (const [name, script, says] of failing) {
    it(`keep the built-in order, with a note and a line in the log, when the endpoint ${name}`, async () => {
      const { files, output } = await search(script, {
        query: 'How many items does a cart hold?',
        options: { question: true },
      });
      assert.ok(files.length > 1);
      assert.match(output.answer?.answers.iterable[0]?.text ?? '', /50/);
      const [note] = output.skipped ?? [];
      assert.equal(note?.path, 'tiny at api.example.com');
      assert.match(note.reason, says);
      assert.match(note.reason, /their order is the built-in one/);
      assert.match(context.logged.join('\n'), /warn: Ranking by tiny at api\.example\.com failed/);
    });
  }

  it('do not wait again for an endpoint that has just failed', async () => {
    await search(refusing(429, '', { 'retry-after': '100' }));
    const from = endpoint.seen.length;
    context.pass(99_000);
    assert.equal((await search(preferring('trolleyRoom'))).output.skipped?.length, 1);
    assert.equal(endpoint.seen.length, from);
    context.pass(2_000);
    assert.equal((await search(preferring('trolleyRoom'))).files[0], 'trolley.ts');
  });

  it('go in one request with the question, so that whoever is asked before sees all that leaves', async () => {
    const from = endpoint.seen.length;
    await search(preferring('trolleyRoom'));
    assert.equal(endpoint.seen.length - from, 1);
  });

  it('stay here when the input names the built-in embedding', async () => {
    const from = endpoint.seen.length;
    const { files, output } = await search(preferring('trolleyRoom'), { options: { embedder: 'builtIn' } });
    assert.notEqual(files[0], 'trolley.ts');
    assert.equal(output.skipped, undefined);
    assert.equal(endpoint.seen.length, from);
  });

  describe('that a window asks', () => {
    const offered = { key: 'e', name: 'e at ranks.example.com', destination: 'ranks.example.com', isRemote: true };
    const own: CallContext = { ...trusted, caller: { isTrusted: true, isOwn: true } };
    let jobs: ModelJob[];
    let fault: 'refused' | undefined;
    let isOver: AbortController;

    beforeEach(() => {
      jobs = [];
      fault = undefined;
      isOver = new AbortController();
      const { windows } = modelsOf(context);
      windows.offer({ window: 'w', models: [], embedder: offered });
      void answerJobs(windows);
    });
    afterEach(() => isOver.abort());

    /** As a window does, with whatever it thinks of the texts. */
    async function answerJobs(windows: WindowModels): Promise<void> {
      while (!isOver.signal.aborted) {
        const work = await windows.work({ window: 'w' }, isOver.signal);
        for (const { id, texts = [] } of work.jobs) {
          jobs.push(...work.jobs);
          const vectors = texts.map(({ kind, text }) =>
            Float32Array.of(...(kind === 'query' || text.includes('trolleyRoom') ? [1, 0] : [0, 1])),
          );
          const text = fault ? '' : writeVectors(vectors);
          windows.take({
            job: id,
            place: 0,
            text,
            isLast: true,
            ...(fault && { fault: { kind: fault, message: 'Nothing was sent to ranks.example.com.' } }),
          });
        }
      }
    }

    it('are ranked by it before the one that the service was started with, with their names for people', async () => {
      const from = endpoint.seen.length;
      const { files } = await search(refusing(500), {}, own);
      assert.equal(files[0], 'trolley.ts');
      assert.equal(endpoint.seen.length, from);
      const [job] = jobs;
      assert.equal(job?.asker, 'window');
      assert.ok(job.passages.some((name) => name.endsWith(path.join('src', 'trolley.ts:1-2'))));
      assert.equal(job.passages.length, (job.texts?.length ?? 0) - 1);
      assert.ok(!JSON.stringify(job).includes(secret));
    });

    it('keep the built-in order when nobody allows it, and are asked for again by the next question', async () => {
      fault = 'refused';
      const { output } = await search(refusing(500), {}, anyoneAsking());
      assert.match(output.skipped?.[0]?.reason ?? '', /Nothing was sent to ranks/);
      assert.equal(jobs[0]?.asker, 'program');
      fault = undefined;
      assert.equal((await search(refusing(500), {}, own)).files[0], 'trolley.ts');
    });

    const anyoneAsking = (): CallContext => {
      context.windows.update({ window: 'w', folders: [folder.path], trusted: true });
      return anyone;
    };
  });

  it('are not waited for by a caller who has gone', async () => {
    const controller = new AbortController();
    const gone = { ...trusted, signal: controller.signal };
    await assert.rejects(
      search(() => controller.abort(new Error('stopped')), {}, gone),
      /stopped/,
    );
    await endpoint.seen.at(-1)?.hungUp;
  });
});
