// The public TypeScript SDK drives the library: assets, what hangs on them, and what finds them.
import assert from 'node:assert/strict';
import * as sdk from '@pieces.app/pieces-os-client';
import { openSocket } from './openSocket';
import { code, query, refusal, seedOf, startSdkProgram, type SdkProgram } from './sdkProgram';
import type { TestServer } from './startTestServer';

describe('the public TypeScript SDK', function () {
  this.timeout(60_000);
  let program: SdkProgram;
  let server: TestServer;
  let configuration: sdk.Configuration;
  let asset: sdk.Asset;

  before(async () => {
    program = await startSdkProgram();
    ({ server, configuration, asset } = program);
  });
  after(() => program.end());

  it('connects, and finds a user, applications, models, health and a version', async () => {
    const connector = new sdk.ConnectorApi(configuration);
    const seeded = { application: { name: 'OPEN_SOURCE', version: '0.0.1', platform: 'LINUX' } };
    const connect = () =>
      connector.connect({ seededConnectorConnection: sdk.SeededConnectorConnectionFromJSON(seeded) });
    const context = await connect();
    assert.equal((await connect()).application.id, context.application.id);
    assert.match(context.health.os.version, /^12\.\d+\.\d+$/);
    assert.equal(
      await connector.onboarded({ application: context.application.id, body: true }),
      context.application.id,
    );
    const { user } = await new sdk.UserApi(configuration).userSnapshot();
    assert.equal(user?.id, context.user?.id);
    assert.equal(typeof user?.aesthetics.font.size, 'number');
    const applications = await new sdk.ApplicationsApi(configuration).applicationsSnapshot();
    assert.ok(applications.iterable.some(({ name }) => name === sdk.ApplicationNameEnum.OsServer));
    assert.ok(applications.iterable.some(({ id }) => id === context.application.id));
    const models = await new sdk.ModelsApi(configuration).modelsSnapshot();
    const usable = models.iterable.filter((model) => model.cloud || model.downloaded);
    assert.ok(usable.some(({ name }) => name === 'GPT-3.5-turbo Chat Model'));
    const known = new sdk.WellKnownApi(configuration);
    assert.match(await known.getWellKnownHealth(), /^ok:/);
    assert.match(await known.getWellKnownVersion(), /^12\.\d+\.\d+$/);
  });

  it('drives the fifteen operations on assets', async () => {
    const api = new sdk.AssetApi(configuration);
    const id = { asset: asset.id };
    const read = await api.assetSnapshot({ ...id, transferables: true, packageActivities: true });
    assert.equal(read.original.reference?.fragment?.string?.raw, code);
    assert.equal(read.original.reference?.classification.specific, sdk.ClassificationSpecificEnum.Ts);
    assert.equal(read.activities?.iterable[0]?.application.name, 'OPEN_SOURCE');
    const accessor = sdk.SeededAccessorFromJSON({ os: 'os-1', share: 'share-1', user: { id: 'user-1' } });
    const seen = await api.assetSnapshotPost({ ...id, transferables: false, seededAccessor: accessor });
    assert.equal(seen.shares?.iterable[0]?.accessors.iterable[0]?.os, 'os-1');
    assert.equal(seen.original.reference?.fragment?.string?.raw, undefined);
    assert.equal((await api.assetSnapshotPost(id)).id, asset.id);

    const renamed = await api.assetUpdate({ transferables: false, asset: { ...seen, name: 'The cart' } });
    assert.equal(renamed.name, 'The cart');
    const js = sdk.ClassificationSpecificEnum.Js;
    const reclassified = await api.assetReclassify({ assetReclassification: { ext: js, asset: renamed } });
    assert.equal(reclassified.original.reference?.classification.specific, js);
    assert.equal(reclassified.original.reference?.fragment?.string?.raw, code);
    const formats = await api.assetFormats(id);
    assert.equal(formats.iterable[0]?.asset.id, asset.id);
    const increment = sdk.SeededScoreIncrementFromJSON({ asset: { reuse: true } });
    await api.assetScoresIncrement({ ...id, seededScoreIncrement: increment });
    assert.equal((await api.assetSnapshot(id)).score?.reuse, 1);

    const tag = await new sdk.TagsApi(configuration).tagsCreateNewTag({ seededTag: { text: 'sdk' } });
    const url = 'https://quarry.dev/sdk';
    const website = await new sdk.WebsitesApi(configuration).websitesCreateNewWebsite({
      seededWebsite: { url, name: 'S' },
    });
    const model = (await new sdk.ModelsApi(configuration).modelsSnapshot()).iterable[0];
    assert.ok(model);
    const summary = await new sdk.WorkstreamSummariesApi(configuration).workstreamSummariesCreateNewWorkstreamSummary({
      seededWorkstreamSummary: { name: 'Today', model },
    });
    const [atTag, atWebsite] = [
      { ...id, tag: tag.id },
      { ...id, website: website.id },
    ];
    const atSummary = { ...id, workstreamSummary: summary.id };
    await api.assetAssociateTag(atTag);
    await api.assetAssociateWebsite(atWebsite);
    await api.assetAssociateWorkstreamSummary(atSummary);
    const linked = await api.assetSnapshot(id);
    assert.equal(
      linked.tags?.indices?.[tag.id],
      linked.tags?.iterable.findIndex((one) => one.id === tag.id),
    );
    assert.ok(linked.websites?.iterable.some((one) => one.id === website.id));
    assert.ok(linked.summaries?.iterable.some((one) => one.id === summary.id));
    const mirror = await new sdk.TagApi(configuration).tagsSpecificTagSnapshot({ tag: tag.id });
    assert.deepEqual(
      mirror.assets?.iterable?.map((one) => one.id),
      [asset.id],
    );
    await api.assetDisassociateTag(atTag);
    await api.assetDisassociateWebsite(atWebsite);
    await api.assetDisassociateWorkstreamSummary(atSummary);
    const parted = await api.assetSnapshot(id);
    assert.ok(!parted.tags?.iterable.some((one) => one.id === tag.id));

    const activities = await api.assetSpecificAssetActivities(id);
    assert.ok(activities.iterable.every(({ created }) => !Number.isNaN(created.value.getTime())));
    const exported = await api.assetSpecificAssetExport({
      ...id,
      exportType: sdk.AssetSpecificAssetExportExportTypeEnum.Md,
    });
    assert.ok(exported.raw.string?.raw?.includes(code.split('\n')[1] ?? ''));
    const page = await api.assetSpecificAssetExport({
      ...id,
      exportType: sdk.AssetSpecificAssetExportExportTypeEnum.Html,
    });
    assert.match(page.raw.string?.raw ?? '', /^<!doctype html>/i);
    assert.deepEqual((await api.assetSpecificAssetConversations(id)).iterable, []);

    const missing = { asset: '00000000-0000-4000-8000-000000000000' };
    assert.deepEqual((await refusal(api.assetSnapshot(missing)))[0], 410);
  });

  it('searches, edits content, and reads tags, websites, persons and summaries one by one', async () => {
    const fuzzy = await new sdk.AssetsApi(configuration).searchAssets({ query: 'carrt', transferables: false });
    assert.equal(fuzzy.iterable[0]?.identifier, asset.id);
    const exact = await new sdk.SearchApi(configuration).fullTextSearch({ query: 'maxCartItems = 50' });
    assert.deepEqual([exact.exact, exact.iterable[0]?.exact], [1, true]);
    const near = await new sdk.SearchApi(configuration).neuralCodeSearch({ query });
    assert.equal(near.iterable[0]?.identifier, asset.id);

    const api = new sdk.FormatApi(configuration);
    const format = await api.formatSnapshot({ format: asset.original.id, transferable: true });
    const changed = sdk.FormatFromJSON({
      ...(sdk.FormatToJSON(format) as object),
      fragment: { string: { raw: 'let x = 1;' } },
    });
    assert.equal(
      (await api.formatUpdateValue({ transferable: true, format: changed })).fragment?.string?.raw,
      'let x = 1;',
    );
    assert.equal(
      (await new sdk.AssetApi(configuration).assetSnapshot({ asset: asset.id })).original.reference?.fragment?.string
        ?.raw,
      'let x = 1;',
    );

    const tags = new sdk.TagsApi(configuration);
    const tag = await tags.tagsCreateNewTag({ seededTag: { text: 'one by one', asset: asset.id } });
    assert.equal((await tags.tagsExists({ existentMetadata: { value: 'ONE by one' } })).tag?.id, tag.id);
    assert.equal((await new sdk.TagApi(configuration).tagUpdate({ tag: { ...tag, text: 'two' } })).text, 'two');
    await tags.tagsDeleteSpecificTag({ tag: tag.id });
    const websites = new sdk.WebsitesApi(configuration);
    const website = await websites.websitesCreateNewWebsite({
      seededWebsite: { url: 'https://quarry.dev/w', name: 'W' },
    });
    assert.equal((await websites.websitesExists({ existentMetadata: { value: website.url } })).website?.id, website.id);
    const update = new sdk.WebsiteApi(configuration).websiteUpdate({ website: { ...website, name: 'X' } });
    assert.equal((await update).name, 'X');
    const person = await new sdk.PersonsApi(configuration).personsCreateNewPerson({
      seededPerson: sdk.SeededPersonFromJSON({ type: { basic: { name: 'Ada', email: 'ada@quarry.dev' } } }),
    });
    await new sdk.PersonApi(configuration).personAssociateAsset({ person: person.id, asset: asset.id });
    assert.equal(
      (await new sdk.AssetApi(configuration).assetSnapshot({ asset: asset.id })).persons?.indices?.[person.id],
      0,
    );
    assert.ok((await new sdk.ActivitiesApi(configuration).activitiesSnapshot({})).iterable.length > 5);
  });

  it('hears of what other programs and our own windows do with assets', async () => {
    const told = await openSocket(server.port, '/assets/stream/identifiers');
    const first = sdk.StreamedIdentifiersFromJSON(JSON.parse(await told.next()));
    assert.ok(first.iterable.some((one) => one.asset?.id === asset.id));
    const saved = await server.ownApi.assetsCreateNewAsset({
      body: { asset: { format: { fragment: { string: { raw: 'y = 2' } } } } },
    });
    const heard = sdk.StreamedIdentifiersFromJSON(JSON.parse(await told.next())).iterable[0];
    assert.deepEqual([heard?.asset?.id, heard?.deleted], [saved.id, undefined]);
    assert.equal(await new sdk.AssetsApi(configuration).assetsDeleteAsset({ asset: saved.id }), saved.id);
    const gone = sdk.StreamedIdentifiersFromJSON(JSON.parse(await told.next())).iterable[0];
    assert.deepEqual([gone?.asset?.id, gone?.deleted], [saved.id, true]);
    told.close();
  });

  it('drafts, filters, lists and changes what is left', async () => {
    const assets = new sdk.AssetsApi(configuration);
    const { id } = await assets.assetsCreateNewAsset({ seed: seedOf('export const left = 1;', 'Left over') });
    assert.equal((await assets.assetsSpecificAssetSnapshot({ asset: id })).id, id);
    const [format] = (await assets.assetsSpecificAssetFormatsSnapshot({ asset: id })).iterable;
    assert.ok(format);
    const js = { ext: sdk.ClassificationSpecificEnum.Js, format };
    const formatted = await new sdk.FormatApi(configuration).formatReclassify({ formatReclassification: js });
    assert.equal(formatted.classification.specific, sdk.ClassificationSpecificEnum.Js);
    const draft = await assets.assetsDraft({ seed: seedOf('export const drafted = 1;') });
    assert.equal(draft.asset?.metadata?.name, 'drafted');

    const { tag } = {
      tag: await new sdk.TagsApi(configuration).tagsCreateNewTag({ seededTag: { text: 'left', asset: id } }),
    };
    const tagged = await new sdk.SearchApi(configuration).tagBasedSearch({
      seededAssetTags: { iterable: [{ text: 'LEFT' }] },
    });
    assert.deepEqual(
      tagged.iterable.map(({ identifier }) => identifier),
      [id],
    );
    const wanted = sdk.AssetsSearchWithFiltersInputFromJSON({
      filters: { iterable: [{ tags: [tag.id] }, { phrase: { value: 'over', title: true } }] },
    });
    const filtered = await assets.assetsSearchWithFilters({ assetsSearchWithFiltersInput: wanted });
    assert.deepEqual(
      filtered.results.iterable.map(({ identifier }) => identifier),
      [id],
    );
    const searchInput = sdk.SearchInputFromJSON({ engines: { iterable: [{ query: 'left' }] } });
    assert.equal((await new sdk.TagsApi(configuration).searchTags({ searchInput })).iterable[0]?.identifier, tag.id);
    const websites = new sdk.WebsitesApi(configuration);
    const url = 'https://quarry.dev/left';
    const website = await websites.websitesCreateNewWebsite({ seededWebsite: { url, name: 'left' } });
    assert.equal((await websites.searchWebsites({ searchInput })).iterable[0]?.identifier, website.id);
    assert.ok((await websites.websitesSnapshot({})).indices?.[website.id] !== undefined);

    const conversations = new sdk.ConversationsApi(configuration);
    const seededConversation = sdk.SeededConversationFromJSON({ type: 'COPILOT' });
    const { id: conversation } = await conversations.conversationsCreateSpecificConversation({ seededConversation });
    await new sdk.WebsiteApi(configuration).websiteAssociateConversation({ website: website.id, conversation });
    const one = new sdk.WebsiteApi(configuration);
    assert.deepEqual((await one.websitesSpecificWebsiteSnapshot({ website: website.id })).conversations?.indices, {
      [conversation]: 0,
    });
    await websites.websitesDeleteSpecificWebsite({ website: website.id });
    const [read] = (await conversations.conversationsSnapshot({})).iterable.filter((chat) => chat.id === conversation);
    assert.deepEqual(read?.websites?.iterable, []);
    assert.ok(Array.isArray((await new sdk.ConversationMessagesApi(configuration).messagesSnapshot({})).iterable));

    const [model] = (await new sdk.ModelsApi(configuration).modelsSnapshot()).iterable;
    assert.ok(model);
    assert.equal((await new sdk.ModelApi(configuration).modelSpecificModelDownload({ model: model.id })).id, model.id);
    assert.ok((await new sdk.OSApi(configuration).signIntoOS()).id);
    const summaries = new sdk.WorkstreamSummariesApi(configuration);
    const summary = await summaries.workstreamSummariesCreateNewWorkstreamSummary({
      seededWorkstreamSummary: { name: 'left', model },
    });
    const changed = await new sdk.WorkstreamSummaryApi(configuration).workstreamSummaryUpdate({
      workstreamSummary: { ...summary, name: 'left again' },
    });
    assert.equal(changed.name, 'left again');
    assert.equal((await summaries.searchWorkstreamSummaries({ searchInput })).iterable[0]?.identifier, summary.id);
    await summaries.workstreamSummariesDeleteSpecificWorkstreamSummary({ workstreamSummary: summary.id });

    const persons = new sdk.PersonsApi(configuration);
    const person = await persons.personsCreateNewPerson({
      seededPerson: sdk.SeededPersonFromJSON({ type: { basic: { name: 'Grace' } } }),
    });
    const link = { asset: id, person: person.id };
    await new sdk.AssetApi(configuration).assetAssociatePerson(link);
    const type = sdk.PersonTypeFromJSON({ basic: { name: 'Grace H.' } });
    const renamed = await new sdk.PersonApi(configuration).updatePerson({ person: { ...person, type } });
    assert.deepEqual([renamed.type.basic?.name, renamed.assets?.indices], ['Grace H.', { [id]: 0 }]);
    await new sdk.AssetApi(configuration).assetDisassociatePerson(link);
    await persons.personsDeletePerson({ person: person.id });
    assert.ok(!(await persons.personsSnapshot({})).iterable.some((other) => other.id === person.id));
    const annotations = await new sdk.AnnotationsApi(configuration).annotationsSnapshot({
      annotationTypeFilter: sdk.AnnotationTypeEnum.Description,
    });
    const described = annotations.iterable.find((annotation) => annotation.asset?.id === id);
    assert.ok(described);
    await new sdk.AnnotationsApi(configuration).annotationsDeleteSpecificAnnotation({ annotation: described.id });
    assert.deepEqual((await new sdk.AssetApi(configuration).assetSnapshot({ asset: id })).annotations?.iterable, []);
  });

  it('is told what Quarry does not do', async () => {
    const share = new sdk.LinkifyApi(configuration).linkify({ linkify: { access: sdk.AccessEnum.Private } });
    const [status, text] = await refusal(share);
    assert.deepEqual([status, text], [501, 'There are no share links: nothing leaves this computer.']);
  });
});
