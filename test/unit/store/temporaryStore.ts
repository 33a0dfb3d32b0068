/** Stores in temporary folders, and records to put into them. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Fence } from '../../../src/owner/ownerFiles';
import { openStore, type StoreOptions } from '../../../src/store/openStore';
import type { TagRecord } from '../../../src/store/records';
import type { Change, Store } from '../../../src/store/types';

export function tag(id: string, text = `text of ${id}`): TagRecord {
  return { id, text, category: 'UNKNOWN', created: 1, updated: 1, mechanism: 'MANUAL', assets: [] };
}

export function putTag(id: string, text?: string): Change {
  return { op: 'put', collection: 'tags', value: tag(id, text) };
}

export function fence(epoch: number): Fence {
  return { epoch, isFenced: async () => false };
}

export function tagIds(store: Store): string[] {
  return [...store.list('tags')].map(({ id }) => id);
}

/** A folder whose stores are closed, and which is removed, after each test. */
export class TemporaryFolder {
  readonly log: string[] = [];
  private readonly open_: Store[] = [];
  private constructor(readonly path: string) {}

  static async make(): Promise<TemporaryFolder> {
    return new TemporaryFolder(await mkdtemp(path.join(os.tmpdir(), 'quarry-store-')));
  }

  async open(options: Partial<StoreOptions> = {}): Promise<Store> {
    const log = (_level: string, text: string) => void this.log.push(text);
    const store = await openStore({ directory: this.path, fence: fence(1), log, ...options });
    this.open_.push(store);
    return store;
  }

  async names(pattern = /./): Promise<string[]> {
    return (await readdir(this.path)).filter((name) => pattern.test(name)).sort();
  }

  file(name: string): string {
    return path.join(this.path, name);
  }

  async text(name: string): Promise<string> {
    return readFile(this.file(name), 'utf8');
  }

  async remove(): Promise<void> {
    for (const store of this.open_) await store.close();
    await rm(this.path, { recursive: true, force: true });
  }
}
