import assert from 'node:assert/strict';
import { maxActivitiesOfAsset } from '../../../src/api/assets/activities';
import { findAsset } from '../../../src/api/records';
import { keptAssetsOf } from '../../../src/api/assets/wire';
import { createAssetLibrary, idsOf, parser, unknownId, type AssetLibrary } from './assetLibrary';

const pairOf = (activity: { event: { asset: { identifier_description_pair: Record<string, string> } } } | undefined) =>
  Object.keys(activity?.event.asset.identifier_description_pair ?? {})[0];

const keptOf = ({ context }: AssetLibrary, id: string) =>
  keptAssetsOf(context).toWire(findAsset(context.store, id), {});

async function timeline(library: AssetLibrary, asset: string) {
  const { iterable } = await library.call('assetSpecificAssetActivities', { params: { asset } });
  return iterable.map(pairOf);
}

describe('an asset', () => {
  it('is gone, 410, on every operation that addresses an unknown one', async () => {
    const library = createAssetLibrary();
    const params = { asset: unknownId };
    const refusals = await Promise.all([
      library.refusal('assetSnapshot', { params }),
      library.refusal('assetSnapshotPost', { params, body: {} }),
      library.refusal('assetUpdate', { body: { id: unknownId, name: 'x' } }),
      library.refusal('assetReclassify', { body: { ext: 'ts', asset: { id: unknownId } } }),
      library.refusal('assetFormats', { params }),
      library.refusal('assetSpecificAssetActivities', { params }),
      library.refusal('assetSpecificAssetConversations', { params }),
      library.refusal('assetSpecificAssetExport', { params, query: { export_type: 'MD' } }),
      library.refusal('assetScoresIncrement', { params, body: {} }),
      library.refusal('assetsDeleteAsset', { params }),
    ]);
    assert.deepEqual(
      refusals.map(([status]) => status),
      refusals.map(() => 410),
    );
  });

  it('is found by its id in upper case', async () => {
    const library = createAssetLibrary();
    const { id } = await library.save('x');
    assert.equal((await library.snapshot(id.toUpperCase())).id, id);
    const renamed = await library.call('assetUpdate', { body: { id: id.toUpperCase(), name: 'new' } });
    assert.equal(renamed.name, 'new');
  });

  it('is read without leaving a trace', async () => {
    const library = createAssetLibrary();
    const { id } = await library.save('x');
    const before = library.store.changeCount();
    await library.snapshot(id);
    await library.call('assetFormats', { params: { asset: id } });
    await library.call('assetsSnapshot');
    assert.equal(library.store.changeCount(), before);
  });

  it('is the same answer until anything changes, and never an old one', async () => {
    const library = createAssetLibrary();
    const { id } = await library.save('x');
    assert.equal(keptOf(library, id), keptOf(library, id));
    await library.call('assetUpdate', { body: { id, name: 'renamed' } });
    assert.equal((await library.snapshot(id)).name, 'renamed');
    const tag = await library.call('tagsCreateNewTag', { body: { text: 'kept' } });
    await library.call('tagAssociateAsset', { params: { tag: tag.id, asset: id } });
    assert.deepEqual(
      (await library.snapshot(id)).tags?.iterable.map(({ text }) => text).filter((text) => text === 'kept'),
      ['kept'],
    );
    const bare = await library.call('assetSnapshot', { params: { asset: id }, query: { transferables: 'false' } });
    assert.equal(bare.original.reference?.fragment?.string?.raw, undefined);
    assert.equal((await library.snapshot(id)).original.reference?.fragment?.string?.raw, 'x');
  });

  it('is not kept when it is large: many of them would fill the memory', async () => {
    const library = createAssetLibrary();
    const { id } = await library.save('x'.repeat(17 * 1024));
    assert.notEqual(keptOf(library, id), keptOf(library, id));
  });

  it('carries its activities only when asked', async () => {
    const library = createAssetLibrary();
    const { id } = await library.save('x');
    assert.equal((await library.snapshot(id)).activities, undefined);
    const query = { package_activities: 'true' };
    const asset = await library.call('assetSnapshot', { params: { asset: id }, query });
    assert.equal(asset.activities?.iterable.length, 1);
  });

  it('keeps the objects around a content that is left out', async () => {
    const library = createAssetLibrary();
    const { id } = await library.save('x = 1');
    const query = { transferables: 'false' };
    const asset = await library.call('assetSnapshot', { params: { asset: id }, query });
    assert.deepEqual(asset.original.reference?.fragment, { string: {} });
    assert.deepEqual(asset.preview.base.reference?.fragment, { string: {} });
    const formats = await library.call('assetFormats', { params: { asset: id }, query });
    assert.deepEqual(formats.iterable[0]?.fragment, { string: {} });
    assert.equal(formats.iterable[0]?.asset.id, id);
  });

  it('lists itself with positions that match', async () => {
    const library = createAssetLibrary();
    const saved = [await library.save('a'), await library.save('b')];
    const assets = await library.call('assetsSnapshot', { query: { transferables: 'false' } });
    assert.deepEqual(
      idsOf(assets),
      saved.map(({ id }) => id),
    );
    assert.deepEqual(assets.indices, { [saved[0]?.id ?? '']: 0, [saved[1]?.id ?? '']: 1 });
  });
});

