import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import type { ApiError } from '../../../src/contract/errors';
import type { Change } from '../../../src/store/types';
import { fence, putTag, tag, tagIds, TemporaryFolder } from './temporaryStore';

describe('store', () => {
  let folder: TemporaryFolder;
  beforeEach(async () => (folder = await TemporaryFolder.make()));
  afterEach(() => folder.remove());

  it('opens an empty folder as an empty library that takes changes', async () => {
    const store = await folder.open();
    assert.equal(store.count('assets'), 0);
    assert.equal(store.readOnly, undefined);
    assert.deepEqual(store.repairs, []);
    await store.change([putTag('a')]);
    assert.deepEqual(store.get('tags', 'a'), tag('a'));
  });

  it('keeps what was acknowledged through a close and an opening by the next owner', async () => {
    const first = await folder.open();
    await first.change([putTag('a'), putTag('b')]);
    await first.change([putTag('a', 'changed'), { op: 'delete', collection: 'tags', id: 'b' }]);
    await first.close();
    const second = await folder.open({ fence: fence(2) });
    assert.deepEqual([...second.list('tags')], [tag('a', 'changed')]);
    assert.deepEqual(second.repairs, []);
  });

  it('opens again under the same epoch without touching its earlier files', async () => {
    for (const id of ['a', 'b', 'c']) {
      const store = await folder.open();
      await store.change([putTag(id)]);
      await store.close();
    }
    assert.deepEqual(tagIds(await folder.open()), ['a', 'b', 'c']);
    assert.equal((await folder.names(/^journal\./)).length, 4);
  });

  it('lists in order of insertion, before and after opening again', async () => {
    const first = await folder.open();
    for (const id of ['9', '1', 'x', '5']) await first.change([putTag(id)]);
    await first.change([putTag('1', 'again')]);
    await first.change([{ op: 'delete', collection: 'tags', id: 'x' }]);
    await first.change([putTag('x')]);
    assert.deepEqual(tagIds(first), ['9', '1', '5', 'x']);
    await first.close();
    assert.deepEqual(tagIds(await folder.open({ fence: fence(2) })), ['9', '1', '5', 'x']);
  });

  it('shows a change only once it is acknowledged, and tells listeners in order', async () => {
    const store = await folder.open();
    const told: string[] = [];
    const stop = store.onChange((changes) => told.push(changes.map((change) => change.op).join()));
    const done = store.change([putTag('a')]);
    assert.equal(store.get('tags', 'a'), undefined);
    await Promise.all([done, store.change([putTag('b'), putTag('c')])]);
    stop();
    await store.change([putTag('d')]);
    assert.deepEqual(told, ['put', 'put,put']);
  });

  it('goes on when a listener throws', async () => {
    const store = await folder.open();
    store.onChange(() => {
      throw new Error('a fault in a listener');
    });
    await store.change([putTag('a')]);
    assert.equal(store.count('tags'), 1);
    assert.ok(folder.log.some((text) => text.includes('a fault in a listener')));
  });

  it('keeps its own copy, so that a caller who goes on writing changes nothing', async () => {
    const store = await folder.open();
    const mine = tag('a');
    const done = store.change([{ op: 'put', collection: 'tags', value: mine }]);
    mine.text = 'scribbled';
    await done;
    assert.equal(store.get('tags', 'a')?.text, 'text of a');
  });

  it('acknowledges a repeated request without applying it twice, also after opening again', async () => {
    const first = await folder.open();
    await Promise.all([first.change([putTag('a', 'one')], 'r1'), first.change([putTag('a', 'two')], 'r1')]);
    await first.change([putTag('a', 'three')], 'r1');
    assert.equal(first.get('tags', 'a')?.text, 'one');
    await first.close();
    const second = await folder.open({ fence: fence(2) });
    await second.change([putTag('a', 'four')], 'r1');
    assert.equal(second.get('tags', 'a')?.text, 'one');
  });

  const loop: { self?: unknown } = {};
  loop.self = loop;
  let deep: unknown = [];
  for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
  const refused: [string, unknown][] = [
    ['refers to itself', { ...tag('bad'), extra: loop }],
    ['is too deep', { ...tag('bad'), extra: deep }],
    ['holds a bigint', { ...tag('bad'), extra: 1n }],
    ['is over 4 MiB', tag('bad', 'x'.repeat(4 * 1024 * 1024))],
    ['has no id', { text: 'no id' }],
    ['has an empty id', tag('')],
    ['is missing', undefined],
  ];
  for (const [what, value] of refused) {
    it(`refuses a record that ${what}, touches nothing, and takes the next change`, async () => {
      const store = await folder.open();
      const bad = { op: 'put', collection: 'tags', value } as Change;
      await assert.rejects(store.change([putTag('with'), bad]), (error: ApiError) => error.code === 'invalid');
      assert.equal(store.count('tags'), 0);
      await store.change([putTag('next')]);
      await store.close();
      assert.deepEqual(tagIds(await folder.open({ fence: fence(2) })), ['next']);
    });
  }

  it('takes text of every kind and gives it back unchanged', async () => {
    const texts = [
      'line\nfeed\r\n',
      '\u2028\u2029\u0000',
      '\ud800 lone',
      '😀 é 漢',
      '"\\"',
      '],"count":',
      'x'.repeat(700_000),
    ];
    const first = await folder.open();
    for (const [index, text] of texts.entries()) await first.change([putTag(String(index), text)]);
    await first.close();
    const second = await folder.open({ fence: fence(2) });
    assert.deepEqual(
      [...second.list('tags')].map(({ text }) => text),
      texts,
    );
  });

  it('keeps its files to the user', async function () {
    if (process.platform === 'win32') this.skip(); // it has no modes
    const store = await folder.open({ directory: folder.file('inner/store') });
    await store.change([putTag('a')]);
    assert.equal((await stat(folder.file('inner/store'))).mode & 0o777, 0o700);
    assert.equal((await stat(folder.file('inner/store/journal.1.1.ndjson'))).mode & 0o777, 0o600);
  });

  it('finishes what is queued when it closes, and refuses what comes later', async () => {
    const store = await folder.open();
    const queued = Promise.all(Array.from({ length: 50 }, (_, index) => store.change([putTag(String(index))])));
    await store.close();
    await queued;
    await assert.rejects(store.change([putTag('late')]), (error: ApiError) => error.code === 'overloaded');
    assert.equal((await folder.open({ fence: fence(2) })).count('tags'), 50);
  });

  it('acknowledges nothing once fenced, and the next owner drops what was written then', async () => {
    let isFenced = false;
    const old = await folder.open({ fence: { epoch: 1, isFenced: async () => isFenced } });
    await old.change([putTag('kept')]);
    const next = await folder.open({ fence: fence(2) });
    isFenced = true;
    await assert.rejects(old.change([putTag('ghost')]), (error: ApiError) => error.code === 'overloaded');
    await assert.rejects(old.change([putTag('ghost 2')]), (error: ApiError) => error.code === 'overloaded');
    assert.deepEqual(tagIds(old), ['kept']);
    await next.change([putTag('new')]);
    await next.close();
    assert.deepEqual(tagIds(await folder.open({ fence: fence(3) })), ['kept', 'new']);
    assert.ok(
      (await folder.text('journal.1.1.ndjson')).includes('ghost'),
      'the ghost was written before it was refused',
    );
  });

  it('refuses to open below an epoch that is already there', async () => {
    await (await folder.open({ fence: fence(5) })).close();
    await assert.rejects(folder.open({ fence: fence(4) }), (error: ApiError) => error.code === 'overloaded');
  });
});
