/**
 * The open store. A change is serialised, queued, appended and synced together with others, checked against the fence,
 * applied to memory, acknowledged; in this order. Reads see applied changes only.
 */
import { ApiError } from '../contract/errors';
import type { Fence } from '../owner/ownerFiles';
import { encodeRecord } from './disk/journal';
import { describeFault, isLasting, type Journals } from './journals';
import type { Library } from './library';
import type { Log } from './openLibrary';
import { prepare, refuseGrowth, type Prepared } from './prepare';
import type { Records } from './records';
import type { Snapshots, Limits } from './snapshots';
import type { Change, Collection, ReadOnly, Store } from './types';

/** Most changes synced together, so that no change waits long. */
const maxGroupChanges = 1_000;
/** Most bytes synced together. */
const maxGroupBytes = 4 * 1024 * 1024;

interface StoreParts {
  fence: Fence;
  library: Library;
  snapshots: Snapshots;
  journals: Journals;
  readOnly: ReadOnly | undefined;
  /** True when the store is read-only because of the disk, which may recover; else it stays so until reopened. */
  mayRecover: boolean;
  repairs: readonly string[];
  limits: Limits;
  now: () => number;
  log: Log;
}

interface Waiting extends Prepared {
  changes: Change[];
  request: string | undefined;
  resolve: () => void;
  reject: (error: ApiError) => void;
}

export class LibraryStore implements Store {
  readonly repairs: readonly string[];
  readOnly: ReadOnly | undefined;
  private readonly library: Library;
  private readonly queue: Waiting[] = [];
  private readonly underWay = new Map<string, Promise<void>>();
  private readonly listeners = new Set<(changes: Change[]) => void>();
  private working: Promise<void> | undefined;
  /** Set when the store takes no more changes. */
  private ended: ApiError | undefined;
  private probeTimer: NodeJS.Timeout | undefined;
  private readonly idleTimer: NodeJS.Timeout;

  constructor(private readonly parts: StoreParts) {
    this.repairs = parts.repairs;
    this.readOnly = parts.readOnly;
    this.library = parts.library;
    this.idleTimer = setTimeout(() => void this.whenIdle(), parts.limits.idleMs).unref();
    if (parts.mayRecover) this.probeLater();
  }

  get<C extends Collection>(collection: C, id: string): Readonly<Records[C]> | undefined {
    return this.shelf(collection)?.get(id);
  }

  list<C extends Collection>(collection: C): IterableIterator<Readonly<Records[C]>> {
    return (this.shelf(collection) ?? new Map<string, Records[C]>()).values();
  }

  count(collection: Collection): number {
    return this.shelf(collection)?.size ?? 0;
  }

  bytes(collection: Collection, id?: string): number {
    return id === undefined ? this.library.totalOf(collection) : this.library.bytesOf(collection, id);
  }

  async change(changes: Change[], request?: string): Promise<void> {
    const running = request === undefined ? undefined : this.underWay.get(request);
    if (running) return running;
    if (changes.length === 0 || (request !== undefined && this.library.hasAnswered(request))) return;
    this.refuseWhenClosed();
    const prepared = prepare(changes);
    refuseGrowth(prepared, this.library);
    const done = new Promise<void>((resolve, reject) => {
      this.queue.push({ ...prepared, changes, request, resolve, reject });
    });
    this.wake();
    if (request === undefined) return done;
    this.underWay.set(request, done);
    return done.finally(() => this.underWay.delete(request));
  }

