/**
 * The single path by which programs, open documents and our commands change an asset: title, mark, content,
 * description, tags, links, people, origin. Its language has separate rules, below.
 */
import { createHash } from 'node:crypto';
import { ApiError } from '../../contract/errors';
import type { AssetContent, AssetEdit, EditedAsset } from '../../contract/schemas';
import type { AnnotationRecord, AssetRecord, FormatRecord } from '../../store/records';
import type { ApiContext } from '../context';
import {
  attachAnnotations,
  attachPersons,
  attachTags,
  attachWebsites,
  cleanTag,
  keysOfAttached,
  type WantedTag,
} from './attach';
import { knownOrigin } from './createAsset';
import { recordActivity } from './activities';
import { edit, keyOf, type Draft, findAll, findAsset } from '../records';
import { keysAround, leave, touched, unlink, without } from './links';
import { personIdentity, tagIdentity } from '../library/lookups';
import { byteCount, originalOf } from './content';
import { specificClassifications } from '../../contract/schemas/values';
import { genericOf, nearestClassification, websiteAddress } from './describe/recognise';
import { inOtherLanguage, languageTag } from './describe/describe';

type Persons = NonNullable<AssetEdit['persons']>;

interface NewContent {
  /** Id of the format; absent: the original format. */
  format?: string;
  /** Exactly one of `text` and `base64` is set. */
  text?: string;
  base64?: string;
  /**
   * Set when a person edited the content in a document: it counts as an update, and is refused if the stored text is
   * not the one they edited.
   */
  document?: { expected: number | undefined };
}

/** Changes to an asset: an absent field is kept, a list replaces the whole list. */
interface AssetChange extends Omit<AssetEdit, 'text' | 'expected'> {
  name?: string | undefined;
  favorited?: boolean | undefined;
  content?: NewContent;
}

/**
 * The data that an open document of the asset needs.
 * @throws ApiError `gone`
 */
export function contentOf({ store }: ApiContext, id: string): AssetContent {
  const asset = findAsset(store, id);
  const format = originalOf(asset);
  return {
    id: asset.id,
    name: asset.name,
    language: format.specific,
    text: format.text ?? '',
    isText: format.text !== undefined,
    created: asset.created,
    contentUpdated: format.updated,
    size: byteCount(format),
    ...(asset.origin && { origin: asset.origin }),
  };
}

/** @throws ApiError as `changeAsset` does */
export async function editAsset(
  context: ApiContext,
  id: string,
  { text, expected, ...change }: AssetEdit,
): Promise<EditedAsset> {
  await changeAsset(context, id, {
    ...change,
    ...(text !== undefined && { content: { text, document: { expected } } }),
  });
  const { contentUpdated, size } = contentOf(context, id);
  return { id: id.toLowerCase(), contentUpdated, size };
}

/**
 * Applies all changes as one edit with one event in the timeline.
 * @throws ApiError `gone`; `invalid` naming the field; `refused` when the text changed since it was read
 */
export async function changeAsset(
  context: ApiContext,
  id: string,
  change: AssetChange,
): Promise<Readonly<AssetRecord>> {
  const wanted = wantedOf(change);
  await edit(
    context,
    () => keysOfChange(context, id, wanted),
    (draft) => applyChange(context, draft, id, wanted),
  );
  return findAsset(context.store, id);
}

/** A checked change, with attached records in their stored form. */
export interface WantedChange extends Omit<AssetChange, 'websites'> {
  /** Addresses in the form that `websiteAddress` returns; a name applies only to a website that does not exist yet. */
  websites?: { url: string; name?: string }[] | undefined;
}

function wantedOf(change: AssetChange): WantedChange {
  const { websites, persons, tags } = change;
  return {
    ...change,
    websites: websites?.map((url, index) => ({ url: checkedAddress(url, index) })),
    persons: persons?.filter((person) => personIdentity(person) !== undefined),
    tags: tags?.map(cleanTag).filter((text) => text !== ''),
  };
}