describe('looking at an asset through a share', () => {
  it('counts the same visitor again and a new one anew', async () => {
    const library = createAssetLibrary();
    const { id } = await library.save('x');
    const visit = (body: object) => library.call('assetSnapshotPost', { params: { asset: id }, body });
    await visit({ os: 'os-1', share: 's-1' });
    await visit({ os: 'os-1', share: 's-1', user: { id: 'u-1', name: 'Ada' } });
    await visit({ os: 'os-2', share: 's-1' });
    const asset = await visit({ os: 'os-1', share: 's-1' });
    const [share] = asset.shares?.iterable ?? [];
    assert.equal(share?.id, 's-1');
    assert.deepEqual(
      share?.accessors.iterable.map(({ os, user, count }) => [os, user?.name, count]),
      [
        ['os-1', undefined, 2],
        ['os-1', 'Ada', 1],
        ['os-2', undefined, 1],
      ],
    );
    assert.equal((await timeline(library, id))[0], 'asset_viewed');
  });

  it('acts as GET without a body', async () => {
    const library = createAssetLibrary();
    const { id } = await library.save('x');
    const before = library.store.changeCount();
    for (const body of [undefined, {}]) {
      const asset = await library.call('assetSnapshotPost', { params: { asset: id }, body });
      assert.equal(asset.shares, undefined);
    }
    assert.equal(library.store.changeCount(), before);
  });

  it('names the half that is missing', async () => {
    const library = createAssetLibrary();
    const { id } = await library.save('x');
    const refusal = (body: object) => library.refusal('assetSnapshotPost', { params: { asset: id }, body });
    assert.deepEqual(await refusal({ os: 'os-1' }), [400, 'body.share is missing: expected the id of the share.']);
    assert.match((await refusal({ share: 's-1' }))[1], /^body\.os is missing/);
    assert.match((await refusal({ user: { id: 'u' } }))[1], /^body\.os is missing/);
  });
});

