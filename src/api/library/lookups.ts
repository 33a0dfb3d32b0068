/** In-memory indexes over the store, updated with each change and never saved; one finds assets with the same text. */
import { createHash } from 'node:crypto';
import type { ActivityRecord, AssetRecord, OutboxRecord, PersonRecord } from '../../store/records';
import type { Change, Store } from '../../store/types';
import { perStore, findAll } from '../records';
import type { Inspection, LineRange } from '../../contract/schemas';
import { maskSecrets } from '../../engine/door';
import type { ApiContext } from '../context';
import { textOf } from '../assets/content';

interface Lookups {
  /** Oldest first. */
  activitiesOf(asset: string): readonly Readonly<ActivityRecord>[];
  /** Id of the tag with this text, ignoring case. */
  tagNamed(text: string): string | undefined;
  /** @param url in the form that `websiteAddress` returns */
  websiteAt(url: string): string | undefined;
  personKnownAs(identity: string): string | undefined;
  /** Id of the asset that holds the format. */
  assetOfFormat(format: string): string | undefined;
  /** Ids of the unsent changes of this shared asset, oldest first. */
  waitingOf(asset: string): Iterable<string>;
}

/** The key by which tag texts are compared: one case and one Unicode form. */
export const tagIdentity = (text: string): string => text.normalize('NFC').toLowerCase();

/** The key by which mentions of the same person are matched: the e-mail address, else user name, name or URL. */
export function personIdentity({ email, username, name, url }: Partial<PersonRecord>): string | undefined {
  return (email ?? username ?? name ?? url)?.normalize('NFC').toLowerCase();
}

function createLookups(store: Store): Lookups {
  const tags = new OneToOne();
  const websites = new OneToOne();
  const persons = new OneToOne();
  const activities = new ActivitiesByAsset();
  const formats = new FormatOwners();
  const waiting = new WaitingByAsset();

  function take(change: Change): void {
    if (change.op === 'delete') {
      if (change.collection === 'tags') tags.delete(change.id);
      if (change.collection === 'websites') websites.delete(change.id);
      if (change.collection === 'persons') persons.delete(change.id);
      if (change.collection === 'activities') activities.delete(change.id);
      if (change.collection === 'assets') formats.delete(change.id);
      if (change.collection === 'outbox') waiting.delete(change.id);
      return;
    }
    if (change.collection === 'tags') tags.set(change.value.id, tagIdentity(change.value.text));
    if (change.collection === 'websites') websites.set(change.value.id, change.value.url);
    if (change.collection === 'persons') persons.set(change.value.id, personIdentity(change.value));
    if (change.collection === 'activities') activities.set(change.value);
    if (change.collection === 'assets') formats.set(change.value);
    if (change.collection === 'outbox') waiting.set(change.value);
  }

  for (const value of store.list('tags')) take({ op: 'put', collection: 'tags', value });
  for (const value of store.list('websites')) take({ op: 'put', collection: 'websites', value });
  for (const value of store.list('persons')) take({ op: 'put', collection: 'persons', value });
  for (const value of store.list('activities')) take({ op: 'put', collection: 'activities', value });
  for (const value of store.list('assets')) take({ op: 'put', collection: 'assets', value });
  for (const value of store.list('outbox')) take({ op: 'put', collection: 'outbox', value });
  store.onChange((changes) => changes.forEach(take));

  return {
    activitiesOf: (asset) => activities.of(asset),
    tagNamed: (text) => tags.idOf(tagIdentity(text)),
    websiteAt: (url) => websites.idOf(url),
    personKnownAs: (identity) => persons.idOf(identity),
    assetOfFormat: (format) => formats.ownerOf(format),
    waitingOf: (asset) => waiting.of(asset),
  };
}

/** Bidirectional map of identities and ids. If two records share an identity, the older one is found. */
class OneToOne {
  private readonly ids = new Map<string, string>();
  private readonly identities = new Map<string, string>();

  idOf(identity: string): string | undefined {
    return this.ids.get(identity);
  }

  set(id: string, identity: string | undefined): void {
    if (this.identities.get(id) === identity) return;
    this.delete(id);
    if (identity === undefined) return;
    this.identities.set(id, identity);
    if (!this.ids.has(identity)) this.ids.set(identity, id);
  }

  delete(id: string): void {
    const identity = this.identities.get(id);
    if (identity === undefined) return;
    this.identities.delete(id);
    if (this.ids.get(identity) === id) this.ids.delete(identity);
  }
}

class ActivitiesByAsset {
  private readonly byAsset = new Map<string, Readonly<ActivityRecord>[]>();
  private readonly assetOf = new Map<string, string>();

  of(asset: string): readonly Readonly<ActivityRecord>[] {
    return this.byAsset.get(asset) ?? [];
  }

