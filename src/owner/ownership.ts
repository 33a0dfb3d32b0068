/**
 * Which of several processes owns the store and the port: a loop that looks for the owner, stays its client while it
 * answers, and contends for the next epoch when it does not. Must not know what an owner does.
 *
 * looking -> client (the owner answers) | contending (nobody does) | detached (it lives where we cannot reach it)
 * contending -> owner (our file got the epoch) | looking (another was quicker)
 * client -> looking (connection closed, or silent for five waking seconds)
 * owner -> looking (fenced: a later epoch exists)
 */
import type { LogLevel } from '../contract/serviceMessages';
import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectToOwner, type OwnerConnection } from './ownerConnection';
import {
  claimEpoch,
  createFence,
  hostName,
  ownerName,
  readBootId,
  readEpochs,
  readOwnerFile,
  removeDeadOwnerFiles,
} from './ownerFiles';
import type { Fence, OwnerFile } from './types';

export type Role =
  | { kind: 'looking' }
  | { kind: 'owner'; file: OwnerFile }
  | { kind: 'client'; file: OwnerFile }
  | { kind: 'detached'; reason: string };

export interface IpcEndpoint {
  /** Goes into the owner file; see `makeIpcPath`. */
  path: string;
  /** Also ends all its connections: the clients take that as the owner's end. */
  close(): Promise<void>;
}

export interface OwnershipOptions {
  /** The store's folder. */
  directory: string;
  version: string;
  schema: number;
  /** Random id of this service; made up when absent. */
  instance?: string;
  /** Opens the endpoint that answers our own windows. Called before an epoch is claimed: until `becomeOwner` has
   *  resolved, any HTTP answer from it will do. */
  openIpc(): Promise<IpcEndpoint>;
  /** Opens store and port. Resolves when serving; `close` must end all connections and acknowledge nothing more. */
  becomeOwner(fence: Fence, file: OwnerFile): Promise<{ close(): Promise<void> }>;
  onRole(role: Role): void;
  /** Nobody may open the library for the moment: then we go on looking. */
  isAtRest?: () => Promise<boolean>;
  log: (level: LogLevel, text: string) => void;
  timing?: Partial<Timing>;
  connect?: (ipcPath: string, timeoutMs: number) => Promise<OwnerConnection>;
}

export interface Ownership {
  /** Also the `instance` of the owner file, should we become owner. */
  readonly instance: string;
  start(): void;
  /** An owner gives the library up and looks anew; nothing happens to anybody else. */
  letGo(): void;
  stop(): Promise<void>;
}

/** Milliseconds. Tests give smaller numbers. */
export const defaultTiming = {
  /** How long an owner may take to accept a connection or to answer while we look. */
  answer: 500,
  pingEvery: 1_000,
  /** A connected owner that says nothing for so long, while we are awake, has hung. */
  silence: 5_000,
  fenceEvery: 1_000,
  /** The owner touches its file so often; from another machine that is all that can be seen of it. */
  touchEvery: 5_000,
  touchSeen: 6_000,
  restEvery: 200,
  firstRetry: 1_000,
  lastRetry: 30_000,
};

export type Timing = typeof defaultTiming;

/** A single late answer on a busy machine must not cost an owner its epoch. */
const answerTries = 2;
/** Our own timer this late means that we slept, not the owner. */
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
  private bootId = '';
  private failures = 0;
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
    this.bootId = await readBootId();
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
    await fs.mkdir(directory, { recursive: true, mode: 0o700 });
    const epochs = await readEpochs(directory);
    const file = epochs.owner > 0 ? await readOwnerFile(directory, epochs.owner) : undefined;
    if (file) {
      const connection = await this.reach(file);
      if (connection) return this.beClient(file, connection);
      if (file.schema > schema)
        return this.waitDetached('The library belongs to a newer version. Reload this window to update.');
      if (await this.livesElsewhere(file))
        return this.waitDetached(`The library is in use on another machine (${file.host}).`);
    }
    if (await this.options.isAtRest?.()) return this.pause(this.timing.restEvery);
    if (this.isStopping) return;
    // Owner files deleted by hand: begin above every other file, unless somebody has just begun meanwhile.
    if (epochs.highest > epochs.owner && (await readEpochs(directory)).owner !== epochs.owner) return;
    await this.contend(Math.max(epochs.owner, epochs.highest) + 1);
  }

  private async reach(file: OwnerFile): Promise<OwnerConnection | undefined> {
    let connection: OwnerConnection;
    try {
      connection = await (this.options.connect ?? connectToOwner)(file.ipc, this.timing.answer);
    } catch {
      return undefined; // refused, absent or silent: all the same, nobody is there
    }
    for (let attempt = 1; attempt <= answerTries; attempt += 1)
      if (await connection.ping(this.timing.answer)) return connection;
    connection.close();
    return undefined;
  }

  private async livesElsewhere(file: OwnerFile): Promise<boolean> {
    if (file.host === hostName()) return false;
    const own = path.join(this.options.directory, ownerName(file.epoch));
    const before = (await fs.stat(own)).mtimeMs;
    await this.pause(this.timing.touchSeen);
    return (await fs.stat(own)).mtimeMs !== before;
  }

  private async waitDetached(reason: string): Promise<void> {
    this.setRole({ kind: 'detached', reason });
    await this.pause(this.timing.firstRetry);
  }

  private async beClient(file: OwnerFile, connection: OwnerConnection): Promise<void> {
    this.failures = 0;
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

  private async contend(epoch: number): Promise<void> {
    const { directory, version, schema } = this.options;
    const endpoint = await this.options.openIpc();
    try {
      const place = { epoch, instance: this.instance, pid: process.pid, host: hostName(), bootId: this.bootId };
      // The port is bound later and may change: the discovery file has it. Owner files are never written twice.
      const file = { ...place, ipc: endpoint.path, port: 0, version, schema, startedAt: new Date().toISOString() };
      if (!(await claimEpoch(directory, file))) return;
      // A name that was free only because it had been cleared away: others are far ahead of us.
      if ((await readEpochs(directory)).owner > epoch) return;
      await this.beOwner(file);
    } finally {
      await endpoint.close();
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
      await this.watchFence(fence, AbortSignal.any([this.stopping.signal, lettingGo.signal]));
      if (!this.isStopping) {
        if (!lettingGo.signal.aborted) log('warn', 'Another window has taken over the library.');
        this.setRole({ kind: 'looking' });
      }
    } finally {
      this.lettingGo = undefined;
      await service.close();
    }
  }

  /** Resolves when fenced, letting go or stopping. */
  private async watchFence(fence: Fence, ended: AbortSignal): Promise<void> {
    const { directory, log } = this.options;
    const own = path.join(directory, ownerName(fence.epoch));
    let touchedAt = performance.now();
    while (!ended.aborted) {
      try {
        if (await fence.isFenced()) return;
        if (performance.now() - touchedAt > this.timing.touchEvery) {
          touchedAt = performance.now();
          await fs.utimes(own, new Date(), new Date());
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
