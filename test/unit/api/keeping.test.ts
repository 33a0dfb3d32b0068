import assert from 'node:assert/strict';
import { boundKept } from '../../../src/api/library/handlers';
import { contentKey } from '../../../src/api/library/lookups';
import { createAssetLibrary, idsOf, parser, unknownId, type AssetLibrary } from './assetLibrary';

const day = 24 * 3_600_000;

describe('the rows of the library', () => {
  let library: AssetLibrary;
  beforeEach(() => (library = createAssetLibrary()));
  const list = (body: object = {}) => library.call('libraryList', { body });

  it('hold what a tree shows, without content', async () => {
    const { id } = await library.save(parser, {
      ext: 'ts',
      metadata: {
        name: 'Settings reader',
        tags: [{ text: 'yaml' }],
        persons: [{ type: { basic: { name: 'Ada', email: 'ada@example.invalid' } } }],
        origin: {
          relativePath: 'src/settings.ts',
          repository: 'https://host.invalid/a.git',
          lines: { start: 3, end: 9 },
        },
      },
    });
    const { rows, isWhole, trashed } = await list();
    const [row] = rows;
    assert.equal(isWhole, true);
    assert.equal(trashed, 0);
    assert.deepEqual([row?.id, row?.name, row?.language], [id, 'Settings reader', 'ts']);
    assert.deepEqual([row?.tags, row?.persons, row?.place], [['yaml'], ['Ada'], 'src/settings.ts']);
    assert.ok(!JSON.stringify(row).includes('yaml.load'), 'the content stays out');
  });

  it('come alone when they changed since, and name those that are gone', async () => {
    const [first, second, third] = [await library.save('one'), await library.save('two'), await library.save('three')];
    const { instance, revision } = await list();
    assert.deepEqual((await list({ instance, revision })).rows, []);
    await library.call('assetUpdate', { body: { id: second.id, name: 'renamed' } });
    await library.call('assetsDeleteAsset', { params: { asset: third.id } });
    const changes = await list({ instance, revision });
    assert.deepEqual(
      changes.rows.map(({ name }) => name),
      ['renamed'],
    );
    assert.deepEqual(changes.removed, [third.id]);
    assert.equal(changes.isWhole, false);
    assert.ok(first.id);
  });

  it('come as a whole for a window that knew another instance', async () => {
    await library.save('one');
    const { revision } = await list();
    const { rows, isWhole } = await list({ instance: 'another', revision });
    assert.deepEqual([rows.length, isWhole], [1, true]);
  });
});

