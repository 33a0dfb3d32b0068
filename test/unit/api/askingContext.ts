// What the question-answering tests stand on: the real engine, real folders, a store in memory.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type ApiContext, type Upkeep, createWindows } from '../../../src/api/context';
import type { OwnEmbedder, OwnEndpoint } from '../../../src/api/context';
import { createTurns } from '../../../src/api/turns';
import type { CallContext } from '../../../src/contract/api';
import type { PathPolicy } from '../../../src/contract/serviceOptions';
import { createEngine } from '../../../src/engine/engine';
import type { Engine } from '../../../src/engine/types';
import type { AssetRecord } from '../../../src/store/records';
import { createMemoryStore, type MemoryStore } from './memoryStore';

export interface AskingContext extends ApiContext {
  store: MemoryStore;
  logged: string[];
  /** Moves the clock, milliseconds. */
  pass(time: number): void;
  setPolicy(policy: PathPolicy, allowedPaths?: string[]): void;
}

export interface AskingOptions {
  /** Replaces single methods of the engine, to hold a call or make it fail. */
  engine?: Partial<Engine>;
  /** Folders of no window, as `--root` gives them. */
  folders?: string[];
  /** A model that the service itself asks. */
  ownEndpoint?: OwnEndpoint;
  /** One that ranks what was found. */
  ownEmbedder?: OwnEmbedder;
}

export function createAskingContext({
  engine,
  folders = [],
  ownEndpoint,
  ownEmbedder,
}: AskingOptions = {}): AskingContext {
  const logged: string[] = [];
  let clock = Date.parse('2026-03-01T10:00:00Z');
  let paths: { policy: PathPolicy; allowedPaths: string[] } = { policy: 'owned', allowedPaths: [] };
  const now = () => clock;
  return {
    store: createMemoryStore(),
    engine: {
      ...createEngine({
        grammarFolder: path.resolve('dist/grammars'),
        log: () => undefined,
      }),
      ...engine,
    },
    windows: createWindows(now, folders),
    ...(ownEndpoint && { ownEndpoint }),
    ...(ownEmbedder && { ownEmbedder }),
    upkeep: { folder: {} as Upkeep['folder'], letGo: () => undefined, renewToken: async () => undefined },
    service: {
      instance: 'instance-1',
      epoch: 1,
      version: '0.0.0-test',
      startedAt: '2026-03-01T10:00:00.000Z',
      pid: process.pid,
      baseUrl: () => 'http://127.0.0.1:39300',
      ownFolders: [],
      pathPolicy: () => paths,
      defaultSpace: () => 'none',
    },
    user: randomUUID(),
    application: { id: randomUUID(), name: 'OPEN_SOURCE', version: '0.0.0', platform: 'LINUX' },
    now,
    newId: randomUUID,
    log: (level, text) => void logged.push(`${level}: ${text}`),
    turns: createTurns(),
    logged,
    pass: (time) => void (clock += time),
    setPolicy: (policy, allowedPaths = []) => void (paths = { policy, allowedPaths }),
  };
}

export const anyone: CallContext = { signal: new AbortController().signal, caller: { isTrusted: false } };
export const trusted: CallContext = { signal: new AbortController().signal, caller: { isTrusted: true } };

/** A folder of files that goes when the test is over. */
export function createFolder(files: Record<string, string>): { path: string; remove(): void } {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-asking-')));
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
  return { path: folder, remove: () => fs.rmSync(folder, { recursive: true, force: true }) };
}

/** A small project with one clear answer in each file. */
export const shopFiles = {
  'src/cart.ts': [
    '/** The cart of a customer. */',
    'export class Cart {',
    '  private readonly items: string[] = [];',
    '',
    '  /** Adds an item; a cart holds at most 50. */',
    '  addItem(item: string): void {',
    "    if (this.items.length >= maxCartItems) throw new RangeError('The cart is full.');",
    '    this.items.push(item);',
    '  }',
    '}',
    '',
    '/** More than this and the checkout page becomes slow. */',
    'export const maxCartItems = 50;',
    '',
  ].join('\n'),
  'src/mail.ts': [
    '/** Sends the invoice by mail and tries three times. */',
    'export async function sendInvoice(address: string): Promise<void> {',
    '  for (let attempt = 1; attempt <= 3; attempt += 1) {',
    '    if (await deliver(address)) return;',
    '  }',
    "  throw new Error('The invoice could not be delivered.');",
    '}',
    '',
    'async function deliver(address: string): Promise<boolean> {',
    '  return address.includes("@");',
    '}',
    '',
  ].join('\n'),
};

export function assetOf(text: string, more: Partial<AssetRecord> = {}): AssetRecord {
  const time = Date.parse('2026-02-01T00:00:00Z');
  return {
    id: randomUUID(),
    name: 'A saved piece',
    creator: 'user',
    created: time,
    updated: time,
    mechanism: 'MANUAL',
    application: { id: 'app', name: 'OPEN_SOURCE', version: '0.0.0', platform: 'LINUX' },
    formats: [{ id: randomUUID(), generic: 'CODE', specific: 'ts', text, created: time, updated: time }],
    counters: { reuse: 0, update: 0, reference: 0, priority: 0, searched: 0 },
    shares: [],
    tags: [],
    websites: [],
    summaries: [],
    persons: [],
    annotations: [],
    conversations: [],
    ...more,
  };
}
