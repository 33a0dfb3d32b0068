/** Windows that share one library, each a process of its own. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Role, Timing } from '../../../src/owner/ownership';
import { openStore } from '../../../src/store/openStore';
import { fence } from '../../unit/store/temporaryStore';
import { Child } from './children';

/** What a window says: a new role, or the id of an acknowledged change. */
export interface WindowLine {
  role?: Role['kind'];
  epoch?: number;
  kept?: string;
}

export class Window extends Child<WindowLine> {
  constructor(directory: string, schema = 1, timing: Partial<Timing> = {}) {
    super('window', [directory, String(schema), JSON.stringify(timing)]);
  }

  get role(): WindowLine | undefined {
    return this.lines.findLast((line) => line.role !== undefined);
  }

  get isOwner(): boolean {
    return this.role?.role === 'owner';
  }

  get isClient(): boolean {
    return this.role?.role === 'client';
  }

  get kept(): string[] {
    return this.lines.flatMap((line) => line.kept ?? []);
  }
}

export class Windows {
  readonly all: Window[] = [];
  private constructor(readonly directory: string) {}

  static async make(): Promise<Windows> {
    return new Windows(await mkdtemp(path.join(os.tmpdir(), 'quarry-owner-')));
  }

  open(count: number, schema?: number, timing?: Partial<Timing>): Window[] {
    const opened = Array.from({ length: count }, () => new Window(this.directory, schema, timing));
    this.all.push(...opened);
    return opened;
  }

  /** Waits until each is owner or client, and exactly one is owner. */
  async settle(): Promise<{ owner: Window; clients: Window[] }> {
    await Promise.all(this.all.map((window) => window.until((one) => one.isOwner || one.isClient)));
    const [owner, ...more] = this.all.filter((window) => window.isOwner);
    assert.ok(owner && more.length === 0, `one owner, not ${owner ? more.length + 1 : 0}`);
    return { owner, clients: this.all.filter((window) => window.isClient) };
  }

  /** Kills one for good. */
  async kill(window: Window): Promise<void> {
    await window.end();
    this.all.splice(this.all.indexOf(window), 1);
  }

  /** Names of the owner files: one for each epoch that was ever claimed, while few. */
  async epochs(): Promise<string[]> {
    return (await readdir(this.directory)).filter((name) => name.startsWith('owner.')).sort();
  }

  /** The ids in the library as the next owner would find them. All windows must have ended. */
  async keptInStore(): Promise<Set<string>> {
    const store = await openStore({ directory: this.directory, fence: fence(1_000_000), log: () => undefined });
    const ids = new Set([...store.list('settings')].map(({ id }) => id));
    assert.equal(store.readOnly, undefined);
    assert.deepEqual(store.repairs, []);
    await store.close();
    return ids;
  }

  async end(): Promise<void> {
    await Promise.all(this.all.map((window) => window.end()));
    await rm(this.directory, { recursive: true, force: true });
  }
}
