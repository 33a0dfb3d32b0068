/** The shared fields of an asset: read from its records, and written to them. */
import { createHash } from 'node:crypto';
import { check } from '../../contract/check';
import { ApiError } from '../../contract/errors';
import { SharedFields, maxAssetBytes, type FieldName, type SharedAsset } from '../../contract/schemas/team';
import { maskSecrets } from '../../engine/door';
import type { AssetRecord, Origin, PackedHashes } from '../../store/records';
import { originalOf } from '../assets/content';
import { findAll, type Draft, findAsset } from '../records';
import { specificClassifications } from '../../contract/schemas/values';
import { attachAnnotations, attachTags, attachWebsites, cleanTag } from '../assets/attach';
import { applyChange, keysOfChange, type WantedChange, setLanguage } from '../assets/changeAsset';
import { classify, genericOf, websiteAddress } from '../assets/describe/recognise';
import type { ApiContext } from '../context';

// Section: reads the shared fields, which are text and descriptive. Images, people, chats and data about this machine
// are never shared.

type Shelf = Pick<Draft, 'get'>;
type SharedOrigin = NonNullable<SharedFields['origin']>;

export const fieldNames: readonly FieldName[] = ['name', 'text', 'language', 'description', 'tags', 'links', 'origin'];

/** @returns undefined for an asset without text, which cannot be shared */
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

/** A repository's address without credentials, for use by others; undefined for a local folder. */
function sharedRepository(repository: string): string | undefined {
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

function isPathInside(path: string): boolean {
  return path !== '' && !/^(?:[/\\~]|[a-z]:)/i.test(path) && !path.split(/[/\\]/).includes('..');
}

/** A hash that ignores the order of an object's members, which a database may change. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value, inOrder)).digest('base64url').slice(0, 12);
}

function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A hash of the value of each field. */
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
  return Object.fromEntries(names.map((name) => [name, fields[name]])); // the names are the object's own keys
}

/** @returns why the team would reject the fields, in a sentence that quotes no text; undefined when it would not */
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

/** True when the name, text or description contains what looks like a key or a password. */
export function holdsSecrets({ text = '', description = '', name = '' }: SharedFields): boolean {
  return [text, description, name].some((one) => maskSecrets(one) !== one);
}

// Section: writes fields from the team into the library, as any other change. They have been checked by schema.

/** Stands in for a name without visible characters. */
const unnamed = 'Untitled';

export function wantedOf(fields: SharedFields): WantedChange {
  const { name, text, description, tags, links, origin } = fields;
  const shown = name === undefined ? undefined : shownName(name);
  return {
    ...(shown && { name: shown }),
    // An asset must not become empty, so an empty text is ignored.
    ...(text !== undefined && text.trim() !== '' && { content: { text } }),
    ...(description !== undefined && { description }),
    ...(tags && { tags: tags.map(cleanTag).filter((tag) => tag !== '') }),
    ...(links && { websites: links.flatMap(toWebsite) }),
    ...(origin && originChange(origin)),
  };
}

/** A name on one line, without control characters. */
const shownName = (name: string): string => name.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim();

function toWebsite({ url, name }: { url: string; name: string }): { url: string; name: string }[] {
  const address = websiteAddress(url);
  return address === undefined ? [] : [{ url: address, name }];
}

function originChange(origin: NonNullable<SharedFields['origin']>): Pick<WantedChange, 'origin' | 'isDetached'> {
  const known = knownSharedOrigin(origin);
  return Object.keys(known).length === 0 ? { isDetached: true } : { origin: known };
}

/** The parts of an origin from another machine that cannot name a place on this one. */
function knownSharedOrigin(origin: NonNullable<SharedFields['origin']>): Origin {
  const { commit, branch, path, start, end } = origin;
  const repository = origin.repository === undefined ? undefined : sharedRepository(origin.repository);
  return {
    ...(repository !== undefined && { repository }),
    ...(commit !== undefined && { commit }),
    ...(branch !== undefined && { branch }),
    ...(path !== undefined && isPathInside(path) && { relativePath: path }),
    ...(start !== undefined && end !== undefined && end >= start && { lines: { start, end } }),
  };
}

/** Keeps the absolute path of the origin while the path inside the repository is unchanged. */
function withOwnPath(context: ApiContext, id: string, wanted: WantedChange): WantedChange {
  const before = context.store.get('assets', id)?.origin;
  if (!wanted.origin || before?.path === undefined || before.relativePath !== wanted.origin.relativePath) return wanted;
  return { ...wanted, origin: { ...wanted.origin, path: before.path } };
}

export const keysOfFields = (context: ApiContext, id: string, fields: SharedFields): string[] =>
  keysOfChange(context, id, wantedOf(fields));

/** Writes the fields into an asset. The caller must hold the locks that `keysOfFields` names. */
export function applyFields(context: ApiContext, draft: Draft, id: string, fields: SharedFields): void {
  applyChange(context, draft, id, withOwnPath(context, id, wantedOf(fields)));
  const word = languageOf(fields);
  if (word !== undefined && word !== originalOf(findAsset(draft, id)).specific) setLanguage(context, draft, id, word);
}

function languageOf({ language }: SharedFields): string | undefined {
  if (language === undefined || !specificClassifications.has(language)) return undefined;
  return ['CODE', 'TEXT'].includes(genericOf(language)) ? language : undefined;
}

/** Creates a shared asset. The caller must hold the locks of its attached records (`keysOfAttached`). */
export function createShared(context: ApiContext, draft: Draft, { id, fields = {}, created }: SharedAsset): void {
  const { name, description, tags = [], websites = [], origin } = wantedOf(fields);
  const text = fields.text ?? '';
  const specific = languageOf(fields) ?? classify({ text, ext: fields.language }).specific;
  const time = context.now();
  const since = Math.min(Date.parse(created), time);
  const asset: AssetRecord = {
    id,
    name: name ?? unnamed,
    creator: context.user,
    created: since,
    updated: time,
    mechanism: 'MANUAL',
    application: context.application,
    formats: [{ id: context.newId(), generic: genericOf(specific), specific, text, created: since, updated: time }],
    ...(origin && { origin }),
    counters: { reuse: 0, update: 0, reference: 0, priority: 0, searched: 0 },
    shares: [],
    ...{ tags: [], websites: [], summaries: [], persons: [], annotations: [], conversations: [] },
  };
  draft.put('assets', asset);
  attachTags(
    context,
    draft,
    id,
    tags.map((tag) => ({ text: tag })),
  );
  attachWebsites(context, draft, id, websites);
  if (description?.trim()) attachAnnotations(context, draft, id, [{ type: 'DESCRIPTION', text: description.trim() }]);
}
