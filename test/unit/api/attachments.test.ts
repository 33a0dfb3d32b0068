import assert from 'node:assert/strict';
import { createAssetLibrary, idsOf, unknownId } from './assetLibrary';

describe('tags', () => {
  it('are the same in any case, and keep the first spelling', async () => {
    const library = createAssetLibrary();
    const first = await library.call('tagsCreateNewTag', { body: { text: 'Re  Use ' } });
    const again = await library.call('tagsCreateNewTag', { body: { text: 're use' } });
    assert.equal(again.id, first.id);
    assert.equal(again.text, 'Re Use');
    assert.equal(library.store.count('tags'), 1);
  });

  it('are made once when asked for at once', async () => {
    const library = createAssetLibrary();
    const made = await Promise.all(['a', 'A', 'a'].map((text) => library.call('tagsCreateNewTag', { body: { text } })));
    assert.equal(new Set(made.map(({ id }) => id)).size, 1);
  });

  it('go on an asset at once when it is named, and are not made for one that is gone', async () => {
    const library = createAssetLibrary();
    const { id: asset } = await library.save('x', { metadata: { tags: [{ text: 'other' }] } });
    const tag = await library.call('tagsCreateNewTag', { body: { text: 'new', asset: asset.toUpperCase() } });
    assert.deepEqual(idsOf(tag.assets), [asset]);
    assert.deepEqual(tag.mechanisms, { [asset]: 'MANUAL' });
    assert.ok(idsOf((await library.snapshot(asset)).tags).includes(tag.id));
    const body = { text: 'never', asset: unknownId };
    assert.equal((await library.refusal('tagsCreateNewTag', { body }))[0], 410);
    assert.equal(library.store.count('tags'), 2);
  });

  it('need a text', async () => {
    const library = createAssetLibrary();
    for (const body of [{}, { text: '' }, { text: ' ' }]) {
      const [status, sentence] = await library.refusal('tagsCreateNewTag', { body });
      assert.equal(status, 400);
      assert.match(sentence, /^body\.text/);
    }
  });

  it('leave their assets when deleted, however many', async () => {
    const library = createAssetLibrary();
    const metadata = { tags: [{ text: 'all' }] };
    for (let number = 0; number < 250; number += 1) await library.save(`x = ${number}`, { metadata });
    const [tag] = (await library.call('tagsSnapshot')).iterable;
    await library.call('tagsDeleteSpecificTag', { params: { tag: tag?.id ?? '' } });
    assert.equal(library.store.count('tags'), 0);
    assert.equal(library.store.count('assets'), 250);
    assert.equal(
      [...library.store.list('assets')].some(({ tags }) => tags.length > 0),
      false,
    );
    const [status] = await library.refusal('tagsDeleteSpecificTag', { params: { tag: tag?.id ?? '' } });
    assert.equal(status, 404);
  });

  it('that a rule made go with their last asset, unless a user has named them', async () => {
    const library = createAssetLibrary();
    const one = await library.save('x = 1', { ext: 'py' });
    const other = await library.save('SELECT 1', { ext: 'sql' });
    await library.call('tagsCreateNewTag', { body: { text: 'Python' } });
    for (const { id } of [one, other]) await library.call('assetsDeleteAsset', { params: { asset: id } });
    assert.deepEqual(
      (await library.call('tagsSnapshot')).iterable.map(({ text }) => text),
      ['python'],
    );
  });
});

describe('websites', () => {
  it('are the same at the same address and named by their host when nobody names them', async () => {
    const library = createAssetLibrary();
    const first = await library.call('websitesCreateNewWebsite', { body: { url: 'HTTPS://User:pw@Docs.RS/serde/' } });
    assert.equal(first.url, 'https://docs.rs/serde/');
    assert.equal(first.name, 'docs.rs/serde');
    const again = await library.call('websitesCreateNewWebsite', {
      body: { url: 'https://docs.rs:443/serde/', name: 'Serde' },
    });
    assert.equal(again.id, first.id);
  });

  it('are http or https', async () => {
    const library = createAssetLibrary();
    for (const url of ['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x', 'docs.rs', 'https://']) {
      assert.deepEqual(await library.refusal('websitesCreateNewWebsite', { body: { url } }), [
        400,
        'body.url is wrong: expected an http or https address.',
      ]);
    }
  });

  it('leave their assets when deleted', async () => {
    const library = createAssetLibrary();
    const { id: asset } = await library.save('x');
    const { id } = await library.call('websitesCreateNewWebsite', { body: { url: 'https://a.dev', asset } });
    await library.call('websitesDeleteSpecificWebsite', { params: { website: id } });
    assert.deepEqual(idsOf((await library.snapshot(asset)).websites), []);
    assert.equal((await library.refusal('websitesDeleteSpecificWebsite', { params: { website: id } }))[0], 404);
  });
});

describe('workstream summaries', () => {
  it('come with their texts and assets, written by no cloud model', async () => {
    const library = createAssetLibrary();
    const { id: asset } = await library.save('x');
    const summary = await library.call('workstreamSummariesCreateNewWorkstreamSummary', {
      body: {
        name: 'Monday',
        annotations: [{ type: 'SUMMARY', text: 'We wrote x.' }],
        assets: { iterable: [{ id: asset }] },
      },
    });
    assert.equal(summary.model.cloud, false);
    assert.deepEqual(idsOf(summary.assets), [asset]);
    assert.deepEqual(idsOf((await library.snapshot(asset)).summaries), [summary.id]);
    const [annotation] = [...library.store.list('annotations')].filter(({ type }) => type === 'SUMMARY');
    assert.equal(annotation?.text, 'We wrote x.');
    assert.deepEqual(idsOf(summary.annotations), [annotation?.id]);
  });

  it('are not made for an asset that is gone', async () => {
    const library = createAssetLibrary();
    const body = { name: 'Monday', assets: { iterable: [{ id: unknownId }] } };
    assert.equal((await library.refusal('workstreamSummariesCreateNewWorkstreamSummary', { body }))[0], 410);
    assert.equal(library.store.count('summaries'), 0);
  });

  it('take their texts along when deleted and leave their assets', async () => {
    const library = createAssetLibrary();
    const { id: asset } = await library.save('x');
    const { id } = await library.call('workstreamSummariesCreateNewWorkstreamSummary', {
      body: { name: 'm', annotations: [{ type: 'SUMMARY', text: 't' }], assets: { iterable: [{ id: asset }] } },
    });
    await library.call('workstreamSummariesDeleteSpecificWorkstreamSummary', { params: { workstream_summary: id } });
    assert.deepEqual(idsOf((await library.snapshot(asset)).summaries), []);
    assert.equal(
      [...library.store.list('annotations')].some(({ summary }) => summary === id),
      false,
    );
  });
});
