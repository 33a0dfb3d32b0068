/**
 * What is shared of an asset, out of its records: text and what describes it. Pictures, attachments, people, chats, counters
 * and everything about this machine stay here. Must not know how it is sent.
 */
import { createHash } from 'node:crypto';
import { check } from '../../contract/check';
import { ApiError } from '../../contract/errors';
import { SharedFields, maxAssetBytes, type FieldName } from '../../contract/schemas/team';
import { maskSecrets } from '../../engine/door';
import type { AssetRecord, Origin, PackedHashes } from '../../store/records';
import { originalOf } from '../assets/content';
import { findAll, type Draft } from '../records';

type Shelf = Pick<Draft, 'get'>;
type SharedOrigin = NonNullable<SharedFields['origin']>;

export const fieldNames: readonly FieldName[] = ['name', 'text', 'language', 'description', 'tags', 'links', 'origin'];

/** @returns undefined for an asset that holds no text: nothing of it can be shared */
export function fieldsOf(shelf: Shelf, asset: Readonly<AssetRecord>): Required<SharedFields> | undefined {
  const { text, specific } = originalOf(asset);
  if (text === undefined) return undefined;
  const description = findAll(shelf, 'annotations', asset.annotations).findLast(({ type }) => type === 'DESCRIPTION');
  return {
    name: asset.name,
    text,
    language: specific,
    description: description?.text ?? '',
    tags: findAll(shelf, 'tags', asset.tags).map((tag) => tag.text),
    links: findAll(shelf, 'websites', asset.websites).map(({ url, name }) => ({ url, name })),
    origin: originOf(asset.origin),
  };
}

function originOf({ repository, commit, branch, relativePath, lines }: Origin = {}): SharedOrigin {
  const remote = repository === undefined ? undefined : sharedRepository(repository);
  const isInside = relativePath !== undefined && isPathInside(relativePath);
  return {
    ...(remote !== undefined && { repository: remote }),
    ...(commit !== undefined && { commit }),
    ...(branch !== undefined && { branch }),
    ...(isInside && { path: relativePath.replaceAll('\\', '/') }),
    ...(lines && { start: lines.start, end: lines.end }),
  };
}

/** An address that others can use too, without what opens it; a folder of this machine is none. */
export function sharedRepository(repository: string): string | undefined {
  if (/^(?:https?|ssh|git):\/\//i.test(repository)) {
    if (!URL.canParse(repository)) return undefined;
    const url = new URL(repository);
    url.username = '';
    url.password = '';
    url.search = '';
    return url.href;
  }
  return /^[\w.-]{1,64}@[\w.-]{1,255}:[^\s:]+$/.test(repository) ? repository : undefined;
}

export function isPathInside(path: string): boolean {
  return path !== '' && !/^(?:[/\\~]|[a-z]:)/i.test(path) && !path.split(/[/\\]/).includes('..');
}

/** The same for values that mean the same: a database may give the members of an object in another order. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value, inOrder)).digest('base64url').slice(0, 12);
}

function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** By field: a hash of its value. */
export type FieldHashes = Partial<Record<FieldName, string>>;

export const packed = (hashes: FieldHashes): PackedHashes => fieldNames.map((name) => hashes[name] ?? '').join(' ');

export function unpacked(text: PackedHashes): FieldHashes {
  const hashes = text.split(' ');
  return Object.fromEntries(fieldNames.flatMap((name, place) => (hashes[place] ? [[name, hashes[place]]] : [])));
}

export function hashesOf(fields: SharedFields): FieldHashes {
  const hashes: FieldHashes = {};
  for (const name of fieldNames) if (fields[name] !== undefined) hashes[name] = hashOf(fields[name]);
  return hashes;
}

export function changedFields(seen: FieldHashes, now: FieldHashes): FieldName[] {
  return fieldNames.filter((name) => now[name] !== undefined && now[name] !== seen[name]);
}

export function pickFields(fields: SharedFields, names: readonly FieldName[]): SharedFields {
  return Object.fromEntries(names.map((name) => [name, fields[name]])); // names of its own members
}

/** @returns why the team would not take it; the sentence names no text */
export function faultOf(fields: SharedFields): string | undefined {
  const json = JSON.stringify(fields);
  if (Buffer.byteLength(json) > maxAssetBytes) return 'It is too large to be shared: a space takes 1 MiB an asset.';
  if (json.includes('\\u0000')) return 'It holds a NUL character, which no shared text can.';
  try {
    check(SharedFields, fields, 'asset');
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}

/** Whether a text or a note holds what looks like a key or a password. */
export function holdsSecrets({ text = '', description = '', name = '' }: SharedFields): boolean {
  return [text, description, name].some((one) => maskSecrets(one) !== one);
}
