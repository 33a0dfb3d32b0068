// What public programs of this interface stumbled over when they were run unchanged against the service. How to run them
// again stands in clients.md beside this file.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type {
  Activities,
  Asset,
  Conversation,
  Model,
  QGPTPersonsRelatedOutput,
  QGPTQuestionOutput,
  QGPTRelevanceOutput,
  QGPTStreamOutput,
  Seed,
} from '../../src/contract/schemas';
import type { DefaultSpace } from '../../src/contract/serviceOptions';
import { openSocket, type TestSocket } from './openSocket';
import { startTestServer, type TestServer } from './startTestServer';

describe('programs written for this interface, run unchanged,', function () {
  this.timeout(60_000);
  let server: TestServer;
  let folder: string;

  before(async () => {
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-clients-')));
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

  async function json<Answer>(route: string, body?: unknown): Promise<Answer> {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const headers = { ...(body !== undefined && { 'content-type': 'application/json' }) };
    const answer = await fetch(server.baseUrl + route, { ...init, headers });
    assert.equal(answer.status, 200, await answer.clone().text());
    return (await answer.json()) as Answer;
  }
  const seedOf = (raw: string, ext?: string): Seed => ({
    type: 'SEEDED_ASSET',
    asset: { format: { fragment: { string: { raw }, ...(ext && { metadata: { ext } }) } } },
  });

  it('find the models that they cannot do without', async () => {
    const { iterable } = await json<{ iterable: Model[] }>('/models');
    for (const unique of ['gemini-2.0-flash-lite-001', 'o4-mini-2025-04-16', 'gpt-4o']) {
      const model = iterable.find((one) => one.unique === unique);
      assert.ok(model?.downloaded, unique);
    }
    const streamlit = iterable.filter((model) => model.cloud || model.downloading);
    assert.ok(streamlit.some(({ name }) => name === 'GPT-3.5-turbo Chat Model'));
  });

  it('read that no screen is recorded where they ask for it', async () => {
    const status = await json<{ vision?: { activation?: object; deactivation?: { continuous?: boolean } } }>(
      '/workstream_pattern_engine/processors/vision/status',
    );
    assert.deepEqual([status.vision?.activation, status.vision?.deactivation?.continuous], [undefined, true]);
  });

  it('read no name of an application that their release does not know, where they gave none', async () => {
    const { id } = await json<Asset>('/assets/create', seedOf('total = 1', 'py'));
    const activities = await json<Activities>(`/asset/${id}/activities`);
    assert.equal(activities.iterable[0]?.application.name, 'VS_CODE');
    const { relevant } = await json<{ relevant: { iterable: { seed: Seed }[] } }>('/qgpt/relevance', {
      query: 'How many items does a cart hold?',
      paths: [folder],
    });
    assert.equal(relevant.iterable[0]?.seed.asset?.application?.name, 'VS_CODE');
  });

  it('read the new language wherever an asset tells it, and a person’s own words as they were', async () => {
    const raw = 'def greet(name):\n    return "hello " + name\n';
    const asset = await json<Asset>('/assets/create', seedOf(raw, 'py'));
    const described = () => json<Asset>(`/asset/${asset.id}`);
    const wordsOf = ({ annotations }: Asset) => annotations?.iterable.map(({ text }) => text).join('\n') ?? '';
    assert.match(wordsOf(asset), /Python/);
    await json('/asset/reclassify', { ext: 'rb', asset: { id: asset.id } });
    const exported = await json<{ description: string; raw: { string: { raw: string } } }>(
      `/asset/${asset.id}/export?export_type=MD`,
    );
    const told = [wordsOf(await described()), exported.description, exported.raw.string.raw];
    for (const text of told) assert.match(text, /Ruby/);
    for (const text of told) assert.doesNotMatch(text, /Python/);

    const own = { ...seedOf(raw, 'py') };
    own.asset = {
      ...own.asset!,
      metadata: { annotations: [{ type: 'DESCRIPTION', text: 'My Python snippet, 2 lines.' }] },
    };
    const kept = await json<Asset>('/assets/create', own);
    await json('/asset/reclassify', { ext: 'rb', asset: { id: kept.id } });
    assert.equal(wordsOf(await json<Asset>(`/asset/${kept.id}`)), 'My Python snippet, 2 lines.');
  });

  it('find the people whom a seed names, when it is all they send', async () => {
    const raw =
      '# Author: Grace Hopper\n# Reviewed-by: Kim Roe <kim@example.org>\ndef compile(source):\n    return source\n';
    const output = await json<QGPTPersonsRelatedOutput>('/qgpt/persons/related', { seed: seedOf(raw, 'py') });
    const names = output.persons.iterable.map(({ type }) => type.basic?.name);
    assert.deepEqual(names.sort(), ['Grace Hopper', 'Kim Roe']);
    for (const { id } of output.persons.iterable) assert.equal(output.explanations?.[id], 'is named in the snippet');
  });

  it('read what a message says, not what it cites, when messages are what they ask of', async () => {
    const text =
      'A parcel leaves the warehouse within 3 days [1]. Returns are paid by the shop [2].\n\n' +
      '[1] `src/parcel.ts:1-7`\n[2] `src/returns.ts:12-30`';
    const { messages } = await json<Conversation>('/conversations/create', {
      name: 'parcels',
      type: 'COPILOT',
      messages: [{ role: 'ASSISTANT', fragment: { string: { raw: text } } }],
    });
    const [id] = Object.keys(messages.indices ?? {});
    const { answer } = await json<QGPTRelevanceOutput>('/qgpt/relevance', {
      query: 'When does a parcel leave the warehouse?',
      messages: { iterable: [{ id }] },
      options: { question: true },
    });
    const said = answer?.answers.iterable[0]?.text ?? '';
    assert.match(said, /within 3 days/);
    assert.doesNotMatch(said, /parcel\.ts/);
  });

  it('are offered questions for a pasted function in any language, and the function answers them', async () => {
    const pasted: [string, string][] = [
      ['ts', 'export function add(a: number, b: number): number {\n  return a + b;\n}\n'],
      ['py', 'def parse_port(text):\n    if not text:\n        raise ValueError("no port")\n    return int(text)\n'],
      [
        'go',
        '// Clamp keeps v above lo.\nfunc Clamp(v, lo int) int {\n\tif v < lo {\n\t\treturn lo\n\t}\n\treturn v\n}\n',
      ],
      ['rs', 'pub fn retry_delay(attempt: u32) -> u64 {\n    250 * 2u64.pow(attempt)\n}\n'],
      ['rb', 'def greet(name)\n  raise ArgumentError, "no name" if name.empty?\n  "Hello, #{name}"\nend\n'],
      ['java', 'public static String slug(String title) {\n    return title.toLowerCase();\n}\n'],
      ['php', '<?php\nfunction total(array $items): float {\n    return array_sum($items);\n}\n'],
    ];
    for (const [ext, raw] of pasted) {
      const relevant = { iterable: [{ seed: seedOf(raw, ext) }] };
      const { answers } = await json<QGPTQuestionOutput>('/qgpt/hints', { relevant });
      assert.ok(answers.iterable.length >= 2, `${ext}: ${JSON.stringify(answers.iterable)}`);
      for (const { text } of answers.iterable) {
        const asked = await json<QGPTQuestionOutput>('/qgpt/question', { query: text, relevant });
        const [best] = asked.answers.iterable;
        assert.ok((best?.citations?.length ?? 0) > 0, `${text}: ${best?.text}`);
      }
    }
    const prose = { relevant: { iterable: [{ seed: seedOf('Buy milk and bread.', 'txt') }] } };
    assert.deepEqual((await json<QGPTQuestionOutput>('/qgpt/hints', prose)).answers.iterable, []);
  });

  describe('and that name nothing to ask of', () => {
    const query = 'How many items does a cart hold?';
    const asked = async (at: TestServer, body: object = {}) => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
      const input = { query, options: { question: true }, ...body };
      const answer = await fetch(`${at.baseUrl}/qgpt/relevance`, { ...init, body: JSON.stringify(input) });
      assert.equal(answer.status, 200);
      const { answer: written } = (await answer.json()) as QGPTRelevanceOutput;
      return written?.answers.iterable[0]?.text ?? '';
    };
    const withSpace = async (defaultSpace: DefaultSpace, test: (at: TestServer) => Promise<void>) => {
      const own = await startTestServer({ folders: [folder], settings: { defaultSpace } });
      try {
        await test(own);
      } finally {
        await own.close();
      }
    };

    it('are told how to name a space, and are not when they said that they want none', async () => {
      assert.match(await asked(server), /1 folder is open here.*`paths`.*`quarry\.server\.defaultSpace`/);
      assert.doesNotMatch(await asked(server, { options: { question: true, database: false } }), /defaultSpace/);
    });

    it('ask the open folders where the setting says so, over HTTP and the socket', () =>
      withSpace('workspace', async (at) => {
        assert.match(await asked(at), /50/);
        assert.doesNotMatch(await asked(at, { options: { question: true, database: false } }), /50/);
        const stream = await openSocket(at.port, '/qgpt/stream');
        for (const input of [
          { relevance: { query, options: { question: true } } },
          { question: { query, relevant: { iterable: [] } }, conversation: null },
        ]) {
          stream.send(JSON.stringify(input));
          let text = '';
          for (;;) {
            const frame = JSON.parse(await stream.next()) as QGPTStreamOutput;
            text += frame.question?.answers.iterable[0]?.text ?? '';
            if (frame.status !== 'IN-PROGRESS') break;
          }
          assert.match(text, /50/);
        }
        stream.close();
      }));

    it('ask the library where the setting says so', () =>
      withSpace('library', async (at) => {
        await at.api.assetsCreateNewAsset({
          body: { type: 'SEEDED_ASSET', asset: { format: { fragment: { string: { raw: 'max_cart_items = 70\n' } } } } },
        });
        const said = await asked(at);
        assert.match(said, /70/);
        assert.doesNotMatch(said, /50/);
      }));
  });

  describe('and that follow conversations', () => {
    /** As the Python wrapper keeps them: every id that is told is read at once, one after the other. */
    async function follow() {
      const known = new Map<string, string[]>();
      const faults: string[] = [];
      const socket = await openSocket(server.port, '/conversations/stream/identifiers');
      let isOpen = true;
      const following = (async () => {
        for (;;) {
          const { iterable } = JSON.parse(await socket.next()) as { iterable: { conversation: { id: string } }[] };
          for (const { conversation } of iterable) {
            if (!isOpen) return;
            const read = await json<Conversation>(`/conversation/${conversation.id}`);
            known.set(conversation.id, Object.keys(read.messages.indices ?? {}));
          }
        }
      })();
      const close = () => {
        isOpen = false;
        socket.close();
      };
      void following.catch((error: unknown) => faults.push(String(error)));
      return { known, faults, close };
    }

    async function lastFrame(stream: TestSocket): Promise<QGPTStreamOutput> {
      for (;;) {
        const frame = JSON.parse(await stream.next()) as QGPTStreamOutput;
        if (frame.status !== 'IN-PROGRESS') return frame;
      }
    }

    it('know the conversation and all its messages at the last frame of an answer, 200 times of 200', async () => {
      const { known, faults, close } = await follow();
      await Promise.all(
        [0, 1, 2, 3].map(async (place) => {
          const stream = await openSocket(server.port, '/qgpt/stream');
          for (let round = 0; round < 50; round += 1) {
            const relevance = { query: `What is ${place} of ${round}?`, options: { question: true } };
            stream.send(JSON.stringify({ relevance }));
            const { conversation, status, errorMessage } = await lastFrame(stream);
            const messages = known.get(conversation)?.length;
            if (status !== 'COMPLETED') faults.push(`${round}: ${status} ${errorMessage}`);
            else if (messages !== 2) faults.push(`${round}: ${messages} messages known`);
          }
          stream.close();
        }),
      );
      close();
      assert.deepEqual(faults, []);
    });

    it('are waited for no longer than a moment, and only once, when they do not read', async () => {
      const socket = await openSocket(server.port, '/conversations/stream/identifiers');
      const stream = await openSocket(server.port, '/qgpt/stream');
      const times: number[] = [];
      for (const query of ['What is first?', 'What is second?', 'What is third?']) {
        const before = performance.now();
        stream.send(JSON.stringify({ relevance: { query, options: { question: true } } }));
        assert.equal((await lastFrame(stream)).status, 'COMPLETED');
        times.push(performance.now() - before);
      }
      socket.close();
      stream.close();
      assert.ok(
        times.slice(1).every((time) => time < 900),
        String(times),
      );
    });
  });
});
