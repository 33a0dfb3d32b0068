/** Records by the ids that callers give, or the error that the contract has for them. */
import { ApiError } from '../../contract/errors';
import type { AssetRecord, Records } from '../../store/records';
import type { Draft } from './draft';

/** What holds records: the store, or a draft over it. */
export type Shelf = Pick<Draft, 'get'>;

const nouns = {
  tags: 'tag',
  websites: 'website',
  summaries: 'workstream summary',
  persons: 'person',
  annotations: 'annotation',
  anchors: 'anchor',
  conversations: 'conversation',
  messages: 'message',
} as const;

/** @throws ApiError `gone`, on every operation that addresses an asset */
export function findAsset(shelf: Shelf, id: string): Readonly<AssetRecord> {
  const asset = shelf.get('assets', id.toLowerCase());
  if (!asset) throw new ApiError('gone', `No asset has the id ${id}: it was deleted or never saved here.`);
  return asset;
}

/** @throws ApiError `notFound` */
export function find<C extends keyof typeof nouns>(shelf: Shelf, collection: C, id: string): Readonly<Records[C]> {
  const record = shelf.get(collection, id);
  if (!record) throw new ApiError('notFound', `No ${nouns[collection]} has the id ${JSON.stringify(id)}.`);
  return record;
}

/** The records of these ids that exist: a link is never followed into an error. */
export function findAll<C extends keyof Records>(shelf: Shelf, collection: C, ids: readonly string[]) {
  const found: Readonly<Records[C]>[] = [];
  for (const id of ids) {
    const record = shelf.get(collection, id);
    if (record) found.push(record);
  }
  return found;
}
