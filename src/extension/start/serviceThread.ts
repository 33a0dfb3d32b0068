/** Life cycle of the service thread: start, restart after a crash, and graceful end. Must not know what it serves. */
import { Worker } from 'node:worker_threads';
import * as vscode from 'vscode';
import type { ServiceMessage, ServiceOptions, ShellMessage } from '../../contract/serviceOptions';
import { defaultDiscoveryFolder } from '../../owner/discovery';
import { readServerSettings } from '../config';

export interface ServiceThread {
  start(): void;
  restart(): void;
  send(message: ShellMessage): void;
  stop(): Promise<void>;
}

interface ServiceThreadOptions {
  extension: vscode.Extension<unknown>;
  storage: vscode.Uri;
  /** The library's folder; requested at each start of the thread. */
  dataFolder(): Promise<string>;
  log: vscode.LogOutputChannel;
  onMessage: (message: ServiceMessage) => void;
}

/**
 * Heap limit: many times what a personal library needs, but low enough that a leak does not exhaust the editor's
 * memory.
 */
const maxOldSpaceMiB = 768;
const stopMs = 2_000;
const firstRetryMs = 250;
/** More than `maxRestarts` crashes within this time end the restarts. */
const restartWindowMs = 60_000;
const maxRestarts = 3;

export function createServiceThread(options: ServiceThreadOptions): ServiceThread {
  return new ThreadLife(options);
}

class ThreadLife implements ServiceThread {
  private worker: Worker | undefined;
  private deaths: number[] = [];
  private retry: NodeJS.Timeout | undefined;
  private isStopping = false;
  /** Number of starts, so that a start overtaken by a restart has no effect. */
  private starts = 0;

  constructor(private readonly options: ServiceThreadOptions) {}

  start(): void {
    if (this.worker || this.isStopping) return;
    const start = (this.starts += 1);
    this.options
      .dataFolder()
      .then((folder) => {
        if (this.worker || this.isStopping || start !== this.starts) return;
        this.worker = this.run(folder);
      })
      .catch((error: unknown) => this.fail(error instanceof Error ? error.message : String(error)));
  }

  restart(): void {
    clearTimeout(this.retry);
    this.deaths = [];
    const old = this.worker;
    this.worker = undefined;
    this.options.onMessage({ kind: 'looking' });
    Promise.resolve(old && end(old))
      .catch((error: unknown) => this.options.log.error('The service thread did not end:', String(error)))
      .finally(() => this.start());
  }

  send(message: ShellMessage): void {
    this.worker?.postMessage(message);
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.retry);
    if (this.worker) await end(this.worker);
  }

  private run(dataFolder: string): Worker {
    const { extension, log, onMessage } = this.options;
    const worker = new Worker(bundle(extension, 'service.js'), {
      name: 'quarry-service',
      workerData: this.serviceOptions(dataFolder),
      // The host's own arguments do not apply, and the output of libraries belongs in our log.
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: maxOldSpaceMiB },
    });
    worker.stdout.on('data', (text: Buffer) => log.info(text.toString().trimEnd()));
    worker.stderr.on('data', (text: Buffer) => log.warn(text.toString().trimEnd()));
    worker.on('message', (message: ServiceMessage) => {
      // A replaced thread may still log, but its other messages are ignored.
      if (this.worker === worker || message.kind === 'log') onMessage(message);
    });
    worker.on('error', (error) => log.error(error instanceof Error ? error : String(error)));
    worker.on('exit', (code) => {
      if (this.worker === worker) this.died(code);
    });
    return worker;
  }

  private serviceOptions(dataFolder: string): ServiceOptions {
    const { extension, storage } = this.options;
    const manifest = extension.packageJSON as { version: string };
    return {
      dataFolder,
      cacheFolder: vscode.Uri.joinPath(storage, 'cache').fsPath,
      engineFile: bundle(extension, 'engine.js'),
      grammarFolder: bundle(extension, 'grammars'),
      discoveryFolder: defaultDiscoveryFolder(),
      version: manifest.version,
      settings: readServerSettings(),
    };
  }

  private died(code: number): void {
    this.worker = undefined;
    if (this.isStopping) return;
    const now = performance.now();
    this.deaths = [...this.deaths.filter((at) => now - at < restartWindowMs), now];
    this.options.log.error(`The service thread ended with code ${code}.`);
    if (this.deaths.length > maxRestarts) {
      this.fail(vscode.l10n.t('The service of Quarry ended {0} times within a minute.', this.deaths.length));
      return;
    }
    this.options.onMessage({ kind: 'looking' });
    this.retry = setTimeout(() => this.start(), firstRetryMs * 2 ** (this.deaths.length - 1));
  }

  private fail(reason: string): void {
    this.options.log.error(reason);
    this.options.onMessage({ kind: 'failed', reason });
  }
}

/** Ends the thread after it has finished acknowledged work; a thread that does not respond is terminated. */
async function end(worker: Worker): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, stopMs);
    const finish = (): void => {
      clearTimeout(timer);
      resolve();
    };
    worker.once('exit', finish);
    worker.on('message', (message: ServiceMessage) => {
      if (message.kind === 'stopped') finish();
    });
    worker.postMessage({ kind: 'stop' } satisfies ShellMessage);
  });
  await worker.terminate();
}

function bundle({ extensionUri }: vscode.Extension<unknown>, ...parts: string[]): string {
  return vscode.Uri.joinPath(extensionUri, 'dist', ...parts).fsPath;
}
