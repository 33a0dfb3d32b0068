// Stories of an outside program that asks about a folder: over HTTP and over the socket, without a credential.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import WebSocket from 'ws';
import { ApiError } from '../../src/contract/errors';
import type { QGPTStreamInput, QGPTStreamOutput } from '../../src/contract/schemas/qgpt';
import { startTestServer, type TestServer } from './startTestServer';

const cart = `/** The cart of a customer. */
export class Cart {
  private readonly items: string[] = [];

  /** Adds an item; a cart holds at most 50. */
  addItem(item: string): void {
    if (this.items.length >= maxCartItems) throw new RangeError('The cart is full.');
    this.items.push(item);
  }
}

/** More than this and the checkout page becomes slow. */
export const maxCartItems = 50;
`;
const mail = `/** Sends the invoice by mail and tries three times. */
export async function sendInvoice(address: string): Promise<void> {
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    if (await deliver(address)) return;
  }
  throw new Error('The invoice could not be delivered.');
}
`;
const query = 'How many items does a cart hold?';

function failsWith(status: number, ...words: string[]) {
  return (error: unknown) =>
    error instanceof ApiError && error.status === status && words.every((word) => error.message.includes(word));
}

/** A client as public programs write it: one socket, JSON texts, frames until a terminal one. */
async function connect(port: number) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/qgpt/stream`);
  const frames: QGPTStreamOutput[] = [];
  let wake: () => void = () => undefined;
  socket.on('message', (text: Buffer) => {
    frames.push(JSON.parse(text.toString('utf8')) as QGPTStreamOutput);
    wake();
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const next = async (): Promise<QGPTStreamOutput> => {
    for (;;) {
      const frame = frames.shift();
      if (frame) return frame;
      await new Promise<void>((resolve) => (wake = resolve));
    }
  };
  return {
    send: (input: QGPTStreamInput) => socket.send(JSON.stringify(input)),
    sendText: (text: string) => socket.send(text),
    next,
    async untilTerminal(): Promise<QGPTStreamOutput[]> {
      const read = [await next()];
      while (read.at(-1)?.status === 'IN-PROGRESS') read.push(await next());
      return read;
    },
    isOpen: () => socket.readyState === WebSocket.OPEN,
    close: () => socket.close(),
  };
}

const textOf = (frames: QGPTStreamOutput[]) =>
  frames.map(({ question }) => question?.answers.iterable[0]?.text ?? '').join('');

describe('asking over the API', () => {
  let server: TestServer;
  let folder: string;

  before(async function () {
    this.timeout(20_000);
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-shop-')));
    fs.mkdirSync(path.join(folder, 'src'));
    fs.writeFileSync(path.join(folder, 'src/cart.ts'), cart);
    fs.writeFileSync(path.join(folder, 'src/mail.ts'), mail);
    server = await startTestServer();
  });
  after(async () => {
    await server.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  describe('over HTTP', () => {
    it('goes from relevance to question to reprompt and back, every citation standing on its lines', async () => {
      const { api } = server;
      const { relevant } = await api.relevance({ body: { query, paths: [folder] } });
      const ids = relevant.iterable.map(({ id }) => ({ id: id ?? '' }));
      const { answers } = await api.question({ body: { query, relevant: { iterable: ids } } });
      const best = answers.iterable[0];
      assert.match(best?.text ?? '', /50/);
      for (const { path: file, lines } of best?.citations ?? []) {
        const rows = fs.readFileSync(file ?? '', 'utf8').split('\n');
        assert.ok(lines && lines.start >= 1 && lines.end <= rows.length);
      }
      const conversation = {
        iterable: [
          { role: 'ASSISTANT' as const, text: best?.text ?? '' },
          { role: 'USER' as const, text: query },
        ],
      };
      const again = await api.reprompt({ body: { query: 'and what happens when it is full?', conversation } });
      const second = await api.relevance({ body: { ...again, paths: [folder], options: { question: true } } });
      assert.match(second.answer?.answers.iterable[0]?.text ?? '', /cart\.ts:\d+-\d+/);
      const hints = await api.hints({ body: { query, relevant } });
      assert.ok(hints.answers.iterable.length > 0);
    });

    it('sends seeds with everything that strict clients demand', async () => {
      const { relevant } = await server.api.relevance({ body: { query, paths: [folder] } });
      const [item] = relevant.iterable;
      const application = item?.seed?.asset?.application;
      assert.equal(item?.seed?.type, 'SEEDED_ASSET');
      assert.deepEqual(
        Object.keys(application ?? {}).sort(),
        ['id', 'name', 'onboarded', 'platform', 'privacy', 'version'].sort(),
      );
    });

    it('finds what was saved a moment ago in the whole library', async () => {
      const { api } = server;
      const raw = 'export function refundOrder(order: string): void { bank.refund(order); }';
      const seed = { asset: { format: { fragment: { string: { raw } } }, metadata: { name: 'Refund' } } };
      const asset = await api.assetsCreateNewAsset({ body: seed });
      const { relevant } = await api.relevance({ body: { query: 'refund order', options: { database: true } } });
      assert.deepEqual(relevant.iterable[0]?.asset, { id: asset.id });
      await api.assetsDeleteAsset({ params: { asset: asset.id } });
      const after = await api.relevance({ body: { query: 'refund order', options: { database: true } } });
      assert.ok(after.relevant.iterable.every((item) => item.asset?.id !== asset.id));
    });

    it('names what was skipped, refuses only when everything is, and says what was malformed', async () => {
      const { api } = server;
      const { skipped } = await api.relevance({ body: { query, paths: [folder, '/etc/passwd', `${folder}/none`] } });
      assert.deepEqual(
        skipped?.map((entry) => entry.path),
        ['/etc/passwd', `${folder}/none`],
      );
      await assert.rejects(
        api.relevance({ body: { query, paths: ['/etc/passwd'] } }),
        failsWith(403, 'quarry.server.pathPolicy'),
      );
      await assert.rejects(api.relevance({ body: { query, paths: ['src'] } }), failsWith(400, 'body.paths.0'));
      await assert.rejects(
        api.question({ body: { query, relevant: { iterable: [{ id: 'unknown' }] } } }),
        failsWith(400, 'body.relevant.iterable.0'),
      );
    });

    it('answers an empty list of people for an empty body', async () => {
      const { persons } = await server.api.personsRelated();
      assert.deepEqual(persons.iterable, []);
    });
  });

  describe('over the socket', () => {
    it('streams an answer whose pieces join, and its conversation can be read back at once', async () => {
      const client = await connect(server.port);
      client.send({ relevance: { query, paths: [folder], options: { question: true } } });
      const frames = await client.untilTerminal();
      assert.equal(frames.at(-1)?.status, 'COMPLETED');
      const conversation = frames[0]?.conversation ?? '';
      const { iterable } = await server.api.conversationSpecificConversationMessages({ params: { conversation } });
      assert.deepEqual(
        iterable.map(({ role, fragment }) => [role, fragment?.string?.raw]),
        [
          ['USER', query],
          ['ASSISTANT', textOf(frames)],
        ],
      );
      client.close();
    });

    it('answers from ids that came over HTTP, and continues the conversation', async () => {
      const { relevant } = await server.api.relevance({ body: { query, paths: [folder] } });
      const client = await connect(server.port);
      const ids = relevant.iterable.map(({ id }) => ({ id: id ?? '' }));
      client.send({ question: { query, relevant: { iterable: ids } } });
      const first = await client.untilTerminal();
      assert.match(textOf(first), /50/);
      const conversation = first[0]?.conversation ?? '';
      client.send({
        conversation,
        relevance: { query: 'and where is that thrown?', paths: [folder], options: { question: true } },
      });
      await client.untilTerminal();
      const { messages } = await server.api.conversationGetSpecificConversation({ params: { conversation } });
      assert.equal(messages.iterable.length, 4);
      client.close();
    });

    it('answers faulty frames and stays open', async () => {
      const client = await connect(server.port);
      client.sendText('{ not json');
      assert.deepEqual([(await client.next()).status], ['FAILED']);
      client.send({ relevance: { query }, question: { query, relevant: { iterable: [] } } });
      const both = await client.next();
      assert.deepEqual([both.status, both.statusCode], ['FAILED', 400]);
      client.send({ stop: true });
      assert.equal((await client.next()).status, 'STOPPED');
      assert.ok(client.isOpen());
      client.close();
    });

    it('gives our own client the same frames', async () => {
      async function* inputs(): AsyncGenerator<QGPTStreamInput> {
        yield { relevance: { query, paths: [folder], options: { question: true } }, request: 'mine' };
      }
      const frames: QGPTStreamOutput[] = [];
      for await (const frame of server.ownApi.qgptStream(inputs())) {
        frames.push(frame);
        if (frame.status !== 'IN-PROGRESS') break;
      }
      assert.ok(frames.length > 1 && frames.every(({ request }) => request === 'mine'));
    });
  });

  it('knows relevance ids after a restart', async function () {
    this.timeout(20_000);
    const dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-again-'));
    const first = await startTestServer({ dataFolder });
    const { relevant } = await first.api.relevance({ body: { query, paths: [folder] } });
    await first.close();
    const second = await startTestServer({ dataFolder });
    const ids = relevant.iterable.map(({ id }) => ({ id: id ?? '' }));
    const { answers } = await second.api.question({ body: { query, relevant: { iterable: ids } } });
    await second.close();
    fs.rmSync(dataFolder, { recursive: true, force: true });
    assert.match(answers.iterable[0]?.text ?? '', /50/);
  });
});
