/** Records attached to assets: found or created, and in wire form. */
import type { AnnotationRecord, PersonRecord, TagRecord, WebsiteRecord, SummaryRecord } from '../../store/records';
import type { ApiContext } from '../context';
import { websiteName } from './describe/recognise';
import { keyOf, type Draft } from '../records';
import { addLink } from './links';
import { lookupsOf, personIdentity, tagIdentity } from '../library/lookups';
import { toMechanism, extractiveModel, oneOf, toReferences, toTimestamp } from '../wireValues';
import { LongList, LongRecord, type Written } from '../../contract/api';
import {
  AnnotationType,
  type Annotation,
  type Mechanism,
  type Person,
  type Tag,
  type Website,
  type WorkstreamSummary,
} from '../../contract/schemas';

// Section: finds or creates what is attached to an asset (tag, website, person) in the caller's draft, whose locks
// `keysOfAttached` names.

export interface WantedTag {
  text: string;
  category?: string | undefined;
  /** Made by an automatic rule, not named by the caller. */
  isByRule?: boolean;
}

interface WantedWebsite {
  /** In the form that `websiteAddress` returns. */
  url: string;
  name?: string | undefined;
  isByRule?: boolean;
}

type WantedPerson = Pick<PersonRecord, 'name' | 'email' | 'username' | 'url'>;
type WantedAnnotation = Pick<AnnotationRecord, 'type' | 'text'> & { mechanism?: string | undefined };

export interface Attached {
  tags: WantedTag[];
  websites: WantedWebsite[];
  persons: WantedPerson[];
  annotations: WantedAnnotation[];
}

/**
 * Most assets that automatic rules link to one tag or website: its record holds all their ids and is rewritten with
 * each. Users may link more.
 */
const maxAssetsByRule = 200;

/** Keys of the records that attaching reads and writes, and of the identities it may create records for. */
export function keysOfAttached({ store }: ApiContext, { tags, websites, persons }: Omit<Attached, 'annotations'>) {
  const lookups = lookupsOf(store);
  const keys: string[] = [];
  const add = (collection: 'tags' | 'websites' | 'persons', identity: string | undefined, id: string | undefined) => {
    if (identity !== undefined) keys.push(`${collection}=${identity}`);
    if (id !== undefined) keys.push(keyOf(collection, id));
  };
  for (const tag of tags) {
    const id = lookups.tagNamed(cleanTag(tag.text));
    if (!tag.isByRule || !isFull(store.get('tags', id ?? ''))) add('tags', tagIdentity(cleanTag(tag.text)), id);
  }
  for (const website of websites) {
    const id = lookups.websiteAt(website.url);
    if (!website.isByRule || !isFull(store.get('websites', id ?? ''))) add('websites', website.url, id);
  }
  for (const person of persons) {
    const identity = personIdentity(person);
    add('persons', identity, identity === undefined ? undefined : lookups.personKnownAs(identity));
  }
  return keys;
}

const isFull = (record: { assets: readonly string[] } | undefined): boolean =>
  record !== undefined && record.assets.length >= maxAssetsByRule;

/** Trims a tag's text and collapses white space, so that typing differences make no new tag. */
export const cleanTag = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** @param wanted its text must not be empty after `cleanTag` */
export function findOrMakeTag(context: ApiContext, draft: Draft, wanted: WantedTag): Readonly<TagRecord> {
  const text = cleanTag(wanted.text);
  const existing = draft.get('tags', lookupsOf(context.store).tagNamed(text) ?? '');
  if (existing && (wanted.isByRule || existing.mechanism !== 'AUTOMATIC')) return existing;
  const tag: TagRecord = existing
    ? { ...existing, ...adopted }
    : { ...newRecord(context, wanted.isByRule), text, category: wanted.category ?? 'UNKNOWN' };
  draft.put('tags', tag);
  return tag;
}

/**
 * The website with this address, from the draft or the library, created if missing. When a user names one that a rule
 * made, it becomes the user's.
 */
