import assert from 'node:assert/strict';
import net from 'node:net';
import { ModelFault, type ModelFaultKind, type TimeLimits } from '../../../src/models/ports';
import { createOpenAiEmbedder } from '../../../src/models/openAi';
import { embedding, refusing, startFakeEndpoint, type FakeEndpoint, type Script } from './fakeEndpoint';

const key = 'sk-live-0123456789abcdefghij';
const quick = { first: 150, gap: 150, whole: 400 };
const query = (texts: string[]) => texts.map((text) => ({ kind: 'query' as const, text }));
const code = (texts: string[]) => texts.map((text) => ({ kind: 'code' as const, text }));
const never = new AbortController().signal;
const answered = (data: unknown): Script => refusing(200, JSON.stringify({ data }));

describe('embeddings of an OpenAI-compatible endpoint', () => {
  let endpoint: FakeEndpoint;
  before(async () => (endpoint = await startFakeEndpoint()));
  after(() => endpoint.close());

  const embedder = (more: { model?: string; organisation?: string; baseUrl?: string } = {}, limits?: TimeLimits) =>
    createOpenAiEmbedder({
      endpoint: { baseUrl: endpoint.baseUrl, model: 'tiny', ...more },
      key: async () => key,
      ...(limits && { limits }),
    });

  async function faultOf(script: Script, limits?: TimeLimits, texts = ['a', 'b']): Promise<ModelFault> {
    endpoint.play(script);
    try {
      await embedder({}, limits).embed(code(texts), never);
    } catch (error) {
      assert.ok(error instanceof ModelFault, String(error));
      assert.ok(!`${error.message} ${error.stack} ${JSON.stringify(error.cause)}`.includes(key.slice(0, 12)));
      return error;
    }
    return assert.fail('It answered.');
  }

  const inputs = (from: number) =>
    endpoint.seen.slice(from).map(({ body }) => (JSON.parse(body) as { input: string[] }).input);

  it('are asked for with model, key, organisation and the texts, and nothing else', async () => {
    endpoint.play(embedding(() => [1]));
    await embedder({ organisation: 'org-1' }).embed(query(['a']), never);
    const seen = endpoint.seen.at(-1);
    assert.equal(seen?.path, '/v1/embeddings');
    assert.equal(seen?.headers.authorization, `Bearer ${key}`);
    assert.equal(seen?.headers['openai-organization'], 'org-1');
    assert.deepEqual(JSON.parse(seen?.body ?? ''), { model: 'tiny', input: ['a'] });
  });

  it('come in the order of the texts, whatever the endpoint’s, in batches and with length 1', async () => {
    const from = endpoint.seen.length;
    endpoint.play(embedding((text) => [3 * Number(text), 4 * Number(text)]));
    const texts = Array.from({ length: 70 }, (_, place) => String((place % 2 === 0 ? 1 : -1) * (place + 1)));
    const vectors = await embedder().embed(code(texts), never);
    assert.deepEqual(
      inputs(from).map(({ length }) => length),
      [32, 32, 6],
    );
    assert.deepEqual(inputs(from).flat(), texts);
    for (const [place, vector] of vectors.entries()) {
      const sign = place % 2 === 0 ? 1 : -1;
      assert.deepEqual(vector, Float32Array.of(sign * 0.6, sign * 0.8));
    }
  });

  it('are asked for in the words that the model’s family was trained on', async () => {
    endpoint.play(embedding(() => [1]));
    const from = endpoint.seen.length;
    for (const model of ['nomic-embed-text:v1.5', 'intfloat/multilingual-e5-base', 'BAAI/bge-small-en-v1.5', 'other']) {
      await embedder({ model }).embed(query(['a']), never);
      await embedder({ model }).embed(code(['a']), never);
    }
    const instruction = 'Represent this sentence for searching relevant passages: a';
    assert.deepEqual(inputs(from).flat(), [
      ...['search_query: a', 'search_document: a', 'query: a', 'passage: a', instruction, 'a', 'a', 'a'],
    ]);
  });

  it('are made of the beginning of a text that small models cannot take whole', async () => {
    endpoint.play(embedding(() => [1]));
    await embedder().embed(code(['x'.repeat(9_000)]), never);
    assert.equal(inputs(-1)[0]?.[0]?.length, 1_500);
  });

  const statuses: [status: number, kind: ModelFaultKind, says: RegExp][] = [
    [401, 'credential', /refused the model’s key/],
    [404, 'failed', /does not know the model “tiny”/],
    [429, 'quota', /quota is used up/],
    [500, 'failed', /could not answer \(status 500\)/],
    [503, 'unavailable', /overloaded/],
  ];
  for (const [status, kind, says] of statuses) {
    it(`tell what to do about status ${status}`, async () => {
      const body = JSON.stringify({ error: { message: `Incorrect API key provided: ${key}` } });
      const fault = await faultOf(refusing(status, body, { 'retry-after': '17' }));
      assert.equal(fault.kind, kind);
      assert.match(fault.message, says);
      assert.equal(fault.retryAfterSeconds, kind === 'quota' || kind === 'unavailable' ? 17 : undefined);
    });
  }

  const unusable: [name: string, script: Script, says: RegExp][] = [
    ['too few vectors', answered([{ index: 0, embedding: [1] }]), /1 vectors for 2 texts/],
    ['no list of vectors', answered('none'), /no vectors for 2 texts/],
    ['two vectors for one text', answered([0, 0].map((index) => ({ index, embedding: [1] }))), /no vector for text 2/],
    ['vectors of text', answered([0, 1].map((index) => ({ index, embedding: ['1'] }))), /no list of numbers/],
    ['an entry that is nothing', answered([null, null]), /no list of numbers/],
    ['other dimensions', embedding((text) => (text === 'a' ? [1] : [1, 2])), /vectors of different lengths/],
    ['broken JSON', refusing(200, '{"data": ['), /not JSON/],
    ['a page', refusing(200, '<html>Log in</html>'), /not JSON/],
    ['an error in its answer', refusing(200, '{"error":{"message":"the disk is full"}}'), /the disk is full/],
  ];
  for (const [name, script, says] of unusable) {
    it(`are refused when the endpoint sends ${name}`, async () => {
      const fault = await faultOf(script);
      assert.equal(fault.kind, 'failed');
      assert.match(fault.message, says);
    });
  }

  it('are refused when a later batch has other dimensions', async () => {
    endpoint.play(
      embedding(() => [1]),
      embedding(() => [1, 2]),
    );
    const texts = Array.from({ length: 33 }, String);
    await assert.rejects(embedder().embed(code(texts), never), /different lengths/);
  });

  it('are not looked for behind a redirect, so that the key goes nowhere else', async () => {
    const other = await startFakeEndpoint(embedding(() => [1]));
    try {
      const fault = await faultOf(refusing(307, '', { location: `${other.baseUrl}/embeddings` }));
      assert.match(fault.message, /redirects.*not followed/);
      assert.equal(other.seen.length, 0);
    } finally {
      await other.close();
    }
  });

  it('are not read without end', async () => {
    let written = 0;
    const fault = await faultOf((response) => {
      response.writeHead(200);
      const flood = () => {
        while (!response.destroyed && response.write(' '.repeat(100_000))) written += 1;
        if (!response.destroyed) response.once('drain', flood);
      };
      flood();
    });
    assert.match(fault.message, /more than 8 MiB/);
    assert.ok(written < 1_000);
  });

  it('cannot be had when nobody listens', async () => {
    const place = net.createServer();
    await new Promise<void>((resolve) => place.listen(0, '127.0.0.1', resolve));
    const { port } = place.address() as net.AddressInfo;
    await new Promise((resolve) => place.close(resolve));
    await assert.rejects(
      embedder({ baseUrl: `http://127.0.0.1:${port}/v1` }).embed(code(['a']), never),
      (error) => error instanceof ModelFault && error.kind === 'unavailable' && /cannot be reached/.test(error.message),
    );
  });

  it('are given up when the endpoint falls silent', async () => {
    const fault = await faultOf(() => undefined, quick);
    assert.deepEqual([fault.kind, /did not begin to answer/.test(fault.message)], ['unavailable', true]);
    await endpoint.seen.at(-1)?.hungUp;
  });

  it('are no longer asked for once the caller has gone', async () => {
    const controller = new AbortController();
    endpoint.play(() => controller.abort(new Error('stopped')));
    await assert.rejects(embedder().embed(code(['a']), controller.signal), /stopped/);
    await endpoint.seen.at(-1)?.hungUp;
  });
});
