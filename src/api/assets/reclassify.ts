/** Sets the language of an asset by the contract's word for it. */
import { ApiError } from '../../contract/errors';
import { specificClassifications } from '../../contract/schemas/classifications';
import type { AssetRecord } from '../../store/records';
import { attachTags, keysOfAttached, type WantedTag } from './attach';
import type { ApiContext } from '../context';
import { genericOf } from './describe/classify';
import { inOtherLanguage, languageTag } from './describe/describe';
import { nearestClassification } from './describe/languages';
import { recordActivity } from './activities';
import { edit, keyOf, type Draft, findAll, findAsset } from '../records';
import { keysAround, leave, touched, without } from './links';
import { originalOf } from './content';

/** @throws ApiError `gone`; `invalid` for a word that is no language of text, and for content that is no text */
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

/** The caller holds the asset's turn. @param specific a word of the contract for a language */
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

/** The description that our rules gave names the language; what a person wrote stays as it is. */
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

/** The tag our rules gave for the language it was taken for. */
function removeLanguageTag(context: ApiContext, draft: Draft, id: string): boolean {
  const asset = findAsset(draft, id);
  const text = languageTag(originalOf(asset).specific);
  const tag = findAll(draft, 'tags', asset.tags).find((one) => one.text === text && one.mechanism === 'AUTOMATIC');
  if (!tag) return false;
  draft.put('assets', { ...asset, tags: without(asset.tags, tag.id) });
  leave(context, draft, { asset: id, collection: 'tags', id: tag.id });
  return true;
}
