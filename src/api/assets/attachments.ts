/** The operations on tags, websites and workstream summaries, and on their links to assets. */
import type { Handlers, Written } from '../../contract/api';
import { ApiError } from '../../contract/errors';
import type {
  SeededTag,
  SeededWebsite,
  SeededWorkstreamSummary,
  Tag,
  Website,
  WorkstreamSummary,
  TagUpdate,
  WebsiteUpdate,
  WorkstreamSummaryUpdate,
} from '../../contract/schemas';
import type { SummaryRecord } from '../../store/records';
import {
  cleanTag,
  findOrMakeTag,
  findOrMakeWebsite,
  keysOfAttached,
  toAnnotation,
  toWireSummary,
  toWireTag,
  toWireWebsite,
  tagCategories,
} from './attach';
import type { ApiContext } from '../context';
import { websiteAddress } from './describe/recognise';
import { dropAnnotation, keysOfDropping } from './annotations';
import { deleteLinked, link, touched, keysOfLink, unlink, type Link, type LinkedCollection } from './links';
import { edit, keyOf, type Draft, find, findAsset } from '../records';
import { join, keysOfPair, leaveConversations } from '../conversations/wire';
import { toCollection, toMechanism, oneOf } from '../wireValues';
import { lookupsOf, tagIdentity } from '../library/lookups';

// Section: tags, websites and workstream summaries: create, list, delete. Deleting one keeps its assets.

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

/**
 * The key of the asset, checked before anything is created for it.
 * @throws ApiError `gone`
 */
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

// Section: tags, websites and workstream summaries one by one: look up, find by text, change.

type AttachmentEdit =
  | 'tagsSpecificTagSnapshot'
  | 'tagUpdate'
  | 'tagsExists'
  | 'websitesSpecificWebsiteSnapshot'
  | 'websiteUpdate'
  | 'websitesExists'
  | 'workstreamSummariesSpecificWorkstreamSummarySnapshot'
  | 'workstreamSummaryUpdate';

export function attachmentEditHandlers(context: ApiContext) {
  const { store } = context;
  const lookups = lookupsOf(store);
  return {
    tagsSpecificTagSnapshot: ({ params }) => toWireTag(find(store, 'tags', params.tag)),
    tagUpdate: async ({ body }) => {
      await updateTag(context, body);
      return toWireTag(find(store, 'tags', body.id));
    },
    tagsExists: ({ body }) => {
      const id = lookups.tagNamed(cleanTag(body.value));
      return id === undefined ? {} : { tag: { id } };
    },
    websitesSpecificWebsiteSnapshot: ({ params }) => toWireWebsite(find(store, 'websites', params.website)),
    websiteUpdate: async ({ body }) => {
      await updateWebsite(context, body);
      return toWireWebsite(find(store, 'websites', body.id));
    },
    websitesExists: ({ body }) => {
      const id = lookups.websiteAt(websiteAddress(body.value) ?? '');
      return id === undefined ? {} : { website: { id } };
    },
    workstreamSummariesSpecificWorkstreamSummarySnapshot: ({ params }) =>
      toWireSummary(find(store, 'summaries', params.workstream_summary)),
    workstreamSummaryUpdate: async ({ body }) => {
      await updateSummary(context, body);
      return toWireSummary(find(store, 'summaries', body.id));
    },
  } satisfies Pick<Handlers, AttachmentEdit>;
}

/** Changes a tag. The text of another tag is refused, because texts are unique and tags are never merged implicitly. */
async function updateTag(context: ApiContext, { id, text, category }: TagUpdate): Promise<void> {
  const wanted = text === undefined ? undefined : cleanTag(text);
  if (wanted === '') throw new ApiError('invalid', 'body.text is empty: expected the text of the tag.');
  await edit(
    context,
    () => [keyOf('tags', id), ...(wanted === undefined ? [] : [`tags=${tagIdentity(wanted)}`])],
    (draft) => {
      const before = find(draft, 'tags', id);
      const other = wanted === undefined ? undefined : lookupsOf(context.store).tagNamed(wanted);
      if (other !== undefined && other !== id) {
        throw new ApiError('invalid', `body.text is the text of the tag ${other} already: use that one.`);
      }
      const known = oneOf(tagCategories, before.category, 'UNKNOWN');
      const after = { text: wanted ?? before.text, category: oneOf(tagCategories, category, known) };
      if (after.text === before.text && after.category === before.category) return;
      draft.put('tags', { ...before, ...after, updated: touched(context, before) });
    },
  );
}

/** Changes a website. The address of another website is refused, because addresses are unique. */
async function updateWebsite(context: ApiContext, { id, url, name }: WebsiteUpdate): Promise<void> {
  const address = url === undefined ? undefined : websiteAddress(url);
  if (url !== undefined && address === undefined) {
    throw new ApiError('invalid', 'body.url is wrong: expected an http or https address.');
  }
  await edit(
    context,
    () => [keyOf('websites', id), ...(address === undefined ? [] : [`websites=${address}`])],
    (draft) => {
      const before = find(draft, 'websites', id);
      const other = address === undefined ? undefined : lookupsOf(context.store).websiteAt(address);
      if (other !== undefined && other !== id) {
        throw new ApiError('invalid', `body.url is the address of the website ${other} already: use that one.`);
      }
      const after = { url: address ?? before.url, name: name?.trim() || before.name };
      if (after.url === before.url && after.name === before.name) return;
      draft.put('websites', { ...before, ...after, updated: touched(context, before) });
    },
  );
}

