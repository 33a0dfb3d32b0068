import assert from 'node:assert/strict';
import type { OperationName } from '../../../src/contract/operations';
import { createAssetLibrary, idsOf, unknownId, type AssetLibrary } from './assetLibrary';

interface Kind {
  name: string;
  param: string;
  field: 'tags' | 'websites' | 'summaries' | 'conversations';
  /** The operation and its mirror. */
  associate: OperationName[];
  disassociate: OperationName[];
  create(library: AssetLibrary): Promise<{ id: string }>;
  /** Ids of the assets at the other end. */
  assetsOf(library: AssetLibrary, id: string): Promise<string[]>;
  happenings: string[];
}

const kinds: Kind[] = [
  {
    name: 'tag',
    param: 'tag',
    field: 'tags',
    associate: ['assetAssociateTag', 'tagAssociateAsset'],
    disassociate: ['assetDisassociateTag', 'tagDisassociateAsset'],
    create: (library) => library.call('tagsCreateNewTag', { body: { text: 'mine' } }),
    assetsOf: async (library, id) =>
      idsOf((await library.call('tagsSnapshot')).iterable.find((one) => one.id === id)?.assets),
    happenings: ['asset_tag_deleted', 'asset_tag_added'],
  },
  {
    name: 'website',
    param: 'website',
    field: 'websites',
    associate: ['assetAssociateWebsite', 'websiteAssociateAsset'],
    disassociate: ['assetDisassociateWebsite', 'websiteDisassociateAsset'],
    create: (library) => library.call('websitesCreateNewWebsite', { body: { url: 'https://a.dev/b', name: 'A' } }),
    assetsOf: async (library, id) =>
      idsOf((await library.call('websitesSnapshot')).iterable.find((one) => one.id === id)?.assets),
    happenings: ['asset_link_deleted', 'asset_link_added'],
  },
  {
    name: 'workstream summary',
    param: 'workstream_summary',
    field: 'summaries',
    associate: ['assetAssociateWorkstreamSummary', 'workstreamSummaryAssociateAsset'],
    disassociate: ['assetDisassociateWorkstreamSummary', 'workstreamSummaryDisassociateAsset'],
    create: (library) => library.call('workstreamSummariesCreateNewWorkstreamSummary', { body: { name: 'Monday' } }),
    assetsOf: async (library, id) =>
      idsOf((await library.call('workstreamSummariesSnapshot')).iterable.find((one) => one.id === id)?.assets),
    happenings: ['asset_updated', 'asset_updated'],
  },
  {
    name: 'conversation',
    param: 'conversation',
    field: 'conversations',
    associate: ['conversationAssociateAsset'],
    disassociate: ['conversationDisassociateAsset'],
    create: (library) => library.call('conversationsCreateSpecificConversation', { body: {} }),
    assetsOf: async (library, id) =>
      idsOf((await library.call('conversationGetSpecificConversation', { params: { conversation: id } })).assets),
    happenings: ['asset_referenced'],
  },
];

for (const kind of kinds) {
  describe(`associating an asset with a ${kind.name}`, () => {
    const setUp = async () => {
      const library = createAssetLibrary();
      const asset = (await library.save('x', { metadata: { tags: [{ text: 'other' }] } })).id;
      const { id } = await kind.create(library);
      const params = { asset, [kind.param]: id };
      const bothEnds = async () => [
        idsOf((await library.snapshot(asset))[kind.field]).includes(id),
        (await kind.assetsOf(library, id)).includes(asset),
      ];
      return { library, asset, id, params, bothEnds };
    };

    for (const [index, associate] of kind.associate.entries()) {
      const disassociate = kind.disassociate[index] ?? 'assetDisassociateTag';

      it(`changes both ends at once, by ${associate} and ${disassociate}`, async () => {
        const { library, params, bothEnds } = await setUp();
        const before = library.store.changeCount();
        assert.equal(await library.call(associate, { params }), undefined);
        assert.equal(library.store.changeCount(), before + 1);
        assert.deepEqual(await bothEnds(), [true, true]);
        await library.call(disassociate, { params });
        assert.equal(library.store.changeCount(), before + 2);
        assert.deepEqual(await bothEnds(), [false, false]);
      });

      it(`does nothing the second time, by ${associate} and ${disassociate}`, async () => {
        const { library, asset, params, bothEnds } = await setUp();
        await library.call(disassociate, { params });
        await library.call(associate, { params });
        const before = library.store.changeCount();
        await library.call(associate, { params });
        assert.equal(library.store.changeCount(), before);
        assert.deepEqual(await bothEnds(), [true, true]);
        await library.call(disassociate, { params });
        await library.call(disassociate, { params });
        const { iterable } = await library.call('assetSpecificAssetActivities', { params: { asset } });
        assert.deepEqual(
          iterable.flatMap(({ event }) => Object.keys(event.asset.identifier_description_pair)),
          [...kind.happenings, 'asset_created'],
        );
      });

      it(`refuses an unknown asset with 410 and an unknown ${kind.name} with 404, by ${associate}`, async () => {
        const { library, asset, id } = await setUp();
        for (const name of [associate, disassociate]) {
          const [gone] = await library.refusal(name, { params: { asset: unknownId, [kind.param]: id } });
          assert.equal(gone, 410);
          const [missing, sentence] = await library.refusal(name, { params: { asset, [kind.param]: 'none' } });
          assert.equal(missing, 404);
          assert.match(sentence, new RegExp(`No ${kind.name} has the id "none"`));
        }
      });
    }
  });
}

describe('associations made at the same time', () => {
  it('are all kept', async () => {
    const library = createAssetLibrary();
    const { id: asset } = await library.save('x', { metadata: { tags: [{ text: 'first' }] } });
    const tags = await Promise.all(
      Array.from({ length: 20 }, (_, number) => library.call('tagsCreateNewTag', { body: { text: `tag ${number}` } })),
    );
    await Promise.all(tags.map(({ id }) => library.call('assetAssociateTag', { params: { asset, tag: id } })));
    assert.equal(idsOf((await library.snapshot(asset)).tags).length, 21);
  });

  it('never outlive the asset that is deleted meanwhile', async () => {
    const library = createAssetLibrary();
    const { id: asset } = await library.save('x', { metadata: { tags: [{ text: 'first' }] } });
    const tag = await library.call('tagsCreateNewTag', { body: { text: 'late' } });
    await Promise.all([
      library.refusal('assetAssociateTag', { params: { asset, tag: tag.id } }),
      library.call('assetsDeleteAsset', { params: { asset } }),
      library.refusal('tagAssociateAsset', { params: { asset, tag: tag.id } }),
    ]);
    const tags = await library.call('tagsSnapshot');
    assert.deepEqual(
      tags.iterable.flatMap(({ assets }) => idsOf(assets)),
      [],
    );
  });
});
