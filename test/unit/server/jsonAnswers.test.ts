import assert from 'node:assert/strict';
import net from 'node:net';
import { eachInTurns, createTurns } from '../../../src/api/turns';
import { LongList, LongRecord } from '../../../src/contract/api';
import { Assets, Formats, References, Tags } from '../../../src/contract/schemas';
import { asReceived } from '../api/asReceived';
import { createReplies } from './replies';
import { call, startServer, type TestServer } from './startServer';

const many = 60_000;
const allIds = Array.from({ length: 10 * many }, (_, position) => `id-${position}`);

/** @param made counts the members that were made */
const references = (count: number, made = { count: 0 }) => {
  const ids = count === allIds.length ? allIds : allIds.slice(0, count);
  const toMember = (id: string) => {
    made.count += 1;
    return { id };
  };
  return {
    iterable: LongList.of(() => ids, toMember),
    indices: new LongRecord(
      LongList.of(
        () => ids,
        (id, position) => [id, position] as const,
      ),
    ),
  };
};

/** The longest time between two turns of the loop while `work` runs. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let worst = 0;
  let before = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    worst = Math.max(worst, (user + system) / 1_000);
  }, 1);
  await work();
  clearInterval(timer);
  return worst;
}

describe('an answer as JSON', () => {
  it('has what the schema names and nothing else, in its order', () => {
    const tag = { text: 'a', id: 't', secret: 1 } as unknown;
    const time = { value: '2026-01-01T00:00:00.000Z' };
    const given = {
      iterable: [{ ...(tag as object), created: time, updated: time, category: 'UNKNOWN', mechanism: 'MANUAL' }],
    };
    const text = JSON.stringify(asReceived(Tags, given));
    assert.match(text, /^\{"iterable":\[\{"id":"t",/);
    assert.doesNotMatch(text, /secret/);
  });

  it('says what was meant, however long texts and lists are', () => {
    const raw = `"\\\n😀`.repeat(20_001);
    const bytes = Uint8Array.from({ length: 20_000 }, (_, at) => at % 256);
    const format = { string: { raw }, bytes: { raw: bytes } };
    const schema = Formats.properties.iterable.items.properties.fragment;
    assert.deepEqual(asReceived(schema, format), { string: { raw }, bytes: { raw: [...bytes] } });
    const { iterable, indices } = asReceived(References, references(many));
    assert.deepEqual([iterable.length, iterable[40_000]?.id, indices?.['id-59999']], [many, 'id-40000', 59_999]);
    assert.deepEqual(asReceived(References, references(0)), { iterable: [], indices: {} });
  });

  it('is refused when something required is missing, or a list is none', () => {
    assert.throws(() => asReceived(References, {}), /iterable/);
    assert.throws(() => asReceived(References, { iterable: 'abc' }), TypeError);
    assert.throws(() => asReceived(Assets, { iterable: [{ id: 'a' }] }), /creator/);
  });
});

describe('a long list', () => {
  let server: TestServer;
  let replies: ReturnType<typeof createReplies>['replies'];
  const path = '/assets/identifiers';

  beforeEach(async () => {
    const made = createReplies();
    replies = made.replies;
    server = await startServer({ dispatch: made.dispatch });
  });
  afterEach(() => server.close());

  it('comes whole, in pieces; a short one with its length', async () => {
    replies.assetsIdentifiersSnapshot = async () => references(many);
    const long = await call(server, { path });
    assert.equal((JSON.parse(long.text) as References).iterable.length, many);
    assert.equal(long.headers['transfer-encoding'], 'chunked');
    assert.equal(long.headers['content-type'], 'application/json; charset=utf-8');
    replies.assetsIdentifiersSnapshot = async () => references(10);
    const short = await call(server, { path });
    assert.equal(short.headers['content-length'], String(short.text.length));
  });

  it('lets others in between, however many ask for one', async () => {
    replies.assetsIdentifiersSnapshot = async () => references(many);
    await call(server, { path }); // compiles it
    const ask = () => Promise.all(Array.from({ length: 10 }, () => call(server, { path })));
    const longest = await longestTurn(ask);
    assert.ok(longest < 150, `${longest} ms in one turn`);
  });

  it('is not made for who asks for its head only, and no longer for who has gone', async () => {
    const made = { count: 0 };
    replies.assetsIdentifiersSnapshot = async () => references(10 * many, made);
    const head = await call(server, { method: 'HEAD', path });
    assert.deepEqual([head.status, head.text], [200, '']);
    assert.ok(made.count < many, `${made.count} made`);
    const socket = net.connect(server.port, '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`),
    );
    await new Promise((resolve) => socket.once('data', resolve));
    socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 100));
    const gone = made.count;
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.equal(made.count, gone, 'nothing more is made');
    assert.ok(gone < 10 * many);
  });

  it('is read by so many at one time, and the next is told to come back; our own windows are served', async () => {
    // More than connections hold by themselves, and quickly written.
    const long = Array.from({ length: 4_000 }, () => 'x'.repeat(10_000));
    replies.assetsIdentifiersSnapshot = async () => ({
      iterable: LongList.of(
        () => long,
        (id) => ({ id }),
      ),
    });
    const heads: string[] = [];
    const sockets = Array.from({ length: 70 }, () => {
      const socket = net.connect(server.port, '127.0.0.1', () =>
        socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`),
      );
      socket.once('data', (part) => {
        socket.pause();
        heads.push(part.toString('latin1'));
      });
      return socket;
    });
    while (heads.length < sockets.length) await new Promise((resolve) => setTimeout(resolve, 20));
    replies.assetsIdentifiersSnapshot = async () => references(many);
    const refused = heads.filter((head) => head.startsWith('HTTP/1.1 503'));
    assert.equal(refused.length, 6);
    assert.match(refused[0] ?? '', /retry-after: 2/i);
    assert.equal((await call(server, { path, socketPath: server.socketPath })).status, 200);
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.equal((await call(server, { path })).status, 200);
  });
});

describe('long work', () => {
  it('has its turns, and ends when its caller has gone', async () => {
    const turns = createTurns();
    const controller = new AbortController();
    let done = 0;
    const busy = (ms: number) => {
      const until = performance.now() + ms;
      while (performance.now() < until);
      done += 1;
    };
    let loopTurns = 0;
    const count = () => void ((loopTurns += 1), (counting = setImmediate(count)));
    let counting = setImmediate(count);
    const items = Array.from({ length: 50 });
    await Promise.all([
      eachInTurns(turns, { items, signal: controller.signal }, () => busy(1)),
      eachInTurns(turns, { items, signal: controller.signal }, () => busy(1)),
    ]);
    clearImmediate(counting);
    assert.equal(done, 100);
    assert.ok(loopTurns >= 15, `${loopTurns} turns for 100 ms`);
    const stopped = eachInTurns(turns, { items, signal: controller.signal }, () => controller.abort());
    await assert.rejects(stopped, { name: 'AbortError' });
  });
});
