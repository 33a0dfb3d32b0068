import assert from 'node:assert/strict';
import { snippetsOf } from '../../../src/api/ask/passages';
import { createAskingContext } from './askingContext';

const day = 86_400_000;
const passage = (text: string, start = 0) => ({
  text,
  language: 'ts',
  path: '/w/a.ts',
  start,
  end: start + text.length,
  lines: { start: 1, end: 1 },
});
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('relevance ids', () => {
  it('are UUIDs that follow from source, range and text', async () => {
    const ids = async (...contents: ReturnType<typeof passage>[]) =>
      (await snippetsOf(createAskingContext()).remember(contents)).map(({ id }) => id);
    const [first, other, moved] = await ids(passage('one'), passage('two'), passage('one', 9));
    assert.match(first ?? '', uuid);
    assert.equal(new Set([first, other, moved]).size, 3);
    assert.deepEqual(await ids(passage('one')), [first]);
  });

  it('stand for their passage after a restart over the same store', async () => {
    const before = createAskingContext();
    const [record] = await snippetsOf(before).remember([passage('one')]);
    const after = { ...createAskingContext(), store: before.store };
    assert.deepEqual(snippetsOf(after).get(record?.id ?? ''), record);
  });

  it('are written in one change a call, and not again within a day', async () => {
    const context = createAskingContext();
    const snippets = snippetsOf(context);
    await snippets.remember([passage('one'), passage('two'), passage('one')]);
    assert.equal(context.store.changeCount(), 1);
    await snippets.remember([passage('one')]);
    assert.equal(context.store.changeCount(), 1);
    context.pass(day);
    await snippets.remember([passage('one')]);
    assert.equal(context.store.changeCount(), 2);
  });

  it('live for seven days after they were last given out, and are gone after eight', async () => {
    const context = createAskingContext();
    const snippets = snippetsOf(context);
    const [kept, old] = await snippets.remember([passage('kept'), passage('old')]);
    context.pass(7 * day + 3_600_000);
    await snippets.remember([passage('kept')]);
    assert.ok(snippets.get(old?.id ?? ''));
    context.pass(day);
    await snippets.remember([passage('new')]);
    assert.equal(snippets.get(old?.id ?? ''), undefined);
    assert.ok(snippets.get(kept?.id ?? ''));
  });

  it('are never more than fifty thousand and a little, the newest being kept', async () => {
    const context = createAskingContext();
    const snippets = snippetsOf(context);
    const many = (name: string, count: number) => Array.from({ length: count }, (_, at) => passage(`${name} ${at}`));
    const [oldest] = await snippets.remember(many('old', 30_000));
    context.pass(1_000);
    const [newest] = await snippets.remember(many('new', 26_000));
    assert.equal(context.store.count('snippets'), 50_000);
    assert.equal(context.store.get('snippets', oldest?.id ?? '')?.text, 'old 0', 'among the oldest, the first stay');
    assert.ok(snippets.get(newest?.id ?? ''));
  });

  it('keep 32 MiB of passages and a little, the newest of them', async () => {
    const context = createAskingContext();
    const snippets = snippetsOf(context);
    const mebibyte = 1024 * 1024;
    const [oldest] = await snippets.remember([passage('old')]);
    let newest;
    for (let n = 0; n < 40; n += 1) {
      context.pass(1_000);
      [newest] = await snippets.remember([passage(`${n} ${'x'.repeat(mebibyte)}`)]);
      assert.ok(context.store.bytes('snippets') <= 37 * mebibyte);
    }
    assert.equal(snippets.get(oldest?.id ?? ''), undefined);
    assert.ok(snippets.get(newest?.id ?? ''));
  });

  it('work while the library takes no changes', async () => {
    const context = createAskingContext();
    context.store.makeReadOnly('another version wrote it');
    const [record] = await snippetsOf(context).remember([passage('one')]);
    assert.equal(snippetsOf(context).get(record?.id ?? '')?.text, 'one');
    assert.equal(context.store.count('snippets'), 0);
  });

  it('work when writing fails, and the log says why', async () => {
    const context = createAskingContext();
    context.store.change = () => Promise.reject(new Error('the disk is full'));
    const [record] = await snippetsOf(context).remember([passage('one')]);
    assert.ok(snippetsOf(context).get(record?.id ?? ''));
    assert.match(context.logged.join('\n'), /disk is full/);
  });
});