describe('the trash', () => {
  let library: AssetLibrary;
  beforeEach(() => (library = createAssetLibrary()));
  const remove = (asset: string) => library.call('assetsDeleteAsset', { params: { asset } });

  it('holds what was deleted, which is gone for every program', async () => {
    const { id } = await library.save(parser, { metadata: { name: 'Reader' } });
    await remove(id);
    const { assets } = await library.call('trashList');
    assert.deepEqual(
      assets.map(({ name }) => name),
      ['Reader'],
    );
    assert.equal((await library.refusal('assetSnapshot', { params: { asset: id } }))[0], 410);
    assert.equal((await library.refusal('assetsDeleteAsset', { params: { asset: id } }))[0], 410);
    assert.deepEqual((await library.call('assetsSnapshot')).iterable, []);
    assert.deepEqual((await library.call('tagsSnapshot')).iterable, [], 'tags made by rule go with their last asset');
  });

  it('gives an asset back with its text, marks, notes and history', async () => {
    const before = await library.save(parser, {
      metadata: {
        tags: [{ text: 'mine' }],
        websites: [{ url: 'https://docs.invalid/' }],
        persons: [{ type: { basic: { email: 'ada@example.invalid' } } }],
        annotations: [{ type: 'DESCRIPTION', text: 'Reads settings.' }],
      },
    });
    library.pass(5 * day);
    await remove(before.id);
    assert.equal((await library.call('trashRestore', { body: { assets: [before.id] } })).count, 1);
    const after = await library.snapshot(before.id);
    const told = ({ name, original, updated, ...asset }: typeof before) => ({
      ...{ name, updated, text: original.reference?.fragment?.string?.raw },
      tags: asset.tags?.iterable.map(({ text }) => text),
      websites: asset.websites?.iterable.map(({ url }) => url),
      persons: asset.persons?.iterable.map(({ type }) => type.basic?.email),
      annotations: asset.annotations?.iterable.map(({ text }) => text),
    });
    assert.deepEqual(told(after), told(before));
    const { events } = await library.call('timeline', { body: { asset: before.id } });
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ['restored', 'deleted', 'created'],
    );
    assert.deepEqual((await library.call('trashList')).assets, []);
  });

  it('gives an asset back to the tags and summaries that are still there, and to no others', async () => {
    const { id } = await library.save('text', { metadata: { tags: [{ text: 'Shared' }] } });
    await library.save('other text', { metadata: { tags: [{ text: 'Shared' }] } });
    const stays = await library.call('workstreamSummariesCreateNewWorkstreamSummary', {
      body: { name: 'Stays', assets: { iterable: [{ id }] } },
    });
    const goes = await library.call('workstreamSummariesCreateNewWorkstreamSummary', {
      body: { name: 'Goes', assets: { iterable: [{ id }] } },
    });
    await remove(id);
    await library.call('workstreamSummariesDeleteSpecificWorkstreamSummary', {
      params: { workstream_summary: goes.id },
    });
    await library.call('trashRestore', { body: { assets: [id] } });
    const asset = await library.snapshot(id);
    assert.deepEqual(idsOf(asset.summaries), [stays.id]);
    assert.equal((await library.call('tagsSnapshot')).iterable.length, 1);
  });

  it('empties for good, also one by one', async () => {
    const [one, two] = [await library.save('one'), await library.save('two')];
    await remove(one.id);
    await remove(two.id);
    assert.equal((await library.call('trashEmpty', { body: { assets: [one.id] } })).count, 1);
    assert.equal((await library.call('trashEmpty', { body: {} })).count, 1);
    for (const collection of ['trash', 'trashedAnnotations', 'activities', 'annotations'] as const) {
      assert.equal(library.store.count(collection), 0, collection);
    }
    assert.equal((await library.call('trashRestore', { body: { assets: [one.id, two.id] } })).count, 0);
  });

  it('forgets what lay there for thirty days when the service starts', async () => {
    const [old, young] = [await library.save('old'), await library.save('young')];
    await remove(old.id);
    library.pass(29 * day);
    await remove(young.id);
    library.pass(2 * day);
    const { pruneTrash } = await import('../../../src/api/assets/trash');
    await pruneTrash(library.context);
    assert.deepEqual(
      (await library.call('trashList')).assets.map(({ id }) => id),
      [young.id],
    );
  });
});

describe('what is kept for going back', () => {
  let library: AssetLibrary;
  beforeEach(() => (library = createAssetLibrary()));
  const settled = () => new Promise((resolve) => setTimeout(resolve, 50));
  const text = (mark: string) => `${mark} ${'x'.repeat(2_000)}`;
  const bounds = { trash: 20_000, activities: 10_000 };

  it('is bounded by bytes: the oldest of the trash go for good, with notes and history, and the newest can come back', async () => {
    boundKept(library.context, bounds);
    const ids: string[] = [];
    for (let n = 0; n < 40; n += 1) {
      const annotations = [{ type: 'DESCRIPTION', text: text('note') }];
      const { id } = await library.save(text(`${n}`), { metadata: { annotations } });
      ids.push(id);
      await library.call('assetsDeleteAsset', { params: { asset: id } });
    }
    await settled();
    const held = library.store.bytes('trash') + library.store.bytes('trashedAnnotations');
    assert.ok(held <= bounds.trash && held > bounds.trash / 2, `${held} bytes`);
    const { assets } = await library.call('trashList');
    assert.ok(assets.some(({ id }) => id === ids.at(-1)) && !assets.some(({ id }) => id === ids[0]));
    assert.equal((await library.call('timeline', { body: { asset: ids[0] } })).total, 0);
    assert.equal((await library.call('trashRestore', { body: { assets: [ids.at(-1)] } })).count, 1);
  });

  it('is bounded by bytes: the oldest activities of all assets are forgotten', async () => {
    boundKept(library.context, bounds);
    const ids: string[] = [];
    for (let n = 0; n < 100; n += 1) ids.push((await library.save(`a text, number ${n}`)).id);
    await settled();
    assert.ok(library.store.bytes('activities') <= bounds.activities);
    const total = async (asset: string | undefined) => (await library.call('timeline', { body: { asset } })).total;
    assert.deepEqual([await total(ids[0]), await total(ids.at(-1))], [0, 1]);
  });

  it('is looked through for what is too old while the service runs, too', async () => {
    const [old, young] = [await library.save('old'), await library.save('young')];
    await library.call('assetsDeleteAsset', { params: { asset: old.id } });
    library.pass(31 * day);
    await library.call('assetsDeleteAsset', { params: { asset: young.id } });
    await settled();
    assert.deepEqual(
      (await library.call('trashList')).assets.map(({ id }) => id),
      [young.id],
    );
  });
});

