/**
 * Decides which of several processes owns the store and the port: a loop that looks for the owner, stays its client
 * while it answers, and contends for the next epoch when it does not. Must not know what an owner does.
 *
 * looking -> client (the owner answers) | contending (nobody does) | detached (it lives where we cannot reach it)
 * contending -> owner (our file got the epoch) | looking (another was quicker)
 *   | owner without an epoch (the folder takes no file: the library is only looked at, until it can be claimed)
 * client -> looking (connection closed, or silent for five waking seconds)
 * owner -> looking (fenced: a later epoch exists)
 */
import type { LogLevel } from '../contract/serviceOptions';
import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf, whyUnwritable } from './exclusiveFile';
import {
  livesUnreached,
  markEnded,
  connectToOwner,
  whyUnreached,
  type OwnerConnection,
  type Unreached,
} from './ownerConnection';
import {
  claimEpoch,
  createFence,
  ownerName,
  readEpochs,
  readOwnerFile,
  removeDeadOwnerFiles,
  type Fence,
  type OwnerFile,
  ownMark,
} from './ownerFiles';

export type Role =
  | { kind: 'looking' }
  | { kind: 'owner'; file: OwnerFile }
  | { kind: 'client'; file: OwnerFile }
  | { kind: 'detached'; reason: string };

export interface IpcEndpoint {
  /** Goes into the owner file; see `makeIpcPath`. */
  path: string;
  /** Closes the endpoint and all its connections, which clients take as the owner's end. */
  close(): Promise<void>;
}

interface OwnershipOptions {
  /** The store's folder. */
  directory: string;
  version: string;
  schema: number;
  /** Random id of this service; made up when absent. */
  instance?: string;
  /** Opens the endpoint that answers our own windows. Called before an epoch is claimed: until `becomeOwner` has
   *  resolved, any HTTP answer from it will do. */
  openIpc(): Promise<IpcEndpoint>;
  /**
   * Opens store and port. Resolves when serving; `close` must end all connections and acknowledge nothing more.
   * @param readOnly why the library must not be changed: nobody holds its epoch
   */
  becomeOwner(fence: Fence, file: OwnerFile, readOnly?: string): Promise<{ close(): Promise<void> }>;
  onRole(role: Role): void;
  /** True while nobody may open the library; we keep looking until that ends. */
  isAtRest?: () => Promise<boolean>;
  log: (level: LogLevel, text: string) => void;
  timing?: Partial<Timing>;
  connect?: (ipcPath: string, timeoutMs: number) => Promise<OwnerConnection>;
}

export interface Ownership {
  /** Also the `instance` of the owner file, should we become owner. */
  readonly instance: string;
  start(): void;
  /** Makes an owner give up the library and look again; has no effect in other roles. */
  letGo(): void;
  stop(): Promise<void>;
}

/** Milliseconds. Tests give smaller numbers. */
const defaultTiming = {
  /** How long an owner may take to accept a connection or to answer while we look. */
  answer: 500,
  pingEvery: 1_000,
  /** Milliseconds of silence while we are awake after which an owner counts as hung. */
  silence: 5_000,
  fenceEvery: 1_000,
  /** Interval of touching the owner file, the only sign of life visible to another machine. */
  touchEvery: 5_000,
  touchSeen: 6_000,
  restEvery: 200,
  /** Interval of retries for a folder that was not writable. */
  probeEvery: 5_000,
  firstRetry: 1_000,
  lastRetry: 30_000,
};

export type Timing = typeof defaultTiming;

/** Bytes that must be writable before a full disk counts as free again. */
const probeBytes = 64 * 1024;

function whyDetached({ pid, host }: OwnerFile): string {
  return (
    `The library is in use by process ${pid} on ${host}, which cannot be reached from here, as in a container or ` +
    'another system. End it there, or choose another data folder here.'
  );
}

/** True when a temporary-folder cleaner has removed our socket, which would make us unreachable and irreplaceable. */
async function isRemoved(ipc: string): Promise<boolean> {
  if (process.platform === 'win32') return false; // a pipe is no file
  try {
    await fs.lstat(ipc);
    return false;
  } catch (error) {
    return codeOf(error) === 'ENOENT';
  }
}

/** Attempts to reach an owner; more than one, so that a single late answer does not cost it its epoch. */
const answerTries = 2;
/** A timer late by this many milliseconds means that this process slept, not the owner. */
const lateMs = 2_000;

export function createOwnership(options: OwnershipOptions): Ownership {
  return new OwnershipLoop(options);
}

class OwnershipLoop implements Ownership {
  readonly instance: string;
  private readonly timing: Timing;
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;
  private role: Role | undefined;
  private failures = 0;
  /** True after another process has taken over: it is alive, whatever its file's age. */
  private wasFenced = false;
  private lettingGo: AbortController | undefined;

