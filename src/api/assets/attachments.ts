/** Tags, websites and workstream summaries: made, listed, deleted. Deleting one leaves its assets as they are. */
import type { Handlers } from '../../contract/api';
import { ApiError } from '../../contract/errors';
import type { Written } from '../../contract/longList';
import type {
  SeededTag,
  SeededWebsite,
  SeededWorkstreamSummary,
  Tag,
  Website,
  WorkstreamSummary,
} from '../../contract/schemas';
import type { SummaryRecord } from '../../store/records';
import { cleanTag, findOrMakeTag, findOrMakeWebsite, keysOfAttached, toAnnotation } from './attach';
import type { ApiContext } from '../context';
import { websiteAddress } from './describe/addresses';
import { dropAnnotation, keysOfDropping } from './annotations';
import { deleteLinked, link } from './links';
import { edit, keyOf, type Draft, find, findAsset } from '../records';
import { join, keysOfPair, leaveConversations } from '../conversations/links';
import { toWireSummary, toWireTag, toWireWebsite } from './attachmentsWire';
import { toCollection, toMechanism } from '../wireValues';

type AttachmentOperation =
  | 'tagsCreateNewTag'
  | 'tagsSnapshot'
  | 'tagsDeleteSpecificTag'
  | 'websitesCreateNewWebsite'
  | 'websitesSnapshot'
  | 'websitesDeleteSpecificWebsite'
  | 'workstreamSummariesCreateNewWorkstreamSummary'
  | 'workstreamSummariesSnapshot'
  | 'workstreamSummariesDeleteSpecificWorkstreamSummary';

export function attachmentHandlers(context: ApiContext) {
  const { store } = context;
  return {
    tagsCreateNewTag: ({ body }) => createTag(context, body),
    tagsSnapshot: () =>
      toCollection(
        () => [...store.list('tags')],
        (tag) => toWireTag(tag),
      ),
    tagsDeleteSpecificTag: ({ params }) => deleteLinked(context, 'tags', params.tag),
    websitesCreateNewWebsite: ({ body }) => createWebsite(context, body),
    websitesSnapshot: () =>
      toCollection(
        () => [...store.list('websites')],
        (website) => toWireWebsite(website),
      ),
    websitesDeleteSpecificWebsite: ({ params: { website } }) =>
      deleteLinked(context, 'websites', website, {
        keys: () => (find(store, 'websites', website).conversations ?? []).map((id) => keyOf('conversations', id)),
        delete: (draft) => leaveConversations(context, draft, website),
      }),
    workstreamSummariesCreateNewWorkstreamSummary: ({ body }) => createSummary(context, body),
    workstreamSummariesSnapshot: () =>
      toCollection(
        () => [...store.list('summaries')],
        (one) => toWireSummary(one),
      ),
    workstreamSummariesDeleteSpecificWorkstreamSummary: ({ params }) =>
      deleteSummary(context, params.workstream_summary),
  } satisfies Pick<Handlers, AttachmentOperation>;
}

async function createTag(context: ApiContext, { text, asset, category }: SeededTag): Promise<Written<Tag>> {
  if (cleanTag(text) === '') throw new ApiError('invalid', 'body.text is empty: expected the text of the tag.');
  const wanted = { text, category };
  const id = await edit(
    context,
    () => [...keysOfAttached(context, { tags: [wanted], websites: [], persons: [] }), ...assetKey(context, asset)],
    (draft) => {
      const tag = findOrMakeTag(context, draft, wanted);
      associate(context, draft, 'tags', tag.id, asset);
      return tag.id;
    },
  );
  return toWireTag(find(context.store, 'tags', id));
}

async function createWebsite(
  context: ApiContext,
  { url, name, asset, conversation }: SeededWebsite,
): Promise<Written<Website>> {
  const address = websiteAddress(url);
  if (address === undefined) throw new ApiError('invalid', 'body.url is wrong: expected an http or https address.');
  const wanted = { url: address, name };
  const id = await edit(
    context,
    () => [
      ...keysOfAttached(context, { tags: [], websites: [wanted], persons: [] }),
      ...assetKey(context, asset),
      ...(conversation === undefined ? [] : keysOfPair({ conversation, collection: 'websites', id: '' })),
    ],
    (draft) => {
      const website = findOrMakeWebsite(context, draft, wanted);
      associate(context, draft, 'websites', website.id, asset);
      if (conversation !== undefined) join(context, draft, { conversation, collection: 'websites', id: website.id });
      return website.id;
    },
  );
  return toWireWebsite(find(context.store, 'websites', id));
}

async function createSummary(context: ApiContext, seed: SeededWorkstreamSummary): Promise<Written<WorkstreamSummary>> {
  const name = seed.name.trim();
  if (name === '') throw new ApiError('invalid', 'body.name is empty: expected a title.');
  const id = context.newId();
  const time = context.now();
  const assets = (seed.assets?.iterable ?? []).map((asset) => asset.id);
  const annotations = (seed.annotations ?? []).map((wanted) => toAnnotation(context, wanted, { summary: id }));
  const summary: SummaryRecord = {
    id,
    name,
    created: time,
    updated: time,
    mechanism: toMechanism(seed.mechanism),
    annotations: annotations.map((annotation) => annotation.id),
    assets: [],
  };
  await edit(
    context,
    () => assets.flatMap((asset) => assetKey(context, asset)),
    (draft) => {
      draft.put('summaries', summary);
      for (const annotation of annotations) draft.put('annotations', annotation);
      for (const asset of assets) associate(context, draft, 'summaries', id, asset);
    },
  );
  return toWireSummary(find(context.store, 'summaries', id));
}

function deleteSummary(context: ApiContext, id: string): Promise<void> {
  const annotations = () => find(context.store, 'summaries', id).annotations;
  return deleteLinked(context, 'summaries', id, {
    keys: () => keysOfDropping(context.store, annotations()),
    delete: (draft) => annotations().forEach((annotation) => dropAnnotation(draft, annotation)),
  });
}

/** @throws ApiError `gone`, before anything is made for an asset that is not there */
function assetKey(context: ApiContext, asset: string | undefined): string[] {
  return asset === undefined ? [] : [keyOf('assets', findAsset(context.store, asset).id)];
}

function associate(
  context: ApiContext,
  draft: Draft,
  collection: 'tags' | 'websites' | 'summaries',
  id: string,
  asset: string | undefined,
): void {
  if (asset !== undefined) link(context, draft, { asset: findAsset(draft, asset).id, collection, id });
}