describe('editing an asset', () => {
  let library: AssetLibrary;
  let id: string;
  beforeEach(async () => {
    library = createAssetLibrary();
    ({ id } = await library.save('const a = 1;', {
      ext: 'ts',
      metadata: { tags: [{ text: 'one' }, { text: 'two' }] },
    }));
  });
  const edit = (body: object) => library.call('assetEdit', { params: { asset: id }, body });
  const content = () => library.call('assetContent', { params: { asset: id } });

  it('replaces the text and says when', async () => {
    const before = await content();
    const { contentUpdated } = await edit({ text: 'const a = 2;\n', expected: before.contentUpdated });
    const after = await content();
    assert.equal(after.text, 'const a = 2;\n');
    assert.equal(after.contentUpdated, contentUpdated);
    assert.ok(contentUpdated > before.contentUpdated, 'also within the same millisecond');
  });

  it('refuses a text that was made from an older one', async () => {
    const { contentUpdated } = await content();
    await edit({ text: 'changed elsewhere' });
    const refusal = await library.refusal('assetEdit', {
      params: { asset: id },
      body: { text: 'mine', expected: contentUpdated },
    });
    assert.equal(refusal[0], 403);
    assert.equal((await content()).text, 'changed elsewhere');
  });

  it('refuses an empty text, whatever else is wanted', async () => {
    assert.equal(
      (await library.refusal('assetEdit', { params: { asset: id }, body: { text: ' \n', tags: [] } }))[0],
      400,
    );
    assert.equal((await library.snapshot(id)).tags?.iterable.length, 2);
  });

  it('sets tags, websites, people and description as whole lists', async () => {
    await edit({
      tags: ['Two', 'three'],
      websites: ['https://a.invalid'],
      persons: [{ name: 'Ada', email: 'ada@example.invalid' }],
      description: 'A constant.',
    });
    const asset = await library.snapshot(id);
    assert.deepEqual(
      asset.tags?.iterable.map(({ text }) => text),
      ['two', 'three'],
    );
    assert.deepEqual(
      asset.websites?.iterable.map(({ url }) => url),
      ['https://a.invalid/'],
    );
    assert.deepEqual(
      asset.persons?.iterable.map(({ type }) => type.basic?.name),
      ['Ada'],
    );
    assert.deepEqual(
      asset.annotations?.iterable.map(({ text }) => text),
      ['A constant.'],
    );
    await edit({ tags: [], websites: [], persons: [], description: '' });
    const bare = await library.snapshot(id);
    for (const list of [bare.tags, bare.websites, bare.persons, bare.annotations]) assert.deepEqual(list?.iterable, []);
    assert.equal(library.store.count('persons'), 0, 'nobody is kept for nothing');
  });

  it('refuses addresses that are none', async () => {
    const refusal = await library.refusal('assetEdit', { params: { asset: id }, body: { websites: ['javascript:1'] } });
    assert.equal(refusal[0], 400);
    assert.match(refusal[1], /body\.websites\.0/);
  });

  it('sets and forgets the origin, never with a password', async () => {
    await edit({ origin: { path: '/home/me/a.ts', repository: 'https://me:key@host.invalid/a.git' } });
    assert.equal((await content()).origin?.repository, 'https://host.invalid/a.git');
    await edit({ isDetached: true });
    assert.equal((await content()).origin, undefined);
  });

  it('leaves no trace when nothing differs', async () => {
    const changes = library.store.changeCount();
    await edit({ text: 'const a = 1;', tags: ['one', 'two'] });
    assert.equal(library.store.changeCount(), changes);
  });

  it('is refused for what was deleted', async () => {
    const refusal = await library.refusal('assetEdit', { params: { asset: unknownId }, body: { tags: ['x'] } });
    assert.equal(refusal[0], 410);
  });
});

