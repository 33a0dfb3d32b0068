/** Formats by their own ids, and what an asset would be given. Must not know how content is described. */
import type { Handlers } from '../../contract/api';
import { ApiError } from '../../contract/errors';
import type { Written } from '../../contract/longList';
import type { Format, FormatUpdate, FormatValue } from '../../contract/schemas';
import type { AssetRecord, FormatRecord } from '../../store/records';
import type { ApiContext } from '../context';
import { draftSeed } from './createAsset';
import { reclassify } from './reclassify';
import { recordActivity, toWireActivities } from './activities';
import { edit, keyOf, findAsset } from '../records';
import { touched } from './links';
import { lookupsOf } from '../library/lookups';
import { toWireFormats } from './wire';
import type { WireOptions } from '../wireValues';

type FormatOperation =
  'formatSnapshot' | 'formatUpdateValue' | 'formatReclassify' | 'assetsDraft' | 'activitiesSnapshot';

/** The contract spells it in the singular here, and programs that know only the other spelling are understood. */
const optionsOf = (query: { transferable?: boolean; transferables?: boolean }): WireOptions => ({
  transferables: query.transferable ?? query.transferables,
});

export function formatHandlers(context: ApiContext) {
  const { store } = context;
  return {
    formatSnapshot: ({ params, query }) => toWire(context, params.format, optionsOf(query)),
    formatUpdateValue: async ({ body, query }) => {
      await updateValue(context, body);
      return toWire(context, body.id, optionsOf(query));
    },
    formatReclassify: async ({ body, query }) => {
      await reclassify(context, ownerOf(context, body.format.id).id, body.ext);
      return toWire(context, body.format.id, optionsOf(query));
    },
    assetsDraft: ({ body }) => draftSeed(context, body),
    // In order of recording, whatever the clock did.
    activitiesSnapshot: () => toWireActivities(() => [...store.list('activities')]),
  } satisfies Pick<Handlers, FormatOperation>;
}

/** @throws ApiError `notFound` */
function ownerOf({ store }: ApiContext, format: string): Readonly<AssetRecord> {
  const id = lookupsOf(store).assetOfFormat(format);
  const asset = id === undefined ? undefined : store.get('assets', id);
  if (asset) return asset;
  throw new ApiError('notFound', `No format has the id ${JSON.stringify(format)}.`);
}

function toWire(context: ApiContext, id: string, options: WireOptions): Written<Format> {
  for (const format of toWireFormats(context, ownerOf(context, id), options).iterable) {
    if (format.id === id) return format;
  }
  throw new ApiError('notFound', `No format has the id ${JSON.stringify(id)}.`);
}

/** Same text, no change: a program that saves without having edited leaves no trace. */
async function updateValue(context: ApiContext, { id, fragment, file }: FormatUpdate): Promise<void> {
  const assetId = ownerOf(context, id).id;
  const content = contentOf(fragment ?? file);
  await edit(
    context,
    () => [keyOf('assets', assetId)],
    (draft) => {
      const asset = findAsset(draft, assetId);
      const before = asset.formats.find((format) => format.id === id);
      if (before?.text === content.text && before?.base64 === content.base64) return;
      const updated = touched(context, asset);
      const formats = asset.formats.map((format) =>
        format.id === id ? { ...withoutContent(format), ...content, updated } : format,
      );
      draft.put('assets', { ...asset, formats, updated });
      recordActivity(context, draft, { asset: assetId, kind: 'updated' });
    },
  );
}

type Content = Pick<FormatRecord, 'text' | 'base64'>;

/** @throws ApiError `invalid`: content is never erased because it is missing */
function contentOf(value: FormatValue | undefined): Content {
  const text = value?.string?.raw;
  if (text !== undefined && text.trim() !== '') return { text };
  const bytes = value?.bytes?.raw ?? [];
  if (bytes.length > 0) return { base64: Buffer.from(bytes).toString('base64') };
  throw new ApiError('invalid', 'body.fragment.string.raw is missing or empty: expected the new content.');
}

function withoutContent(format: FormatRecord): FormatRecord {
  const rest = { ...format };
  delete rest.text;
  delete rest.base64;
  return rest;
}