describe('updating an asset', () => {
  it('changes its name and mark and leaves the rest as it was', async () => {
    const library = createAssetLibrary();
    const saved = await library.save(parser, { ext: 'ts' });
    library.pass(1000);
    const updated = await library.call('assetUpdate', { body: { id: saved.id, name: ' New ', favorited: true } });
    assert.equal(updated.name, 'New');
    assert.equal(updated.favorited, true);
    assert.equal(updated.created.value, saved.created.value);
    assert.notEqual(updated.updated.value, saved.updated.value);
    assert.equal(updated.original.reference?.fragment?.string?.raw, parser);
    assert.deepEqual(idsOf(updated.tags), idsOf(saved.tags));
  });

  it('never takes content, formats or links from the body', async () => {
    const library = createAssetLibrary();
    const saved = await library.save(parser, { ext: 'ts' });
    const body = { ...saved, formats: { iterable: [] }, tags: { iterable: [] }, original: { id: 'other' } };
    const updated = await library.call('assetUpdate', { body });
    assert.equal(updated.original.reference?.fragment?.string?.raw, parser);
    assert.deepEqual(idsOf(updated.tags), idsOf(saved.tags));
  });

  it('writes nothing when nothing differs, and says in the timeline what did', async () => {
    const library = createAssetLibrary();
    const { id, name } = await library.save('x = 1', { ext: 'py' });
    const before = library.store.changeCount();
    await library.call('assetUpdate', { body: { id, name, favorited: false } });
    assert.equal(library.store.changeCount(), before);
    await library.call('assetUpdate', { body: { id, favorited: true } });
    await library.call('assetUpdate', { body: { id, name: 'other' } });
    assert.deepEqual(await timeline(library, id), ['asset_name_updated', 'asset_updated', 'asset_created']);
  });

  it('refuses an empty body and an empty name', async () => {
    const library = createAssetLibrary();
    const { id } = await library.save('x');
    assert.match((await library.refusal('assetUpdate', { body: {} }))[1], /^body\.id is missing/);
    assert.deepEqual((await library.refusal('assetUpdate', { body: { id, name: ' ' } }))[0], 400);
  });

  it('does not move the time of change back with the clock', async () => {
    const library = createAssetLibrary();
    const { id, updated } = await library.save('x');
    library.pass(-86_400_000);
    assert.equal((await library.call('assetUpdate', { body: { id, name: 'y' } })).updated.value, updated.value);
  });
});

describe('reclassifying an asset', () => {
  const reclassify = (library: AssetLibrary, id: string, ext: string) =>
    library.call('assetReclassify', { body: { ext, asset: { id } } });

  it('sets the language everywhere, and the kind follows', async () => {
    const library = createAssetLibrary();
    const { id } = await library.save('x = 1', { ext: 'py' });
    const asset = await reclassify(library, id, 'md');
    const expected = { generic: 'TEXT', specific: 'md' };
    assert.deepEqual(asset.original.reference?.classification, expected);
    assert.deepEqual(asset.preview.base.reference?.classification, expected);
    assert.deepEqual(asset.formats.iterable[0]?.classification, expected);
    assert.deepEqual(
      asset.tags?.iterable.map(({ text }) => text),
      ['markdown'],
    );
    assert.equal((await timeline(library, id))[0], 'asset_format_specific_classification_updated');
    assert.deepEqual(
      [...library.store.list('tags')].map(({ text }) => text),
      ['markdown'],
    );
  });

  const mistakes = [
    ['python', 'py'],
    ['TypeScript', 'ts'],
    ['jav', 'java'],
    ['tss', 'ts'],
  ] as const;
  for (const [wrong, near] of mistakes) {
    it(`refuses ${wrong} and names ${near}`, async () => {
      const library = createAssetLibrary();
      const { id } = await library.save('x');
      const [status, sentence] = await library.refusal('assetReclassify', { body: { ext: wrong, asset: { id } } });
      assert.equal(status, 400);
      assert.match(sentence, new RegExp(`^body\\.ext .*did you mean ${near}\\?`));
    });
  }

  it('refuses words that are no language of text, without a wrong hint', async () => {
    const library = createAssetLibrary();
    const { id } = await library.save('x');
    for (const ext of ['png', 'UNKNOWN', 'qqqqqqqqqq', '__proto__']) {
      const [status, sentence] = await library.refusal('assetReclassify', { body: { ext, asset: { id } } });
      assert.equal(status, 400, ext);
      assert.match(sentence, /^body\.ext is no language: [^?]*\.$/);
    }
  });

  it('refuses pictures', async () => {
    const library = createAssetLibrary();
    const { id } = await library.call('assetsCreateNewAsset', {
      body: { asset: { format: { file: { bytes: { raw: [0xff, 0xd8, 0xff, 0] } } } } },
    });
    assert.match((await library.refusal('assetReclassify', { body: { ext: 'ts', asset: { id } } }))[1], /is an image/);
  });
});

