/** Assets and formats in wire form (contract/WIRE.md 3): every required field, never null. */
import type { SharedHere } from '../../contract/schemas/team';
import { type ApiContext, perContext } from '../context';
import { lookupsOf } from '../library/lookups';
import { LongList, type Written } from '../../contract/api';
import type { Asset, FlattenedAsset, FlattenedFormat, Format, Formats, Score, Shares } from '../../contract/schemas';
import type { AssetRecord, FormatRecord, ShareRecord } from '../../store/records';
import { findAll } from '../records';
import { toWireActivities } from './activities';
import { toWireAnchor } from './anchors';
import { toWireAnnotation, toWirePerson, toWireSummary, toWireTag, toWireWebsite } from './attach';
import { toWireConversation } from '../conversations/wire';
import {
  oneOf,
  readableBytes,
  toCollection,
  toReferences,
  toTimestamp,
  toWireApplication,
  type WireOptions,
} from '../wireValues';
import { byteCount, originalOf } from './content';

// Section: the space of a shared asset and who changed it last, for display. Reads records only.

/** @returns undefined for a private asset */
export function sharedHereOf({ store }: Pick<ApiContext, 'store'>, id: string): SharedHere | undefined {
  const shared = store.get('shared', id);
  if (!shared || shared.isGone) return undefined;
  const space = store.get('spaces', shared.space);
  const [waiting] = lookupsOf(store).waitingOf(id);
  return {
    space: shared.space,
    spaceName: space?.name ?? '',
    changed: Date.parse(shared.changed),
    changedBy: shared.changedBy.name,
    ...(waiting !== undefined && { isPending: true }),
    ...(space?.state === 'lost' && { isLost: true }),
  };
}

const genericClassifications = [
  'UNKNOWN',
  'CODE',
  'TEXT',
  'IMAGE',
  'VIDEO',
  'EXTERNAL_RESOURCE_REFERENCE',
  'FILE',
] as const;

interface AssetOptions extends WireOptions {
  withActivities?: boolean | undefined;
}

type Context = Pick<ApiContext, 'store'>;

/** An asset in wire form with everything attached to it; its lists are built only when they are read. */
export function toWireAsset(context: Context, asset: Readonly<AssetRecord>, options: AssetOptions): Written<Asset> {
  const { store } = context;
  const original = originalOf(asset);
  const shared = sharedHereOf(context, asset.id);
  const inside =
    <Item, Wire>(toWire: (record: Item, within: string) => Wire) =>
    (record: Item) =>
      toWire(record, asset.id);
  const reference = { id: original.id, reference: toFlattenedFormat(asset, original, options) };
  return {
    ...assetFields(context, asset),
    formats: toWireFormats(context, asset, options),
    preview: { base: reference },
    original: reference,
    ...(asset.shares.length > 0 && { shares: toWireShares(asset.shares) }),
    tags: toCollection(() => findAll(store, 'tags', asset.tags), inside(toWireTag)),
    websites: toCollection(() => findAll(store, 'websites', asset.websites), inside(toWireWebsite)),
    summaries: toCollection(() => findAll(store, 'summaries', asset.summaries), inside(toWireSummary)),
    persons: toCollection(() => findAll(store, 'persons', asset.persons), inside(toWirePerson)),
    annotations: toCollection(() => findAll(store, 'annotations', asset.annotations), toWireAnnotation),
    anchors: toCollection(() => findAll(store, 'anchors', asset.anchors ?? []), toWireAnchor),
    conversations: toCollection(() => findAll(store, 'conversations', asset.conversations), toWireConversation),
    ...(options.withActivities && { activities: toWireActivities(() => lookupsOf(store).activitiesOf(asset.id)) }),
    ...(asset.origin && { origin: asset.origin }),
    ...(shared && { shared }),
  };
}

export function toWireFormats(context: Context, asset: Readonly<AssetRecord>, options: WireOptions): Written<Formats> {
  const flattened = toFlattenedAsset(context, asset);
  const toFormat = (format: FormatRecord): Written<Format> => ({
    ...formatFields(asset, format, options),
    asset: flattened,
  });
  return { iterable: LongList.of(() => asset.formats, toFormat) };
}