  set(activity: Readonly<ActivityRecord>): void {
    if (this.assetOf.has(activity.id)) this.delete(activity.id);
    this.assetOf.set(activity.id, activity.asset);
    const activities = this.byAsset.get(activity.asset);
    if (activities) activities.push(activity);
    else this.byAsset.set(activity.asset, [activity]);
  }

  delete(id: string): void {
    const asset = this.assetOf.get(id);
    if (asset === undefined) return;
    this.assetOf.delete(id);
    const rest = this.of(asset).filter((activity) => activity.id !== id);
    if (rest.length > 0) this.byAsset.set(asset, rest);
    else this.byAsset.delete(asset);
  }
}

class FormatOwners {
  private readonly owners = new Map<string, string>();
  private readonly formats = new Map<string, readonly string[]>();

  ownerOf(format: string): string | undefined {
    return this.owners.get(format);
  }

  set({ id, formats }: Readonly<AssetRecord>): void {
    this.delete(id);
    this.formats.set(
      id,
      formats.map((format) => format.id),
    );
    for (const format of formats) this.owners.set(format.id, id);
  }

  delete(asset: string): void {
    for (const format of this.formats.get(asset) ?? []) this.owners.delete(format);
    this.formats.delete(asset);
  }
}

class WaitingByAsset {
  private readonly byAsset = new Map<string, Set<string>>();
  private readonly assetOf = new Map<string, string>();

  of(asset: string): Iterable<string> {
    return this.byAsset.get(asset) ?? [];
  }

  set({ id, asset }: Readonly<OutboxRecord>): void {
    this.assetOf.set(id, asset);
    this.byAsset.set(asset, (this.byAsset.get(asset) ?? new Set()).add(id));
  }

  delete(id: string): void {
    const asset = this.assetOf.get(id) ?? '';
    this.assetOf.delete(id);
    const rest = this.byAsset.get(asset);
    rest?.delete(id);
    if (rest?.size === 0) this.byAsset.delete(asset);
  }
}

/** The indexes of this store, created on first use. */
export const lookupsOf = perStore(createLookups);

// Section: finds saved assets by their content.

/** Most duplicates that are listed. */
const maxDuplicates = 20;

/** A hash of the text that ignores line endings and surrounding white space. */
export function contentKey(text: string): string {
  return createHash('sha256').update(text.replace(/\r\n?/g, '\n').trim()).digest('base64');
}

interface Contents {
  /** Ids of the assets with this content, oldest first. */
  assetsWith(key: string): string[];
}

function createContents(store: Store): Contents {
  const keys = new Map<string, string>();
  const assets = new Map<string, Set<string>>();
  function forget(id: string): void {
    const key = keys.get(id);
    if (key === undefined) return;
    keys.delete(id);
    const rest = assets.get(key);
    rest?.delete(id);
    if (rest?.size === 0) assets.delete(key);
  }
  function learn(asset: Readonly<AssetRecord>): void {
    const text = textOf(asset);
    const key = text === undefined ? undefined : contentKey(text);
    if (key === keys.get(asset.id)) return;
    forget(asset.id);
    if (key === undefined) return;
    keys.set(asset.id, key);
    assets.set(key, (assets.get(key) ?? new Set()).add(asset.id));
  }
  function take(change: Change): void {
    if (change.collection !== 'assets') return;
    if (change.op === 'put') learn(change.value);
    else forget(change.id);
  }
  for (const asset of store.list('assets')) learn(asset);
  store.onChange((changes) => changes.forEach(take));
  return { assetsWith: (key) => [...(assets.get(key) ?? [])] };
}

/** The content index of this store, created on first use: hashing ten thousand assets takes well under a second. */
export const contentsOf = perStore(createContents);

/**
 * Inspects a text before it is saved, for duplicates and secrets.
 * @returns `secrets` are the lines that hold some, `masked` the text without them, absent when there are none
 */
export function inspect({ store }: ApiContext, text: string): Inspection {
  const same = contentsOf(store).assetsWith(contentKey(text)).slice(0, maxDuplicates);
  const masked = maskSecrets(text);
  return {
    duplicates: findAll(store, 'assets', same).map(({ id, name }) => ({ id, name })),
    secrets: masked === text ? [] : changedLines(text, masked),
    ...(masked !== text && { masked }),
  };
}

/** The line ranges that masking changed; masking never adds or removes lines. */
function changedLines(text: string, masked: string): LineRange[] {
  const after = masked.split('\n');
  const ranges: LineRange[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line === after[index]) continue;
    const last = ranges.at(-1);
    if (last?.end === index) last.end = index + 1;
    else ranges.push({ start: index + 1, end: index + 1 });
  }
  return ranges;
}