describe('looking at a text before it is saved', () => {
  let library: AssetLibrary;
  beforeEach(() => (library = createAssetLibrary()));
  const inspect = (text: string) => library.call('pieceInspect', { body: { text } });

  it('finds the same text, whatever its line ends and outer white space', async () => {
    const { id } = await library.save('a();\nb();\n', { metadata: { name: 'Calls' } });
    assert.deepEqual((await inspect('\r\na();\r\nb();')).duplicates, [{ id, name: 'Calls' }]);
    assert.deepEqual((await inspect('a();\n  b();')).duplicates, []);
    assert.notEqual(contentKey('a\nb'), contentKey('a b'));
  });

  it('follows edits and deletions', async () => {
    const { id } = await library.save('first');
    await inspect('first');
    await library.call('assetEdit', { params: { asset: id }, body: { text: 'second' } });
    assert.deepEqual((await inspect('first')).duplicates, []);
    assert.equal((await inspect('second')).duplicates.length, 1);
    await library.call('assetsDeleteAsset', { params: { asset: id } });
    assert.deepEqual((await inspect('second')).duplicates, []);
  });

  it('names the lines of secrets and masks them', async () => {
    const text = ['const a = 1;', "const apiKey = 'k9Xw2Lm4Qz7Rt1Vb8Nc3';", 'const b = 2;'].join('\n');
    const { secrets, masked } = await inspect(text);
    assert.deepEqual(secrets, [{ start: 2, end: 2 }]);
    assert.equal(masked, text.replace('k9Xw2Lm4Qz7Rt1Vb8Nc3', '[secret]'));
    assert.equal((await inspect('const a = 1;')).masked, undefined);
  });
});

describe('the timeline', () => {
  it('tells of all assets newest first, those in the trash too', async () => {
    const library = createAssetLibrary();
    const one = await library.save('one', { metadata: { name: 'One' } });
    library.pass(1_000);
    const two = await library.save('two', { metadata: { name: 'Two' } });
    library.pass(1_000);
    await library.call('assetUsed', { params: { asset: one.id }, body: { kind: 'viewed' } });
    library.pass(1_000);
    await library.call('assetsDeleteAsset', { params: { asset: two.id } });
    const { events, total } = await library.call('timeline', { body: {} });
    assert.deepEqual(
      events.map(({ kind, name, isTrashed }) => `${kind} ${name}${isTrashed ? ' (trash)' : ''}`),
      ['deleted Two (trash)', 'viewed One', 'created Two (trash)', 'created One'],
    );
    assert.equal(total, 4);
    assert.equal((await library.call('timeline', { body: { limit: 2 } })).events.length, 2);
  });

  it('takes looking again within ten minutes for the same look', async () => {
    const library = createAssetLibrary();
    const { id } = await library.save('one');
    const look = () => library.call('assetUsed', { params: { asset: id }, body: { kind: 'viewed' } });
    await look();
    library.pass(60_000);
    await look();
    library.pass(11 * 60_000);
    await look();
    const { events } = await library.call('timeline', { body: { asset: id } });
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ['viewed', 'viewed', 'created'],
    );
    const [row] = (await library.call('libraryList', { body: {} })).rows;
    assert.equal(row?.lastUsed, library.context.now());
  });
});