  constructor(private readonly options: OwnershipOptions) {
    this.instance = options.instance ?? randomUUID();
    this.timing = { ...defaultTiming, ...options.timing };
  }

  start(): void {
    this.running ??= this.run();
  }

  letGo(): void {
    this.lettingGo?.abort();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private async run(): Promise<void> {
    while (!this.isStopping) {
      try {
        await this.look();
      } catch (error) {
        this.failures += 1;
        const reason = error instanceof Error ? error.message : String(error);
        this.options.log('error', `The library cannot be used: ${reason}`);
        this.setRole({ kind: 'detached', reason });
        await this.pause(Math.min(this.timing.lastRetry, this.timing.firstRetry * 2 ** (this.failures - 1)));
      }
    }
  }

  private setRole(role: Role): void {
    // While detached we look again and again; that is no change worth telling.
    if (role.kind === 'looking' && this.role?.kind === 'detached') return;
    this.role = role;
    this.options.onRole(role);
  }

  private async look(): Promise<void> {
    const { directory, schema } = this.options;
    if (this.role?.kind !== 'looking') this.setRole({ kind: 'looking' });
    try {
      await fs.mkdir(directory, { recursive: true, mode: 0o700 });
    } catch (error) {
      const reason = whyUnwritable(directory, error);
      if (reason === undefined) throw error;
      return this.contend(1, reason);
    }
    const epochs = await readEpochs(directory);
    const file = epochs.owner > 0 ? await readOwnerFile(directory, epochs.owner) : undefined;
    if (file) {
      const reached = await this.reach(file);
      if (typeof reached !== 'string') return this.beClient(file, reached);
      if (file.schema > schema)
        return this.waitDetached('The library belongs to a newer version. Reload this window to update.');
      if (await this.livesElsewhere(file, reached)) {
        // It may only have been busy, so it is tried once more.
        const again = await this.reach(file);
        return typeof again === 'string' ? this.waitDetached(whyDetached(file)) : this.beClient(file, again);
      }
      if (this.isStopping) return;
    }
    if (epochs.owner > 0 && !file)
      this.options.log('warn', `${ownerName(epochs.owner)} cannot be read and is passed over.`);
    if (await this.options.isAtRest?.()) return this.pause(this.timing.restEvery);
    if (this.isStopping) return;
    // Owner files deleted by hand: begin above every other file, unless somebody has just begun meanwhile.
    if (epochs.highest > epochs.owner && (await readEpochs(directory)).owner !== epochs.owner) return;
    await this.contend(Math.max(epochs.owner, epochs.highest) + 1);
  }

  private async reach(file: OwnerFile): Promise<OwnerConnection | Unreached> {
    let connection: OwnerConnection;
    try {
      connection = await (this.options.connect ?? connectToOwner)(file.ipc, this.timing.answer);
    } catch (error) {
      return whyUnreached(error, file.ipc);
    }
    for (let attempt = 1; attempt <= answerTries; attempt += 1)
      if (await connection.ping(this.timing.answer)) return connection;
    connection.close();
    return 'silent';
  }

  private async livesElsewhere(file: OwnerFile, why: Unreached): Promise<boolean> {
    if (file.instance === this.instance) return false;
    return livesUnreached(file, {
      path: this.pathOf(file),
      why,
      touchSeenMs: this.timing.touchSeen,
      trustsAge: !this.wasFenced && this.role?.kind !== 'detached',
      signal: this.stopping.signal,
    });
  }

  private pathOf({ epoch }: Pick<OwnerFile, 'epoch'>): string {
    return path.join(this.options.directory, ownerName(epoch));
  }

  private async waitDetached(reason: string): Promise<void> {
    this.setRole({ kind: 'detached', reason });
    await this.pause(this.timing.firstRetry);
  }

  private async beClient(file: OwnerFile, connection: OwnerConnection): Promise<void> {
    this.failures = 0;
    this.wasFenced = false;
    this.setRole({ kind: 'client', file });
    let isClosed = false;
    void connection.closed.then(() => (isClosed = true));
    let silent = 0;
    while (!this.isStopping && !isClosed && silent < this.timing.silence) {
      const began = performance.now();
      const hasAnswered = await connection.ping(this.timing.pingEvery);
      const left = this.timing.pingEvery - (performance.now() - began);
      if (hasAnswered && left > 0) await Promise.race([this.pause(left), connection.closed]);
      const took = performance.now() - began;
      const slept = took > this.timing.pingEvery + lateMs;
      silent = hasAnswered || slept ? 0 : silent + took;
    }
    connection.close();
  }

  /** @param obstacle why nothing can be claimed: the library is only looked at then */
  private async contend(epoch: number, obstacle?: string): Promise<void> {
    const { directory, version, schema } = this.options;
    const endpoint = await this.options.openIpc();
    let claimed: OwnerFile | undefined;
    try {
      const place = { epoch, instance: this.instance, ...(await ownMark()) };
      // The port is bound later and may change: the discovery file has it. Owner files are never written twice.
      const file = { ...place, ipc: endpoint.path, port: 0, version, schema, startedAt: new Date().toISOString() };
      const claim = obstacle ?? (await this.claim(file));
      if (typeof claim === 'string') return await this.beReader(file, claim);
      if (!claim) return;
      claimed = file;
      // The name was free only because old files were removed: the current epoch is far ahead.
      if ((await readEpochs(directory)).owner > epoch) return;
      await this.beOwner(file);
    } finally {
      if (claimed) await this.showEnd(claimed);
      await endpoint.close();
    }
  }

  /** @returns whether we hold the epoch, or why nobody can */
  private async claim(file: OwnerFile): Promise<boolean | string> {
    try {
      return await claimEpoch(this.options.directory, file);
    } catch (error) {
      const reason = whyUnwritable(this.options.directory, error);
      if (reason === undefined) throw error;
      return reason;
    }
  }

  /** Marks our owner file as ended, so that others need not wait for a missing touch. */
  private async showEnd(file: OwnerFile): Promise<void> {
    await markEnded(this.pathOf(file)).catch((error: unknown) =>
      this.options.log('info', `The owner file does not say that we end: ${String(error)}`),
    );
  }

  /** Serves the library read-only without an epoch, until the folder is writable or another process has claimed it. */
  private async beReader(file: OwnerFile, reason: string): Promise<void> {
    const { directory } = this.options;
    const service = await this.options.becomeOwner(createFence(directory, file.epoch - 1), file, reason);
    this.failures = 0;
    const lettingGo = (this.lettingGo = new AbortController());
    const ended = AbortSignal.any([this.stopping.signal, lettingGo.signal]);
    try {
      this.setRole({ kind: 'owner', file });
      do await this.pause(this.timing.probeEvery, ended);
      while (!ended.aborted && !(await this.takesFiles()));
      if (!this.isStopping) this.setRole({ kind: 'looking' });
    } finally {
      this.lettingGo = undefined;
      await service.close();
    }
  }

  private async takesFiles(): Promise<boolean> {
    const { directory } = this.options;
    // The store removes this file if we end first.
    const probe = path.join(directory, `probe.${this.instance}.tmp`);
    try {
      await fs.mkdir(directory, { recursive: true, mode: 0o700 });
      await fs.writeFile(probe, Buffer.alloc(probeBytes), { flag: 'wx', mode: 0o600, flush: true });
      return true;
    } catch {
      return false; // still the same fault, already reported
    } finally {
      await fs.rm(probe, { force: true }).catch(() => undefined); // as above
    }
  }

  private async beOwner(file: OwnerFile): Promise<void> {
    const { directory, log } = this.options;
    const fence = createFence(directory, file.epoch);
    const service = await this.options.becomeOwner(fence, file);
    this.failures = 0;
    const lettingGo = (this.lettingGo = new AbortController());
    try {
      this.setRole({ kind: 'owner', file });
      await removeDeadOwnerFiles(directory, file).catch((error: unknown) =>
        log('warn', `Old owner files could not be removed: ${String(error)}`),
      );
      await this.watchFence(fence, file.ipc, AbortSignal.any([this.stopping.signal, lettingGo.signal]));
      if (!this.isStopping) {
        this.wasFenced = !lettingGo.signal.aborted && (await fence.isFenced());
        if (this.wasFenced) log('warn', 'Another window has taken over the library.');
        this.setRole({ kind: 'looking' });
      }
    } finally {
      this.lettingGo = undefined;
      // Before connections end, because clients then look at the file at once.
      await this.showEnd(file);
      await service.close();
    }
  }

  /** Resolves when fenced, letting go or stopping. */
  private async watchFence(fence: Fence, ipc: string, ended: AbortSignal): Promise<void> {
    const { directory, log } = this.options;
    const own = path.join(directory, ownerName(fence.epoch));
    let touchedAt = performance.now();
    while (!ended.aborted) {
      try {
        if (await fence.isFenced()) return;
        if (performance.now() - touchedAt > this.timing.touchEvery) {
          touchedAt = performance.now();
          await fs.utimes(own, new Date(), new Date());
          if (await isRemoved(ipc)) return log('warn', `${ipc} was removed; another one is opened.`);
        }
      } catch (error) {
        log('warn', `The owner file could not be looked after: ${String(error)}`); // the store's own check decides
      }
      await this.pause(this.timing.fenceEvery, ended);
    }
  }

  /** Ends early when stopping. */
  private async pause(ms: number, signal = this.stopping.signal): Promise<void> {
    try {
      await sleep(ms, undefined, { signal });
    } catch {
      return; // aborted: the caller's loop sees that we are stopping
    }
  }
}
