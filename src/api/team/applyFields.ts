/** Fields that came from the team, written into the library as any other change is. They have been checked by schema. */
import { specificClassifications } from '../../contract/schemas/classifications';
import type { SharedAsset, SharedFields } from '../../contract/schemas/team';
import type { AssetRecord, Origin } from '../../store/records';
import { attachAnnotations, attachTags, attachWebsites, cleanTag } from '../assets/attach';
import { applyChange, keysOfChange, type WantedChange } from '../assets/changeAsset';
import { originalOf } from '../assets/content';
import { websiteAddress } from '../assets/describe/addresses';
import { classify, genericOf } from '../assets/describe/classify';
import { setLanguage } from '../assets/reclassify';
import type { ApiContext } from '../context';
import { findAsset, type Draft } from '../records';
import { isPathInside, sharedRepository } from './fields';

/** What a name becomes that has nothing to show. */
const unnamed = 'Untitled';

export function wantedOf(fields: SharedFields): WantedChange {
  const { name, text, description, tags, links, origin } = fields;
  const shown = name === undefined ? undefined : shownName(name);
  return {
    ...(shown && { name: shown }),
    // An asset keeps some text.
    ...(text !== undefined && text.trim() !== '' && { content: { text } }),
    ...(description !== undefined && { description }),
    ...(tags && { tags: tags.map(cleanTag).filter((tag) => tag !== '') }),
    ...(links && { websites: links.flatMap(toWebsite) }),
    ...(origin && originChange(origin)),
  };
}

/** One line: lists and tabs show it. */

const shownName = (name: string): string => name.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim();

function toWebsite({ url, name }: { url: string; name: string }): { url: string; name: string }[] {
  const address = websiteAddress(url);
  return address === undefined ? [] : [{ url: address, name }];
}

function originChange(origin: NonNullable<SharedFields['origin']>): Pick<WantedChange, 'origin' | 'isDetached'> {
  const known = knownSharedOrigin(origin);
  return Object.keys(known).length === 0 ? { isDetached: true } : { origin: known };
}

/** What another person's machine says of a place is taken only as far as it could not name a place of this one. */
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

/** The absolute path of before stays true while the place inside of the repository is the same. */
function withOwnPath(context: ApiContext, id: string, wanted: WantedChange): WantedChange {
  const before = context.store.get('assets', id)?.origin;
  if (!wanted.origin || before?.path === undefined || before.relativePath !== wanted.origin.relativePath) return wanted;
  return { ...wanted, origin: { ...wanted.origin, path: before.path } };
}

export const keysOfFields = (context: ApiContext, id: string, fields: SharedFields): string[] =>
  keysOfChange(context, id, wantedOf(fields));

/** The caller holds the turns that `keysOfFields` names. */
export function applyFields(context: ApiContext, draft: Draft, id: string, fields: SharedFields): void {
  applyChange(context, draft, id, withOwnPath(context, id, wantedOf(fields)));
  const word = languageOf(fields);
  if (word !== undefined && word !== originalOf(findAsset(draft, id)).specific) setLanguage(context, draft, id, word);
}

function languageOf({ language }: SharedFields): string | undefined {
  if (language === undefined || !specificClassifications.has(language)) return undefined;
  return ['CODE', 'TEXT'].includes(genericOf(language)) ? language : undefined;
}

/** The caller holds the turns of what it is given (`keysOfAttached`). */
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
