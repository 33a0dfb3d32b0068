/** Assets outside the library: as archived assets, and as Markdown files. */
import { ArchivedAsset } from '../../../contract/schemas/library';
import type { AssetRecord, FormatRecord } from '../../../store/records';
import type { ApiContext } from '../../context';
import { classify, genericOf, websiteAddress } from '../../assets/describe/recognise';
import { specificClassifications } from '../../../contract/schemas/values';
import {
  attachAnnotations,
  attachPersons,
  attachTags,
  attachWebsites,
  cleanTag,
  keysOfAttached,
  type Attached,
} from '../../assets/attach';
import { knownOrigin } from '../../assets/createAsset';
import { recordActivity } from '../../assets/activities';
import { edit, keyOf, type Draft, findAll } from '../../records';
import { addLink, keysAround, leave } from '../../assets/links';
import { originalOf } from '../../assets/content';
import { parse, stringify } from 'yaml';
import { check } from '../../../contract/check';

// Section: converts assets of the library to archived ones and back, keeping their ids.

/** Everything of an asset that is the user's: content, marks, attached records, counters of use. */
export function toArchived({ store }: ApiContext, asset: Readonly<AssetRecord>): ArchivedAsset {
  const { text, base64, specific, isFile } = originalOf(asset);
  const { contentHash: _contentHash, ...origin } = asset.origin ?? {};
  const uses = Object.fromEntries(Object.entries(asset.counters).filter(([, count]: [string, number]) => count > 0));
  return {
    id: asset.id,
    name: asset.name,
    language: specific,
    ...(text === undefined ? { base64: base64 ?? '' } : { text }),
    ...(isFile && { isFile }),
    created: asset.created,
    updated: asset.updated,
    ...(asset.favorited && { favorited: true }),
    tags: findAll(store, 'tags', asset.tags).map((tag) => tag.text),
    websites: findAll(store, 'websites', asset.websites).map(({ url, name }) => ({ url, name })),
    persons: findAll(store, 'persons', asset.persons).map(({ name, email, username }) => ({
      ...((name ?? username) !== undefined && { name: name ?? username }),
      ...(email !== undefined && { email }),
    })),
    summaries: findAll(store, 'summaries', asset.summaries).map(({ name }) => name),
    notes: findAll(store, 'annotations', asset.annotations).map((note) => ({ type: note.type, text: note.text })),
    ...(asset.origin && { origin }),
    ...(Object.keys(uses).length > 0 && { uses }),
  };
}

/** A key that is equal for archived assets with the same content; ids, times and counters of use are ignored. */
export function archivedKey(asset: ArchivedAsset): string {
  const { id: _id, uses: _uses, created: _created, updated: _updated, ...rest } = asset;
  return JSON.stringify({ ...rest, tags: [...rest.tags].sort() }, inOrder);
}

/** Sorts keys for JSON.stringify, because front matter has another key order than records. */
function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const isUuid = (id: string | undefined): id is string =>
  id !== undefined && /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/.test(id);

/** The archived asset's own id if it is a UUID, else a new one: imported snippets have none. */
export const idOf = (context: ApiContext, { id }: ArchivedAsset): string => (isUuid(id) ? id : context.newId());

/** Writes an archived asset in one change. An asset with the same id is replaced, but keeps its history. */
export async function writeArchived(context: ApiContext, id: string, archived: ArchivedAsset): Promise<void> {
  const attached = attachedOf(archived);
  const summaries = archived.summaries.map((name) => ({ name, id: summaryNamed(context, name) ?? context.newId() }));
  await edit(
    context,
    () => {
      const present = context.store.get('assets', id);
      return [
        ...(present ? keysAround(present) : [keyOf('assets', id)]),
        ...keysOfAttached(context, attached),
        ...summaries.map((summary) => keyOf('summaries', summary.id)),
      ];
    },
    (draft) => {
      const before = draft.get('assets', id);
      if (before) takeApart(context, draft, before);
      draft.delete('trash', id);
      draft.put('assets', recordOf(context, id, archived, before));
      attachTags(context, draft, id, attached.tags);
      attachWebsites(context, draft, id, attached.websites);
      attachPersons(context, draft, id, attached.persons);
      attachAnnotations(context, draft, id, attached.annotations);
      for (const summary of summaries) linkSummary(context, draft, id, summary);
      const written = draft.get('assets', id);
      // Linking sets the time of change, so the imported time is restored here.
      if (written) draft.put('assets', { ...written, updated: archived.updated ?? written.updated });
      recordActivity(context, draft, { asset: id, kind: before ? 'updated' : 'created' });
    },
  );
}

