import assert from 'node:assert/strict';
import net from 'node:net';
import { ModelFault, type ModelFaultKind, type TimeLimits } from '../../../src/models/ports';
import { createOpenAiChat } from '../../../src/models/openAi';
import {
  answering,
  breakingOff,
  events,
  fallingSilent,
  refusing,
  startFakeEndpoint,
  type FakeEndpoint,
  type Script,
} from './fakeEndpoint';

const key = 'sk-live-0123456789abcdefghij';
const quick = { first: 150, gap: 150, whole: 400 };
const messages = [
  { role: 'system' as const, text: 'Answer.' },
  { role: 'user' as const, text: 'How many?' },
];

describe('a model behind an OpenAI-compatible endpoint', () => {
  let endpoint: FakeEndpoint;
  before(async () => (endpoint = await startFakeEndpoint()));
  after(() => endpoint.close());

  const model = (more: { organisation?: string; baseUrl?: string } = {}, limits?: TimeLimits) =>
    createOpenAiChat({
      endpoint: { baseUrl: endpoint.baseUrl, model: 'small', ...more },
      key: async () => key,
      ...(limits && { limits }),
    });

  async function answer(script: Script, limits?: TimeLimits): Promise<string[]> {
    endpoint.play(script);
    const pieces: string[] = [];
    const { signal } = new AbortController();
    for await (const piece of model({}, limits).generate({ messages }, signal)) pieces.push(piece);
    return pieces;
  }

  async function faultOf(script: Script, limits?: TimeLimits): Promise<ModelFault> {
    try {
      await answer(script, limits);
    } catch (error) {
      assert.ok(error instanceof ModelFault, String(error));
      assert.ok(!`${error.message} ${error.stack} ${JSON.stringify(error.cause)}`.includes(key.slice(0, 12)));
      return error;
    }
    return assert.fail('It answered.');
  }

  it('gives the answer piece by piece and sends messages, key and organisation, and no tools', async () => {
    endpoint.play(answering('Fif', 'ty', ' items.'));
    const pieces: string[] = [];
    const signal = new AbortController().signal;
    for await (const piece of model({ organisation: 'org-1' }).generate({ messages }, signal)) pieces.push(piece);
    assert.deepEqual(pieces, ['Fif', 'ty', ' items.']);
    const seen = endpoint.seen.at(-1);
    assert.equal(seen?.path, '/v1/chat/completions');
    assert.equal(seen?.headers.authorization, `Bearer ${key}`);
    assert.equal(seen?.headers['openai-organization'], 'org-1');
    assert.deepEqual(JSON.parse(seen?.body ?? ''), {
      model: 'small',
      stream: true,
      messages: [
        { role: 'system', content: 'Answer.' },
        { role: 'user', content: 'How many?' },
      ],
    });
  });

  it('takes an answer that comes in one piece, from an endpoint that does not stream', async () => {
    const body = JSON.stringify({ choices: [{ message: { content: 'Fifty.' } }] });
    assert.deepEqual(await answer(refusing(200, body)), ['Fifty.']);
  });

  it('reads pieces that are cut anywhere, between bytes of a letter too', async () => {
    const bytes = Buffer.from(
      `data: ${JSON.stringify({ choices: [{ delta: { content: 'fünfzig €' }, finish_reason: 'stop' }] })}\n\n`,
    );
    const pieces = await answer((response) => {
      response.writeHead(200, events);
      let place = 0;
      const next = () => {
        if (place === bytes.length) return void response.end('data: [DONE]\n\n');
        response.write(bytes.subarray(place, ++place));
        setImmediate(next);
      };
      next();
    });
    assert.deepEqual(pieces, ['fünfzig €']);
  });

  const statuses: [status: number, kind: ModelFaultKind, says: RegExp][] = [
    [401, 'credential', /refused the model’s key.*Set Model Key.*not about Quarry’s own token/],
    [403, 'credential', /Set Model Key/],
    [402, 'quota', /account/],
    [404, 'failed', /does not know the model “small”/],
    [429, 'quota', /quota is used up.*another model/],
    [500, 'failed', /could not answer \(status 500\)/],
    [502, 'unavailable', /overloaded/],
    [503, 'unavailable', /overloaded/],
    [529, 'unavailable', /overloaded/],
  ];
  for (const [status, kind, says] of statuses) {
    it(`tells what to do about status ${status}`, async () => {
      const body = JSON.stringify({ error: { message: `Incorrect API key provided: ${key}` } });
      const fault = await faultOf(refusing(status, body));
      assert.equal(fault.kind, kind);
      assert.match(fault.message, says);
    });
  }

  it('quotes the provider where it helps', async () => {
    const body = JSON.stringify({ error: { message: 'maximum context length is 4096 tokens' } });
    assert.match((await faultOf(refusing(400, body))).message, /says: “maximum context length is 4096 tokens”/);
  });

  it('passes the provider’s Retry-After on, as seconds or as a date', async () => {
    assert.equal((await faultOf(refusing(429, '', { 'retry-after': '17' }))).retryAfterSeconds, 17);
    const date = new Date(Date.now() + 60_000).toUTCString();
    const seconds = (await faultOf(refusing(503, '', { 'retry-after': date }))).retryAfterSeconds ?? 0;
    assert.ok(seconds > 50 && seconds <= 60, String(seconds));
  });

  it('does not follow a redirect, so that the key goes nowhere else', async () => {
    const other = await startFakeEndpoint(answering('stolen'));
    try {
      const fault = await faultOf(refusing(307, '', { location: `${other.baseUrl}/chat/completions` }));
      assert.match(fault.message, /redirects.*not followed/);
      assert.equal(other.seen.length, 0);
    } finally {
      await other.close();
    }
  });

  it('says that it cannot be reached when nobody listens', async () => {
    const place = net.createServer();
    await new Promise<void>((resolve) => place.listen(0, '127.0.0.1', resolve));
    const { port } = place.address() as net.AddressInfo;
    await new Promise((resolve) => place.close(resolve));
    const silent = model({ baseUrl: `http://127.0.0.1:${port}/v1` });
    await assert.rejects(
      silent.generate({ messages }, new AbortController().signal)[Symbol.asyncIterator]().next(),
      (error) => error instanceof ModelFault && error.kind === 'unavailable' && /cannot be reached/.test(error.message),
    );
  });

  it('says so when the answer breaks off in the middle', async () => {
    const fault = await faultOf(breakingOff('Fif'));
    assert.deepEqual([fault.kind, /broke off/.test(fault.message)], ['unavailable', true]);
    const cut = await faultOf((response) => {
      fallingSilent('Fif')(response, { path: '', headers: {}, body: '', hungUp: Promise.resolve() });
      setImmediate(() => response.destroy());
    });
    assert.equal(cut.kind, 'unavailable');
  });

  it('refuses what is not JSON, not a model’s answer, or without text', async () => {
    const noJson: Script = (response) => void response.writeHead(200, events).end('data: {"choices": [\n\n');
    assert.match((await faultOf(noJson)).message, /not JSON/);
    const page: Script = (response) =>
      void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Log in</html>');
    assert.match((await faultOf(page)).message, /base URL complete/);
    assert.match((await faultOf(refusing(200, '{"choices":[]}'))).message, /without text/);
  });

  it('maps an error that comes in the middle of the stream', async () => {
    const inStream =
      (error: object): Script =>
      (response) =>
        void response.writeHead(200, events).end(`data: ${JSON.stringify({ error })}\n\n`);
    assert.equal((await faultOf(inStream({ code: 429, message: 'slow down' }))).kind, 'quota');
    assert.equal((await faultOf(inStream({ type: 'overloaded_error' }))).kind, 'unavailable');
    const other = await faultOf(inStream({ message: 'the disk is full' }));
    assert.deepEqual([other.kind, /the disk is full/.test(other.message)], ['failed', true]);
  });

  it('stops reading a reply without end', async () => {
    let written = 0;
    const fault = await faultOf((response) => {
      response.writeHead(200, events);
      const flood = () => {
        while (!response.destroyed && response.write('data: {"choices":[]}\n\n'.repeat(5_000))) written += 1;
        if (!response.destroyed) response.once('drain', flood);
      };
      flood();
    });
    assert.match(fault.message, /more than 4 MiB/);
    assert.ok(written < 1_000);
  });

  for (const [name, script, says] of [
    ['does not begin', () => undefined, /did not begin to answer/],
    ['falls silent', fallingSilent('Fif'), /fell silent/],
  ] as [string, Script, RegExp][]) {
    it(`gives up on a provider that ${name}, and closes the connection`, async () => {
      const fault = await faultOf(script, quick);
      assert.equal(fault.kind, 'unavailable');
      assert.match(fault.message, says);
      await endpoint.seen.at(-1)?.hungUp;
    });
  }

  it('gives up on one that is never done', async () => {
    const fault = await faultOf((response) => {
      response.writeHead(200, events);
      const timer = setInterval(() => response.write('data: {"choices":[{"delta":{"content":"a"}}]}\n\n'), 20);
      response.once('close', () => clearInterval(timer));
    }, quick);
    assert.match(fault.message, /was not done after/);
  });

  it('closes the provider’s connection when it is aborted, and when nobody reads on', async () => {
    const controller = new AbortController();
    endpoint.play(fallingSilent('Fif'));
    await assert.rejects(async () => {
      for await (const _ of model().generate({ messages }, controller.signal)) controller.abort(new Error('stopped'));
    }, /stopped/);
    await endpoint.seen.at(-1)?.hungUp;
    for await (const _ of model().generate({ messages }, new AbortController().signal)) break;
    await endpoint.seen.at(-1)?.hungUp;
  });
});