function toFlattenedAsset(context: Context, asset: Readonly<AssetRecord>): Written<FlattenedAsset> {
  const original = originalOf(asset).id;
  return {
    ...assetFields(context, asset),
    formats: toReferences(asset.formats.map(({ id }) => id)),
    preview: { base: original },
    original,
    tags: toReferences(asset.tags),
    websites: toReferences(asset.websites),
    summaries: toReferences(asset.summaries),
  };
}

function toFlattenedFormat(
  asset: Readonly<AssetRecord>,
  format: FormatRecord,
  options: WireOptions,
): Written<FlattenedFormat> {
  return { ...formatFields(asset, format, options), asset: asset.id };
}

function assetFields(context: Context, asset: Readonly<AssetRecord>) {
  return {
    id: asset.id,
    name: asset.name,
    creator: asset.creator,
    created: toTimestamp(asset.created),
    updated: toTimestamp(asset.updated),
    mechanism: asset.mechanism,
    score: toScore(context, asset),
    ...(asset.favorited !== undefined && { favorited: asset.favorited }),
  };
}

/**
 * The score of an asset: `manual` and `automatic` count its activities by mechanism (contract/WIRE.md 4.5), one point
 * each.
 */
function toScore({ store }: Context, { id, counters }: Readonly<AssetRecord>): Score {
  const activities = lookupsOf(store).activitiesOf(id);
  const manual = activities.filter(({ mechanism }) => mechanism === 'MANUAL').length;
  return { manual, automatic: activities.length - manual, ...counters };
}

function formatFields(asset: Readonly<AssetRecord>, format: FormatRecord, { transferables = true }: WireOptions) {
  const bytes = byteCount(format);
  const value =
    format.text === undefined
      ? { bytes: transferables ? { raw: Buffer.from(format.base64 ?? '', 'base64') } : {} }
      : { string: transferables ? { raw: format.text } : {} };
  return {
    id: format.id,
    creator: asset.creator,
    classification: {
      generic: oneOf(genericClassifications, format.generic, 'UNKNOWN'),
      specific: format.specific,
    },
    role: format === asset.formats[0] ? ('BOTH' as const) : ('ADDITIONAL' as const),
    application: toWireApplication(asset.application),
    bytes: { value: bytes, readable: readableBytes(bytes) },
    created: toTimestamp(format.created),
    updated: toTimestamp(format.updated),
    ...(format.isFile ? { file: value } : { fragment: value }),
  };
}

function toWireShares(shares: readonly ShareRecord[]): Shares {
  return {
    iterable: shares.map(({ id, accessors, created }) => ({
      id,
      // Shares are never published: a share has a name to count visits by, but no address.
      link: '',
      access: 'PRIVATE' as const,
      accessors: { iterable: accessors.map((accessor) => ({ ...accessor, share: id })) },
      created: toTimestamp(created),
      short: id.slice(0, 8),
    })),
  };
}

/**
 * Most kept answers, and most bytes of an asset to keep: about as many as a list shows, at most 10 MiB with the
 * carrier's encoding.
 */
const maxKept = 200;
const maxKeptBytes = 16 * 1024;

const mayKeep = ({ formats }: Readonly<AssetRecord>): boolean =>
  formats.every((format) => byteCount(format) <= maxKeptBytes);

/**
 * Caches assets in wire form until the library changes, because programs and lists ask for the same ones again and
 * again. A cached answer is frozen, which tells the carrier that it may cache its encoding.
 */
interface KeptAssets {
  toWire(asset: Readonly<AssetRecord>, options: AssetOptions): Readonly<Written<Asset>>;
}

function createKeptAssets(context: ApiContext): KeptAssets {
  const kept = new Map<string, Readonly<Written<Asset>>>();
  // Any change clears the cache, because an asset's wire form depends on tags, people, chats and more.
  context.store.onChange(() => kept.clear());
  return {
    toWire(asset, options) {
      const key = `${asset.id} ${options.transferables ?? true} ${options.withActivities ?? false}`;
      const known = kept.get(key);
      if (known) return known;
      const wire = toWireAsset(context, asset, options);
      if (!mayKeep(asset)) return wire;
      const [oldest] = kept.keys();
      if (kept.size >= maxKept && oldest !== undefined) kept.delete(oldest);
      kept.set(key, Object.freeze(wire));
      return wire;
    },
  };
}

/** The cache of this context. */
export const keptAssetsOf = perContext(createKeptAssets);