const summaryNamed = ({ store }: ApiContext, name: string): string | undefined => {
  for (const summary of store.list('summaries')) if (summary.name === name) return summary.id;
  return undefined;
};

/** Removes everything attached except conversations, which are not archived, so an import keeps them. */
function takeApart(context: ApiContext, draft: Draft, asset: Readonly<AssetRecord>): void {
  for (const collection of ['tags', 'websites', 'summaries', 'persons'] as const) {
    for (const other of asset[collection]) leave(context, draft, { asset: asset.id, collection, id: other });
  }
  for (const annotation of asset.annotations) draft.delete('annotations', annotation);
}

function linkSummary(
  context: ApiContext,
  draft: Draft,
  asset: string,
  { id, name }: { id: string; name: string },
): void {
  const time = context.now();
  if (!draft.get('summaries', id)) {
    const made = { created: time, updated: time, mechanism: 'MANUAL' as const, annotations: [], assets: [] };
    draft.put('summaries', { id, name, ...made });
  }
  addLink(context, draft, { asset, collection: 'summaries', id });
}

function recordOf(
  context: ApiContext,
  id: string,
  archived: ArchivedAsset,
  before: Readonly<AssetRecord> | undefined,
): AssetRecord {
  const time = context.now();
  const { created = before?.created ?? time, updated = time, favorited, uses = {} } = archived;
  const specific = languageOf(archived);
  const format: FormatRecord = {
    id: before ? originalOf(before).id : context.newId(),
    generic: genericOf(specific),
    specific,
    ...(archived.text === undefined ? { base64: archived.base64 ?? '' } : { text: archived.text }),
    ...(archived.isFile && { isFile: true }),
    created,
    // Open documents detect a new text by this time, so it must increase.
    updated: before ? Math.max(time, originalOf(before).updated + 1) : updated,
  };
  return {
    id,
    name: archived.name.trim() || 'Untitled',
    creator: before?.creator ?? context.user,
    created,
    updated,
    mechanism: before?.mechanism ?? 'MANUAL',
    application: before?.application ?? context.application,
    formats: [format],
    ...(archived.origin && { origin: knownOrigin(archived.origin) }),
    ...(favorited !== undefined && { favorited }),
    counters: { reuse: 0, update: 0, reference: 0, priority: 0, searched: 0, ...uses },
    shares: before?.shares ?? [],
    ...{ tags: [], websites: [], summaries: [], persons: [], annotations: [] },
    conversations: before?.conversations ?? [],
  };
}

function languageOf({ language, text, base64, name }: ArchivedAsset): string {
  if (specificClassifications.has(language)) return language;
  const content = text === undefined ? { bytes: Buffer.from(base64 ?? '', 'base64') } : { text };
  return classify({ ...content, ext: language, fileName: name }).specific;
}

function attachedOf({ tags, websites, persons, notes }: ArchivedAsset): Attached {
  return {
    tags: tags
      .map(cleanTag)
      .filter((text) => text !== '')
      .map((text) => ({ text })),
    websites: websites.flatMap(({ url, name }) => {
      const address = websiteAddress(url);
      return address === undefined ? [] : [{ url: address, name }];
    }),
    persons,
    annotations: notes,
  };
}

// Section: an asset as a Markdown file with front matter, and back, byte for byte. Text outside of front matter and
// content is ignored.

/** Format version; to be raised when older readers can no longer read the file. */
const version = 1;
const opening = '---\n';
const closing = '\n---\n';

/**
 * YAML style: all texts are quoted, because bare ones may lose blanks or turn into numbers and dates; lines are not
 * folded, so that a changed word changes one line.
 */