/**
 * Keys of the records that the change reads and writes.
 * @throws ApiError `gone`
 */
export function keysOfChange(context: ApiContext, id: string, { tags, websites, persons, description }: WantedChange) {
  const asset = findAsset(context.store, id);
  const own = tags || websites || persons ? keysAround(asset) : [keyOf('assets', asset.id)];
  // Descriptions are annotations, which programs can also change directly.
  const described = description === undefined ? [] : asset.annotations;
  const attached = {
    tags: (tags ?? []).map((text) => ({ text })),
    websites: websites ?? [],
    persons: persons ?? [],
  };
  return [...own, ...described.map((one) => keyOf('annotations', one)), ...keysOfAttached(context, attached)];
}

/**
 * Applies a change in a draft. The caller must hold the locks that `keysOfChange` names.
 * @throws ApiError as `changeAsset` does
 */
export function applyChange(context: ApiContext, draft: Draft, id: string, change: WantedChange): void {
  const before = findAsset(draft, id);
  setTitleAndMark(context, draft, before, change);
  const isRenamed = findAsset(draft, id).name !== before.name;
  if (change.content) setContent(context, draft, before.id, change.content);
  if (change.description !== undefined) setDescription(context, draft, before.id, change.description.trim());
  if (change.persons) setPersons(context, draft, before.id, change.persons);
  if (change.origin || change.isDetached) setOrigin(context, draft, before.id, change);
  if (findAsset(draft, id) !== before)
    recordActivity(context, draft, { asset: before.id, kind: isRenamed ? 'renamed' : 'updated' });
  // Tags and websites record their own events in the timeline.
  if (change.tags) setTags(context, draft, before.id, change.tags);
  if (change.websites) setWebsites(context, draft, before.id, change.websites);
}

function checkedAddress(url: string, index: number): string {
  const address = websiteAddress(url);
  if (address !== undefined) return address;
  throw new ApiError('invalid', `body.websites.${index} is wrong: expected an http or https address.`);
}

function setTitleAndMark(
  context: ApiContext,
  draft: Draft,
  asset: Readonly<AssetRecord>,
  { name, favorited }: WantedChange,
): void {
  const newName = name?.trim();
  if (newName === '') throw new ApiError('invalid', 'body.name is empty: expected a title, or no name to keep it.');
  const isRenamed = newName !== undefined && newName !== asset.name;
  const isMarked = favorited !== undefined && favorited !== (asset.favorited ?? false);
  if (!isRenamed && !isMarked) return;
  const changed = { ...(isRenamed && { name: newName }), ...(isMarked && { favorited }) };
  draft.put('assets', { ...asset, ...changed, updated: touched(context, asset) });
}

/** Sets the content. Identical content changes nothing, so that saving without an edit leaves no event. */
function setContent(
  context: ApiContext,
  draft: Draft,
  id: string,
  { format: formatId, document, ...content }: NewContent,
): void {
  const asset = findAsset(draft, id);
  const before = formatId === undefined ? originalOf(asset) : asset.formats.find((format) => format.id === formatId);
  if (!before) return;
  if (document) checkEdited(before, content.text ?? '', document.expected);
  if (before.text === content.text && before.base64 === content.base64) return;
  // Open documents detect a new text by this time, so it must always increase.
  const updated = Math.max(touched(context, asset), before.updated + 1);
  const formats = asset.formats.map((format) =>
    format === before ? { ...withoutContent(format), ...content, updated } : format,
  );
  const counters = document ? { ...asset.counters, update: asset.counters.update + 1 } : asset.counters;
  draft.put('assets', { ...asset, formats, counters, updated });
}

function checkEdited(before: Readonly<FormatRecord>, text: string, expected: number | undefined): void {
  if (before.text === undefined) throw new ApiError('invalid', 'The asset holds no text that could be edited.');
  if (text.trim() === '')
    throw new ApiError('invalid', 'body.text is empty: an asset keeps some text. Delete it instead.');
  if (expected !== undefined && expected !== before.updated)
    throw new ApiError('refused', 'The asset was changed elsewhere meanwhile: compare before you save.');
}

