/** Formats by their own ids, and what an asset would be given. Must not know how content is described. */
import type { Handlers } from '../../contract/api';
import { ApiError } from '../../contract/errors';
import type { Written } from '../../contract/longList';
import type { Format, FormatValue } from '../../contract/schemas';
import type { AssetRecord, FormatRecord } from '../../store/records';
import type { ApiContext } from '../context';
import { draftSeed } from './createAsset';
import { changeAsset } from './changeAsset';
import { reclassify } from './reclassify';
import { toWireActivities } from './activities';
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
      const asset = ownerOf(context, body.id);
      const content = contentOf(body.fragment ?? body.file);
      await changeAsset(context, asset.id, { content: { format: body.id, ...content } });
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

type Content = Pick<FormatRecord, 'text' | 'base64'>;

/** @throws ApiError `invalid`: content is never erased because it is missing */
function contentOf(value: FormatValue | undefined): Content {
  const text = value?.string?.raw;
  if (text !== undefined && text.trim() !== '') return { text };
  const bytes = value?.bytes?.raw ?? [];
  if (bytes.length > 0) return { base64: Buffer.from(bytes).toString('base64') };
  throw new ApiError('invalid', 'body.fragment.string.raw is missing or empty: expected the new content.');
}