async function updateSummary(context: ApiContext, { id, name, favorited }: WorkstreamSummaryUpdate): Promise<void> {
  await edit(
    context,
    () => [keyOf('summaries', id)],
    (draft) => {
      const before = find(draft, 'summaries', id);
      const marked = favorited ?? before.favorited;
      const newName = name?.trim() || before.name;
      if (newName === before.name && marked === before.favorited) return;
      draft.put('summaries', {
        ...before,
        name: newName,
        ...(marked !== undefined && { favorited: marked }),
        updated: touched(context, before),
      });
    },
  );
}

// Section: associations of assets with other records, each with its reverse operation. Links are stored by links.ts.

type AssociationOperation =
  | 'assetAssociateTag'
  | 'assetDisassociateTag'
  | 'assetAssociateWebsite'
  | 'assetDisassociateWebsite'
  | 'assetAssociateWorkstreamSummary'
  | 'assetDisassociateWorkstreamSummary'
  | 'tagAssociateAsset'
  | 'tagDisassociateAsset'
  | 'websiteAssociateAsset'
  | 'websiteDisassociateAsset'
  | 'workstreamSummaryAssociateAsset'
  | 'workstreamSummaryDisassociateAsset'
  | 'conversationAssociateAsset'
  | 'conversationDisassociateAsset'
  | 'assetAssociateConversation'
  | 'assetDisassociateConversation'
  | 'assetAssociatePerson'
  | 'assetDisassociatePerson'
  | 'personAssociateAsset'
  | 'personDisassociateAsset'
  | 'assetAssociateAnchor'
  | 'assetDisassociateAnchor';

export function associationHandlers(context: ApiContext) {
  const associate = (wanted: Link) => change(context, wanted, link);
  const disassociate = (unwanted: Link) => change(context, unwanted, unlink);

  const tag = ({ params }: { params: { asset: string; tag: string } }) => toLink('tags', params.asset, params.tag);
  const website = ({ params }: { params: { asset: string; website: string } }) =>
    toLink('websites', params.asset, params.website);
  const summary = ({ params }: { params: { asset: string; workstream_summary: string } }) =>
    toLink('summaries', params.asset, params.workstream_summary);
  const conversation = ({ params }: { params: { asset: string; conversation: string } }) =>
    toLink('conversations', params.asset, params.conversation);

  const person = ({ params }: { params: { asset: string; person: string } }) =>
    toLink('persons', params.asset, params.person);
  const anchor = ({ params }: { params: { asset: string; anchor: string } }) =>
    toLink('anchors', params.asset, params.anchor);

  return {
    assetAssociateTag: (input) => associate(tag(input)),
    assetDisassociateTag: (input) => disassociate(tag(input)),
    assetAssociateWebsite: (input) => associate(website(input)),
    assetDisassociateWebsite: (input) => disassociate(website(input)),
    assetAssociateWorkstreamSummary: (input) => associate(summary(input)),
    assetDisassociateWorkstreamSummary: (input) => disassociate(summary(input)),
    tagAssociateAsset: (input) => associate(tag(input)),
    tagDisassociateAsset: (input) => disassociate(tag(input)),
    websiteAssociateAsset: (input) => associate(website(input)),
    websiteDisassociateAsset: (input) => disassociate(website(input)),
    workstreamSummaryAssociateAsset: (input) => associate(summary(input)),
    workstreamSummaryDisassociateAsset: (input) => disassociate(summary(input)),
    conversationAssociateAsset: (input) => associate(conversation(input)),
    conversationDisassociateAsset: (input) => disassociate(conversation(input)),
    assetAssociateConversation: (input) => associate(conversation(input)),
    assetDisassociateConversation: (input) => disassociate(conversation(input)),
    assetAssociatePerson: (input) => associate(person(input)),
    assetDisassociatePerson: (input) => disassociate(person(input)),
    personAssociateAsset: (input) => associate(person(input)),
    personDisassociateAsset: (input) => disassociate(person(input)),
    assetAssociateAnchor: (input) => associate(anchor(input)),
    assetDisassociateAnchor: (input) => disassociate(anchor(input)),
  } satisfies Pick<Handlers, AssociationOperation>;
}

const toLink = (collection: LinkedCollection, asset: string, id: string): Link => ({ collection, asset, id });

/** Changes both ends of a link in one edit; does nothing when they are in the wanted state already. */
async function change(context: ApiContext, wanted: Link, make: typeof link): Promise<void> {
  await edit(
    context,
    () => keysOfLink(wanted),
    (draft) => void make(context, draft, wanted),
  );
}