  onChange(listener: (changes: Change[]) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async backUp(reason: 'wanted' | 'restore'): Promise<string> {
    try {
      return await this.parts.snapshots.keep(reason);
    } catch (error) {
      throw new ApiError('internal', `The backup could not be written: ${describeFault(error)}.`, { cause: error });
    }
  }

  async close(): Promise<void> {
    this.ended ??= new ApiError('overloaded', 'The library is being closed.', { retryAfterSeconds: 1 });
    clearTimeout(this.idleTimer);
    clearTimeout(this.probeTimer);
    while (this.working) await this.working;
    await this.parts.snapshots.stop();
    await this.parts.journals.close();
  }

  /** Restores the record type of a collection: input is typed by `Change`, and data from disk is verified. */
  private shelf<C extends Collection>(collection: C): ReadonlyMap<string, Records[C]> | undefined {
    return this.library.records(collection) as ReadonlyMap<string, Records[C]> | undefined;
  }

  private refuseWhenClosed(): void {
    if (this.ended) throw this.ended;
    if (this.readOnly) throw new ApiError('internal', this.readOnly.reason);
  }

  private wake(): void {
    this.runAlone(() => this.work());
  }

  /** Serialises work on the journal; changes arriving meanwhile are processed afterwards. */
  private runAlone(work: () => Promise<void>): void {
    this.working ??= work().finally(() => {
      this.working = undefined;
      this.idleTimer.refresh();
      if (this.queue.length > 0) this.wake();
    });
  }

  private async work(): Promise<void> {
    await Promise.resolve(); // callers of the same turn share the first sync
    while (this.queue.length > 0) {
      await this.commit(this.takeGroup());
      if (this.parts.snapshots.isDue()) await this.snapshot();
    }
  }

  private takeGroup(): Waiting[] {
    let bytes = 0;
    let size = 0;
    for (const waiting of this.queue) {
      bytes += waiting.bytes;
      if (size === maxGroupChanges || (size > 0 && bytes > maxGroupBytes)) break;
      size += 1;
    }
    return this.queue.splice(0, size);
  }

  private async commit(group: Waiting[]): Promise<void> {
    const { fence, now, snapshots, journals } = this.parts;
    const first = this.library.last.seq + 1;
    const time = now();
    const lines = Buffer.concat(
      group.map(({ request, json }, index) => encodeRecord(first + index, time, request, json)),
    );
    try {
      await journals.append(lines);
      if (await fence.isFenced()) return this.yieldToNewOwner(group);
    } catch (error) {
      return this.fail(group, error);
    }
    journals.keep(lines);
    snapshots.count(lines.length, group.length);
    for (const [index, waiting] of group.entries()) this.acknowledge(waiting, first + index);
  }

  private acknowledge({ request, operations, changes, resolve }: Waiting, seq: number): void {
    this.library.apply({ seq, request, operations }, this.parts.fence.epoch);
    for (const listener of this.listeners) {
      try {
        listener(changes);
      } catch (error) {
        // The change is saved and applied, so a listener's error must not make it fail.
        const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
        this.parts.log('error', `A listener of the store failed: ${text}`);
      }
    }
    resolve();
  }

  private yieldToNewOwner(group: Waiting[]): void {
    this.ended = new ApiError('overloaded', 'Another window has taken over the library.', { retryAfterSeconds: 1 });
    for (const waiting of [...group, ...this.queue.splice(0)]) waiting.reject(this.ended);
  }

  /** Rejects a group of changes and removes its lines from the journal, or abandons the journal. */
  private async fail(group: Waiting[], error: unknown): Promise<void> {
    const reason = `The change could not be saved: ${describeFault(error)}.`;
    this.parts.log('warn', reason);
    const outcome = await this.parts.journals.repair(error);
    // A new snapshot makes the damaged journal unnecessary.
    if (outcome !== 'cut') this.parts.snapshots.force();
    const refused = [...group];
    if (outcome === 'broken' || isLasting(error)) {
      this.becomeReadOnly(describeFault(error));
      refused.push(...this.queue.splice(0));
    }
    for (const waiting of refused) waiting.reject(new ApiError('internal', reason));
  }

  /** Takes a snapshot between two groups, so that the new journal begins exactly where it ends. */
  private async snapshot(): Promise<void> {
    const { journals, snapshots } = this.parts;
    if (!journals.isOpen || this.readOnly || this.ended) return;
    try {
      const before = await journals.next();
      void snapshots.take();
      await before.leave();
    } catch (error) {
      snapshots.postpone(error);
    }
  }

  private async whenIdle(): Promise<void> {
    const { snapshots, log } = this.parts;
    try {
      if (await snapshots.isDueWhenIdle()) snapshots.force();
    } catch (error) {
      log('warn', `The store could not look after its backups: ${describeFault(error)}.`);
    }
    if (!this.ended && snapshots.isDue()) this.runAlone(() => this.snapshot());
  }

  private becomeReadOnly(fault: string): void {
    this.readOnly = { reason: `The library takes no changes: ${fault}. It is tried again every few seconds.` };
    this.parts.log('error', this.readOnly.reason);
    this.probeLater();
  }

  private probeLater(): void {
    this.probeTimer = setTimeout(() => {
      if (this.working) this.probeLater();
      else this.runAlone(() => this.probe());
    }, this.parts.limits.probeMs).unref();
  }

  private async probe(): Promise<void> {
    try {
      await this.parts.journals.probe();
    } catch {
      if (!this.ended) this.probeLater(); // still the same fault, already reported
      return;
    }
    this.readOnly = undefined;
    this.parts.log('info', 'The library takes changes again.');
  }
}
