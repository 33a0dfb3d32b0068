/** Tags, websites and workstream summaries one by one: looked up, found by what they say, changed. */
import type { Handlers } from '../../contract/api';
import { ApiError } from '../../contract/errors';
import type { TagUpdate, WebsiteUpdate, WorkstreamSummaryUpdate } from '../../contract/schemas';
import type { ApiContext } from '../context';
import { websiteAddress } from './describe/addresses';
import { cleanTag } from './attach';
import { edit, keyOf, find } from '../records';
import { touched } from './links';
import { lookupsOf, tagIdentity } from '../library/lookups';
import { tagCategories, toWireSummary, toWireTag, toWireWebsite } from './attachmentsWire';
import { oneOf } from '../wireValues';

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

/** Texts of tags are unique: the text of another tag is refused, because two tags never become one by themselves. */
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

/** Addresses of websites are unique, as texts of tags are. */
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