export function findOrMakeWebsite(context: ApiContext, draft: Draft, wanted: WantedWebsite): Readonly<WebsiteRecord> {
  const { url, isByRule } = wanted;
  const existing = draft.get('websites', lookupsOf(context.store).websiteAt(url) ?? '');
  if (existing && (isByRule || existing.mechanism !== 'AUTOMATIC')) return existing;
  const website: WebsiteRecord = existing
    ? { ...existing, ...adopted }
    : { ...newRecord(context, isByRule), url, name: wanted.name?.trim() || websiteName(url) };
  draft.put('websites', website);
  return website;
}

/** Marks a record made by a rule as the user's, so that it is not deleted with its last asset. */
const adopted = { mechanism: 'MANUAL' } as const;

function newRecord(context: ApiContext, isByRule = false) {
  const time = context.now();
  const mechanism = isByRule ? ('AUTOMATIC' as const) : ('MANUAL' as const);
  return { id: context.newId(), created: time, updated: time, mechanism, assets: [] };
}

/** Links the tags, each text once. A tag found by a rule is skipped when it has reached the rules' limit of assets. */
export function attachTags(context: ApiContext, draft: Draft, asset: string, tags: readonly WantedTag[]): void {
  for (const wanted of uniqueBy(tags, ({ text }) => tagIdentity(cleanTag(text)))) {
    const tag = findOrMakeTag(context, draft, wanted);
    if (!wanted.isByRule || !isFull(tag)) addLink(context, draft, { asset, collection: 'tags', id: tag.id });
  }
}

/** Links the websites, each address once, with the same limit for rules as tags. */
export function attachWebsites(context: ApiContext, draft: Draft, asset: string, websites: readonly WantedWebsite[]) {
  for (const wanted of uniqueBy(websites, ({ url }) => url)) {
    const website = findOrMakeWebsite(context, draft, wanted);
    if (!wanted.isByRule || !isFull(website)) {
      addLink(context, draft, { asset, collection: 'websites', id: website.id });
    }
  }
}

/** Links the persons, each once; one without any name or address is ignored. */
export function attachPersons(
  context: ApiContext,
  draft: Draft,
  asset: string,
  persons: readonly WantedPerson[],
): void {
  for (const wanted of uniqueBy(persons, personIdentity)) {
    const person = findOrMakePerson(context, draft, wanted);
    addLink(context, draft, { asset, collection: 'persons', id: person.id });
  }
}

/** The person with the same e-mail address, else user name, name or URL; created if missing. */
export function findOrMakePerson(context: ApiContext, draft: Draft, wanted: WantedPerson): Readonly<PersonRecord> {
  const { name, email, username, url } = wanted;
  const known = lookupsOf(context.store).personKnownAs(personIdentity(wanted) ?? '');
  const person: PersonRecord = draft.get('persons', known ?? '') ?? {
    ...newRecord(context),
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    ...(username !== undefined && { username }),
    ...(url !== undefined && { url }),
  };
  draft.put('persons', person);
  return person;
}

/** Creates the annotations and adds them to the asset, which must be in the draft. */
export function attachAnnotations(
  context: ApiContext,
  draft: Draft,
  asset: string,
  annotations: readonly WantedAnnotation[],
): void {
  const made = annotations.map((wanted) => toAnnotation(context, wanted, { asset }));
  for (const annotation of made) draft.put('annotations', annotation);
  const record = draft.get('assets', asset);
  if (!record) return;
  draft.put('assets', { ...record, annotations: [...record.annotations, ...made.map(({ id }) => id)] });
}

/** @param of the owner: `{ asset: id }`, `{ conversation: id }` and so on */
export function toAnnotation(
  context: ApiContext,
  { type, text, mechanism }: WantedAnnotation,
  of: Partial<AnnotationRecord>,
): AnnotationRecord {
  const time = context.now();
  return { id: context.newId(), type, text, created: time, updated: time, mechanism: toMechanism(mechanism), ...of };
}

