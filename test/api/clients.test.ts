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
  QGPTStreamOutput,
  Seed,
} from '../../src/contract/schemas';
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