function withoutContent({ text: _text, base64: _base64, ...rest }: FormatRecord): FormatRecord {
  return rest;
}

function setDescription(context: ApiContext, draft: Draft, id: string, text: string): void {
  const asset = findAsset(draft, id);
  const isDescription = ({ type }: Readonly<AnnotationRecord>) => type === 'DESCRIPTION';
  const before = findAll(draft, 'annotations', asset.annotations).filter(isDescription);
  if (before.length <= 1 && (before[0]?.text ?? '') === text) return;
  for (const annotation of before) draft.delete('annotations', annotation.id);
  const gone = new Set(before.map((annotation) => annotation.id));
  const annotations = asset.annotations.filter((annotation) => !gone.has(annotation));
  draft.put('assets', { ...asset, annotations, updated: touched(context, asset) });
  if (text !== '') attachAnnotations(context, draft, id, [{ type: 'DESCRIPTION', text }]);
}

function setTags(context: ApiContext, draft: Draft, id: string, texts: readonly string[]): void {
  const wanted = new Set(texts.map(tagIdentity));
  const before = findAll(draft, 'tags', findAsset(draft, id).tags);
  for (const tag of before) {
    if (!wanted.has(tagIdentity(tag.text))) remove(context, draft, { asset: id, collection: 'tags', id: tag.id });
  }
  const has = new Set(before.map(({ text }) => tagIdentity(text)));
  const added = texts.filter((text) => !has.has(tagIdentity(text)));
  attachTags(
    context,
    draft,
    id,
    added.map((text) => ({ text })),
  );
  for (const _ of added) recordActivity(context, draft, { asset: id, kind: 'tagAdded' });
}

function setWebsites(
  context: ApiContext,
  draft: Draft,
  id: string,
  wanted: readonly { url: string; name?: string }[],
): void {
  const before = findAll(draft, 'websites', findAsset(draft, id).websites);
  for (const { id: website, url } of before) {
    if (!wanted.some((one) => one.url === url))
      remove(context, draft, { asset: id, collection: 'websites', id: website });
  }
  const added = wanted.filter(({ url }) => !before.some((website) => website.url === url));
  attachWebsites(context, draft, id, added);
  for (const _ of added) recordActivity(context, draft, { asset: id, kind: 'linkAdded' });
}

function setPersons(context: ApiContext, draft: Draft, id: string, persons: Persons): void {
  const wanted = new Set(persons.map(personIdentity));
  const before = findAll(draft, 'persons', findAsset(draft, id).persons);
  for (const person of before) {
    if (wanted.has(personIdentity(person))) continue;
    const asset = findAsset(draft, id);
    draft.put('assets', { ...asset, persons: without(asset.persons, person.id), updated: touched(context, asset) });
    leave(context, draft, { asset: id, collection: 'persons', id: person.id });
  }
  const has = new Set(before.map(personIdentity));
  attachPersons(context, draft, id, persons.filter((person) => !has.has(personIdentity(person))).map(named));
}

const named = ({ name, email }: Persons[number]) => ({
  ...(name !== undefined && { name }),
  ...(email !== undefined && { email }),
});

/** Removes a link; a record made by a rule is deleted with its last asset. */
function remove(
  context: ApiContext,
  draft: Draft,
  link: { asset: string; collection: 'tags' | 'websites'; id: string },
) {
  unlink(context, draft, link);
  leave(context, draft, link);
}

function setOrigin(context: ApiContext, draft: Draft, id: string, { origin, isDetached }: WantedChange): void {
  const { origin: before, ...asset } = findAsset(draft, id);
  if (isDetached && !before) return;
  const contentHash = createHash('sha256')
    .update(originalOf(asset).text ?? '')
    .digest('hex');
  const after = isDetached || !origin ? {} : { origin: { ...knownOrigin(origin), contentHash } };
  draft.put('assets', { ...asset, ...after, updated: touched(context, asset) });
}