/** The first item of each identity; items without one are left out. */
function uniqueBy<Item>(items: readonly Item[], identityOf: (item: Item) => string | undefined): Item[] {
  const unique = new Map<string, Item>();
  for (const item of items) {
    const identity = identityOf(item);
    if (identity && !unique.has(identity)) unique.set(identity, item);
  }
  return [...unique.values()];
}

// Section: tags, websites, summaries, persons and annotations in wire form (contract/WIRE.md 3).

export const tagCategories = ['UNKNOWN', 'HANDLE', 'EMAIL'] as const;
export const annotationTypes = AnnotationType.enum;

interface AttachedKind {
  id: string;
  created: number;
  updated: number;
  mechanism: Mechanism;
  assets: readonly string[];
}

const stamps = ({ id, created, updated }: { id: string; created: number; updated: number }) => ({
  id,
  created: toTimestamp(created),
  updated: toTimestamp(updated),
});

/**
 * @param within the asset that the record is shown in: its other assets are then left out, because a list of assets
 *   that share a tag would grow with the square of their number
 */
const attached = ({ mechanism, assets }: AttachedKind, within?: string) =>
  within === undefined
    ? {
        mechanism,
        mechanisms: new LongRecord(
          LongList.of(
            () => assets,
            (asset) => [asset, mechanism] as const,
          ),
        ),
        assets: toReferences(assets),
      }
    : { mechanism, mechanisms: { [within]: mechanism } };

export function toWireTag(tag: Readonly<TagRecord>, within?: string): Written<Tag> {
  const category = oneOf(tagCategories, tag.category, 'UNKNOWN');
  return { ...stamps(tag), text: tag.text, category, ...attached(tag, within) };
}

export function toWireWebsite(website: Readonly<WebsiteRecord>, within?: string): Written<Website> {
  const { url, name, conversations = [] } = website;
  const links = within === undefined && { conversations: toReferences(conversations) };
  return { ...stamps(website), url, name, ...attached(website, within), ...links };
}

export function toWireSummary(summary: Readonly<SummaryRecord>, within?: string): Written<WorkstreamSummary> {
  return {
    ...stamps(summary),
    name: summary.name,
    model: extractiveModel,
    mechanism: summary.mechanism,
    ...(summary.favorited !== undefined && { favorited: summary.favorited }),
    annotations: toReferences(summary.annotations),
    ...(within === undefined && { assets: toReferences(summary.assets) }),
  };
}

export function toWirePerson(person: Readonly<PersonRecord>, within?: string): Written<Person> {
  const { name, email, username, url } = person;
  const basic = {
    ...(name !== undefined && { name }),
    ...(username !== undefined && { username }),
    ...(email !== undefined && { email }),
    ...(url !== undefined && { url }),
  };
  const annotations = toReferences(person.annotations ?? []);
  return { ...stamps(person), type: { basic }, ...attached(person, within), annotations };
}

export const toAnnotationType = (type: string) => oneOf(annotationTypes, type, 'COMMENT');

export function toWireAnnotation(annotation: Readonly<AnnotationRecord>): Annotation {
  const { favorited } = annotation;
  return {
    ...stamps(annotation),
    type: toAnnotationType(annotation.type),
    text: annotation.text,
    mechanism: annotation.mechanism,
    ...(favorited !== undefined && { favorited }),
    ...ownersOf(annotation),
  };
}

/** References to the annotation's owners, in wire form. */
function ownersOf({ asset, conversation, summary, person, anchor }: Readonly<AnnotationRecord>) {
  return {
    ...(asset !== undefined && { asset: { id: asset } }),
    ...(conversation !== undefined && { conversation: { id: conversation } }),
    ...(summary !== undefined && { summary: { id: summary } }),
    ...(person !== undefined && { person: { id: person } }),
    ...(anchor !== undefined && { anchor: { id: anchor } }),
  };
}