describe('the score of an asset', () => {
  it('counts each true flag of its own target once', async () => {
    const library = createAssetLibrary();
    const { id, updated } = await library.save('x');
    library.pass(1000);
    const increment = (body: object | undefined) =>
      library.call('assetScoresIncrement', { params: { asset: id }, body });
    await increment({ asset: { reuse: true, priority: false } });
    await increment({ asset: { reuse: true, searched: true }, tag: { reuse: true } });
    await increment({});
    await increment(undefined);
    const asset = await library.snapshot(id);
    const { score } = asset;
    assert.deepEqual(score, { manual: 1, automatic: 0, reuse: 2, update: 0, reference: 0, priority: 0, searched: 1 });
    assert.deepEqual(asset.updated, updated);
  });

  it('loses no count when asked at once', async () => {
    const library = createAssetLibrary();
    const { id } = await library.save('x');
    const input = { params: { asset: id }, body: { asset: { reuse: true } } };
    await Promise.all(Array.from({ length: 20 }, () => library.call('assetScoresIncrement', input)));
    assert.equal((await library.snapshot(id)).score?.reuse, 20);
  });
});

describe('deleting an asset', () => {
  it('answers its id, moves what is its own to the trash and unlinks it from both ends in one change', async () => {
    const library = createAssetLibrary();
    const mine = await library.call('tagsCreateNewTag', { body: { text: 'mine' } });
    const metadata = { persons: [{ type: { basic: { name: 'Ada' } } }] };
    const { id } = await library.save(parser, { ext: 'ts', metadata });
    await library.call('assetAssociateTag', { params: { asset: id, tag: mine.id } });
    const chat = await library.call('conversationsCreateSpecificConversation', {
      body: { assets: { iterable: [{ id }] } },
    });
    const before = library.store.changeCount();

    assert.equal(await library.call('assetsDeleteAsset', { params: { asset: id } }), id);
    assert.equal(library.store.changeCount(), before + 1);
    assert.equal((await library.refusal('assetSnapshot', { params: { asset: id } }))[0], 410);
    const left = JSON.stringify([
      ...library.store.list('tags'),
      ...library.store.list('websites'),
      ...library.store.list('persons'),
      ...library.store.list('annotations'),
      ...library.store.list('conversations'),
    ]);
    assert.equal(left.includes(id), false);
    assert.deepEqual(
      (await library.call('tagsSnapshot')).iterable.map(({ text }) => text),
      ['mine'],
    );
    assert.equal(
      (await library.call('conversationGetSpecificConversation', { params: { conversation: chat.id } })).id,
      chat.id,
    );
  });

  it('lets one of two deletions win and tells the other that it is gone', async () => {
    const library = createAssetLibrary();
    const { id } = await library.save('x');
    const input = { params: { asset: id } };
    const outcomes = await Promise.all([1, 2].map(() => library.refusal('assetsDeleteAsset', input)));
    assert.deepEqual(outcomes.map(([status]) => status).sort(), [200, 410]);
  });
});

describe('the timeline of an asset', () => {
  it('has the newest first', async () => {
    const library = createAssetLibrary();
    const { id } = await library.save('x');
    library.pass(1000);
    await library.call('assetSpecificAssetExport', { params: { asset: id }, query: { export_type: 'MD' } });
    const { iterable } = await library.call('assetSpecificAssetActivities', { params: { asset: id } });
    assert.deepEqual(iterable.map(pairOf), ['asset_format_downloaded', 'asset_created']);
    assert.ok((iterable[0]?.created.value ?? '') > (iterable[1]?.created.value ?? ''));
  });

  it('keeps a bounded number of events, the newest', async () => {
    const library = createAssetLibrary();
    const { id } = await library.save('x');
    for (let visit = 0; visit < maxActivitiesOfAsset + 5; visit += 1) {
      await library.call('assetSnapshotPost', { params: { asset: id }, body: { os: 'o', share: 's' } });
    }
    assert.equal((await timeline(library, id)).length, maxActivitiesOfAsset);
    assert.equal(library.store.count('activities'), maxActivitiesOfAsset);
  });
});

describe('conversations of an asset', () => {
  it('are listed latest first', async () => {
    const library = createAssetLibrary();
    const { id } = await library.save('x');
    const start = async (name: string) => {
      library.pass(1000);
      const body = { name, assets: { iterable: [{ id }] } };
      return (await library.call('conversationsCreateSpecificConversation', { body })).id;
    };
    const ids = [await start('one'), await start('two')];
    const conversations = await library.call('assetSpecificAssetConversations', { params: { asset: id } });
    assert.deepEqual(idsOf(conversations), ids.reverse());
  });
});