const style = { lineWidth: 0, blockQuote: false, defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN' } as const;

/** Writes an asset as Markdown with a fixed order of keys, so that two exports differ only where the assets do. */
export function toMarkdown(asset: ArchivedAsset): string {
  const { text, base64, name, language, id, ...rest } = asset;
  const content = text ?? base64 ?? '';
  const isEnded = content.endsWith('\n');
  const head = {
    quarry: version,
    ...(id !== undefined && { id }),
    title: name,
    language,
    ...(base64 !== undefined && { encoding: 'base64' }),
    ...(isEnded && { final_newline: true }),
    ...withTimes(withoutEmpty(rest)),
  };
  const fence = fenceFor(content);
  const front = stringify(head, style).trimEnd();
  return `${opening}${front}${closing}\n${fence}${wordOf(language)}\n${content}${isEnded ? '' : '\n'}${fence}\n`;
}

/** The info string of a fence: a single word without backticks, else empty. */
const wordOf = (language: string): string => (/^[\w.+#-]+$/.test(language) ? language : '');

/** A fence longer than any run of backticks in the content, so that the content cannot close it. */
function fenceFor(content: string): string {
  const longest = Math.max(0, ...[...content.matchAll(/`+/g)].map(([run]) => run.length));
  return '`'.repeat(Math.max(3, longest + 1));
}

function withoutEmpty(fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Writes times as ISO 8601 text for human readers. */
function withTimes(fields: Record<string, unknown>): Record<string, unknown> {
  const written = { ...fields };
  for (const key of ['created', 'updated']) {
    const time = written[key];
    if (typeof time === 'number') written[key] = new Date(time).toISOString();
  }
  return written;
}

/**
 * Reads an asset from Markdown; undefined when the file is not one of our exports.
 * @throws Error saying what is wrong
 */
export function fromMarkdown(markdown: string): ArchivedAsset | undefined {
  const end = markdown.indexOf(closing, opening.length - 1);
  if (!markdown.startsWith(opening) || end < 0) return undefined;
  const head: unknown = parse(markdown.slice(opening.length, end + 1));
  if (typeof head !== 'object' || head === null || !('quarry' in head)) return undefined;
  if (head.quarry !== version) throw new Error(`it was written by a newer version (${String(head.quarry)})`);
  const { title, encoding, final_newline: isEnded, created, updated, ...fields } = head as Record<string, unknown>;
  const content = firstBlock(markdown.slice(end + closing.length));
  if (content === undefined) throw new Error('it has no code block');
  delete fields.quarry;
  const text = isEnded === true ? `${content}\n` : content;
  const asset: unknown = {
    ...{ tags: [], websites: [], persons: [], summaries: [], notes: [] },
    ...fields,
    name: title,
    ...(encoding === 'base64' ? { base64: text } : { text }),
    ...timeOf('created', created),
    ...timeOf('updated', updated),
  };
  check(ArchivedAsset, asset, 'front matter');
  // Checked boundary: the line above has checked it.
  return asset as ArchivedAsset;
}

function timeOf(key: 'created' | 'updated', value: unknown): Record<string, unknown> {
  if (value === undefined) return {};
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (!Number.isInteger(time)) throw new Error(`${key} is no time`);
  return { [key]: time };
}

/** The first fenced block, found line by line, because the content may hold anything but its own fence. */
function firstBlock(body: string): string | undefined {
  const start = /(?:^|\n)(`{3,})[^`\n]*\n/.exec(body);
  if (!start?.[1]) return undefined;
  const from = start.index + start[0].length;
  const fence = `${start[1]}`;
  for (let at = from; at <= body.length;) {
    const next = body.indexOf('\n', at);
    const line = body.slice(at, next < 0 ? undefined : next);
    if (line.trimEnd() === fence) return at === from ? '' : body.slice(from, at - 1);
    if (next < 0) return undefined;
    at = next + 1;
  }
  return undefined;
}

/** A file name that stays the same while the title does, and is unique for each asset. */
export function documentPath({ id = '', name }: Pick<ArchivedAsset, 'id' | 'name'>): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 50)
    .replace(/-$/, '');
  return `${slug || 'asset'}-${id.replace(/[^a-z0-9]/gi, '').slice(0, 12) || 'new'}.md`;
}