// Section: sets the language of an asset by the contract's name for it.

/** @throws ApiError `gone`; `invalid` for a name that is no text language, and for content that is not text */
export async function reclassify(context: ApiContext, assetId: string, ext: string): Promise<Readonly<AssetRecord>> {
  const asset = findAsset(context.store, assetId);
  refuseBinary(asset);
  const specific = checkedWord(ext);
  if (originalOf(asset).specific === specific) return asset;
  const wanted: WantedTag[] = [{ text: languageTag(specific), isByRule: true }];
  await edit(
    context,
    () => [
      ...keysAround(findAsset(context.store, asset.id)),
      ...findAsset(context.store, asset.id).annotations.map((id) => keyOf('annotations', id)),
      ...keysOfAttached(context, { tags: wanted, websites: [], persons: [] }),
    ],
    (draft) => {
      if (removeLanguageTag(context, draft, asset.id)) attachTags(context, draft, asset.id, wanted);
      describeAnew(context, draft, asset.id, specific);
      setLanguage(context, draft, asset.id, specific);
      recordActivity(context, draft, { asset: asset.id, kind: 'reclassified' });
    },
  );
  return findAsset(context.store, asset.id);
}

function refuseBinary(asset: Readonly<AssetRecord>): void {
  const { text, generic } = originalOf(asset);
  if (generic === 'IMAGE') throw new ApiError('invalid', 'body.asset is an image: only code and text have a language.');
  if (text !== undefined || generic === 'CODE' || generic === 'TEXT') return;
  throw new ApiError('invalid', 'body.asset holds no text: only code and text have a language.');
}

const isLanguage = (word: string): boolean => ['CODE', 'TEXT'].includes(genericOf(word));

function checkedWord(ext: string): string {
  if (specificClassifications.has(ext) && isLanguage(ext)) return ext;
  const near = nearestClassification(ext, isLanguage);
  const hint = near === undefined ? '.' : `; did you mean ${near}?`;
  throw new ApiError('invalid', `body.ext is no language: expected a word such as ts, py or md${hint}`);
}

/**
 * Sets the language in a draft. The caller must hold the asset's lock.
 * @param specific the contract's name of the language
 */
export function setLanguage(context: ApiContext, draft: Draft, id: string, specific: string): void {
  const asset = findAsset(draft, id);
  const updated = touched(context, asset);
  const formats = asset.formats.map((format) =>
    format === asset.formats[0] || format.text !== undefined
      ? { ...format, specific, generic: genericOf(specific), updated }
      : format,
  );
  draft.put('assets', { ...asset, formats, updated });
}

/** Updates the language named in a generated description; text that a person wrote is kept. */
function describeAnew(context: ApiContext, draft: Draft, id: string, specific: string): void {
  const asset = findAsset(draft, id);
  const before = originalOf(asset).specific;
  for (const annotation of findAll(draft, 'annotations', asset.annotations)) {
    if (annotation.type !== 'DESCRIPTION' || annotation.mechanism !== 'AUTOMATIC') continue;
    const text = inOtherLanguage(annotation.text, before, specific);
    if (text !== annotation.text)
      draft.put('annotations', { ...annotation, text, updated: touched(context, annotation) });
  }
}

/** Removes the tag that the rules gave for the previous language. */
function removeLanguageTag(context: ApiContext, draft: Draft, id: string): boolean {
  const asset = findAsset(draft, id);
  const text = languageTag(originalOf(asset).specific);
  const tag = findAll(draft, 'tags', asset.tags).find((one) => one.text === text && one.mechanism === 'AUTOMATIC');
  if (!tag) return false;
  draft.put('assets', { ...asset, tags: without(asset.tags, tag.id) });
  leave(context, draft, { asset: id, collection: 'tags', id: tag.id });
  return true;
}
