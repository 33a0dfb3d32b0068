/** A library of any size, written into a data folder before a service opens it: saving so many over HTTP takes minutes. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { openStore } from '../../../src/store/openStore';
import type { AssetRecord } from '../../../src/store/records';
import type { Change, Store } from '../../../src/store/types';
import { fence } from '../../unit/store/temporaryStore';

/** What a person saves: some forty lines. */
const textBytes = 1_500;
const changedAtOnce = 1_000;
const created = Date.parse('2026-03-01T10:00:00Z');
const application = { id: 'a-program', name: 'VS_CODE', version: '1.2.3', platform: 'LINUX' };
const mechanism = 'MANUAL' as const;

export interface LargeLibrary {
  /** For `--data`. */
  folder: string;
  assets: string[];
  /** One of each that is linked to every asset, and a conversation that holds every message. */
  shared: { tag: string; website: string; person: string; summary: string; conversation: string };
}

/** @param folder an empty one */
export async function makeLibrary(folder: string, count: number): Promise<LargeLibrary> {
  const store = await openStore({ directory: path.join(folder, 'store'), fence: fence(1), log: () => undefined });
  const assets = Array.from({ length: count }, () => randomUUID());
  const names = ['tag', 'website', 'person', 'summary', 'conversation'] as const;
  const shared = Object.fromEntries(names.map((name) => [name, randomUUID()])) as LargeLibrary['shared'];
  const library = { folder, assets, shared };
  const messages = assets.map(() => randomUUID());
  await putAll(store, sharedRecords(library, messages));
  for (let from = 0; from < count; from += changedAtOnce) {
    const some = assets.slice(from, from + changedAtOnce);
    await putAll(
      store,
      some.flatMap((id, at) => recordsOf(library, id, from + at, messages[from + at] ?? '')),
    );
  }
  await store.close();
  return library;
}

const putAll = (store: Store, changes: Change[]) => store.change(changes);

function sharedRecords({ assets, shared }: LargeLibrary, messages: string[]): Change[] {
  const stamps = { created, updated: created, mechanism };
  const { tag, website, person, summary, conversation } = shared;
  return [
    { op: 'put', collection: 'tags', value: { id: tag, ...stamps, text: 'everything', category: 'UNKNOWN', assets } },
    {
      op: 'put',
      collection: 'websites',
      value: { id: website, ...stamps, url: 'https://example.test/', name: 'Example', assets },
    },
    {
      op: 'put',
      collection: 'persons',
      value: { id: person, ...stamps, name: 'Ada', email: 'ada@example.test', assets },
    },
    {
      op: 'put',
      collection: 'summaries',
      value: { id: summary, ...stamps, name: 'All of it', annotations: [], assets },
    },
    {
      op: 'put',
      collection: 'conversations',
      value: { id: conversation, created, updated: created, messages, assets: [], annotations: [] },
    },
  ];
}

function recordsOf({ shared }: LargeLibrary, id: string, number: number, message: string): Change[] {
  const time = created + number;
  const stamps = { created: time, updated: time, mechanism };
  const raw = `export function value${number}() {\n  return ${`word${number} + `.repeat(textBytes)}`.slice(
    0,
    textBytes,
  );
  const annotation = randomUUID();
  const chat = randomUUID();
  const value: AssetRecord = {
    ...{ id, name: `Value ${number}`, creator: 'a-user', ...stamps, application },
    formats: [{ id: randomUUID(), generic: 'CODE', specific: 'ts', text: raw, created: time, updated: time }],
    counters: { reuse: 0, update: 0, reference: 0, priority: 0, searched: 0 },
    shares: [],
    tags: [shared.tag],
    websites: [shared.website],
    summaries: [shared.summary],
    persons: [shared.person],
    annotations: [annotation],
    conversations: [],
  };
  return [
    { op: 'put', collection: 'assets', value },
    {
      op: 'put',
      collection: 'annotations',
      value: { id: annotation, type: 'DESCRIPTION', text: `Answers value ${number}.`, ...stamps, asset: id },
    },
    {
      op: 'put',
      collection: 'activities',
      value: { id: randomUUID(), kind: 'created', asset: id, application, created: time, mechanism },
    },
    {
      op: 'put',
      collection: 'messages',
      value: {
        id: message,
        conversation: shared.conversation,
        role: 'USER',
        text: 'What is it for?',
        created: time,
        updated: time,
      },
    },
    {
      op: 'put',
      collection: 'conversations',
      value: { id: chat, created: time, updated: time, messages: [], assets: [], annotations: [] },
    },
    {
      op: 'put',
      collection: 'tags',
      value: { id: `tag-${number}`, ...stamps, text: `tag ${number}`, category: 'UNKNOWN', assets: [] },
    },
  ];
}
