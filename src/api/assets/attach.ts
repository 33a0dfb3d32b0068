/** What is attached to assets: found or made, and as the contract writes it. */
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

// Section: finds or makes what an asset is given (tag, website, person) in the caller’s draft; turns: `keysOfAttached`.

export interface WantedTag {
  text: string;
  category?: string | undefined;
  /** Made by our rules, not named by the caller. */
  isByRule?: boolean;
}

interface WantedWebsite {
  /** As `websiteAddress` writes it. */
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
 * The rules link no more assets than this to one tag or website: what is on hundreds of assets tells little, and its
 * record, which holds all their ids, is written anew with each. Users may go on.
 */
const maxAssetsByRule = 200;

/** Records that attaching reads to write them, and the identities it may make records for. */
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

/** White space at the ends and runs of it inside are slips of the hand. */
export const cleanTag = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** @param wanted with a text that `cleanTag` leaves something of */
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
 * The website at this address, from the draft or the library; made where there is none. One that a rule made becomes
 * the user’s.
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

/** What a rule made is the user's once the user names it: it no longer goes with its last asset. */
const adopted = { mechanism: 'MANUAL' } as const;

function newRecord(context: ApiContext, isByRule = false) {
  const time = context.now();
  const mechanism = isByRule ? ('AUTOMATIC' as const) : ('MANUAL' as const);
  return { id: context.newId(), created: time, updated: time, mechanism, assets: [] };
}

/** Links the tags, each text once. What a rule found is left out where it has as many assets as a rule may give it. */
export function attachTags(context: ApiContext, draft: Draft, asset: string, tags: readonly WantedTag[]): void {
  for (const wanted of uniqueBy(tags, ({ text }) => tagIdentity(cleanTag(text)))) {
    const tag = findOrMakeTag(context, draft, wanted);
    if (!wanted.isByRule || !isFull(tag)) addLink(context, draft, { asset, collection: 'tags', id: tag.id });
  }
}

/** Links the websites, each address once, under the same rule as tags. */
export function attachWebsites(context: ApiContext, draft: Draft, asset: string, websites: readonly WantedWebsite[]) {
  for (const wanted of uniqueBy(websites, ({ url }) => url)) {
    const website = findOrMakeWebsite(context, draft, wanted);
    if (!wanted.isByRule || !isFull(website)) {
      addLink(context, draft, { asset, collection: 'websites', id: website.id });
    }
  }
}

/** Links the people, each once; whoever has no name of any kind is nobody. */
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

/** The person with the same address, else user name, name or page; made where there is none. */
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

/** Makes the annotations and adds them to the asset, which lies in the draft. */
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

/** @param of what it is about: `{ asset: id }`, `{ conversation: id }` and so on */
export function toAnnotation(
  context: ApiContext,
  { type, text, mechanism }: WantedAnnotation,
  of: Partial<AnnotationRecord>,
): AnnotationRecord {
  const time = context.now();
  return { id: context.newId(), type, text, created: time, updated: time, mechanism: toMechanism(mechanism), ...of };
}

/** The first of each identity; those without one are nobody. */
function uniqueBy<Item>(items: readonly Item[], identityOf: (item: Item) => string | undefined): Item[] {
  const unique = new Map<string, Item>();
  for (const item of items) {
    const identity = identityOf(item);
    if (identity && !unique.has(identity)) unique.set(identity, item);
  }
  return [...unique.values()];
}

// Section: tags, websites, summaries, persons and annotations as the contract writes them (contract/WIRE.md 3).

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
 * @param within the asset that the record is shown in: its other assets are left out then, because a list of assets
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

/** What it is about. */
function ownersOf({ asset, conversation, summary, person, anchor }: Readonly<AnnotationRecord>) {
  return {
    ...(asset !== undefined && { asset: { id: asset } }),
    ...(conversation !== undefined && { conversation: { id: conversation } }),
    ...(summary !== undefined && { summary: { id: summary } }),
    ...(person !== undefined && { person: { id: person } }),
    ...(anchor !== undefined && { anchor: { id: anchor } }),
  };
}
