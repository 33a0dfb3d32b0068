/**
 * The engine's interface over a thread of its own, so that indexing never blocks the caller. When the thread dies, its
 * calls fail and the next call starts a new one with the same documents; after repeated deaths it stays down for a
 * while. A thread that hangs in a grammar is ended, and the next one continues its calls without that grammar.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { type Log, HangWatch, ParseWatch } from './chunk/grammars';
import type { Document, Engine, FolderRules } from './types';
import type { EngineOptions } from './engine';

export interface ThreadEngineOptions {
  /** Absolute path of the bundled worker. */
  workerFile: string;
  grammarFolder: string;
  /** Absolute path of the embedding's weights. */
  embeddingFile?: string;
  log: Log;
  /** Absolute folder for the saved indexes of folders; absent: every start indexes anew. */
  cacheFolder?: string;
  /** Absolute folders that are skipped. */
  closedFolders?: readonly string[];
  /** Limit of the thread's old-generation heap, in MiB. */
  maxOldGenerationMb?: number;
  /** Milliseconds between two checks of whether a parse hangs. */
  hangLookMs?: number;
}

/**
 * Young-generation heap in MiB: two semi-spaces of 5 and one in reserve, instead of Node's 16 each, which stay resident
 * after indexing. Indexing takes no more processor time with it.
 */
const maxYoungGenerationMb = 16;

/** Most restarts within `restartWindowMs`; with more, the calls themselves are taken to kill the thread. */
const maxRestarts = 3;
/** Milliseconds in which restarts are counted. */
const restartWindowMs = 60_000;

/** Milliseconds given to save the indexes on closing. */
const maxClosingMs = 1500;
/** Milliseconds the thread has to end after saving: running calls finish or are aborted. */
const maxEndingMs = 500;

interface Waiting {
  message: ToThread;
  resolve: (value: never) => void;
  reject: (reason: Error) => void;
}

function abortError(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new DOMException('This operation was aborted', 'AbortError');
}

function errorOf(message: FromThread & { kind: 'failure' }): Error {
  const error = new Error(message.message);
  error.name = message.name;
  if (message.stack !== undefined) error.stack = message.stack;
  return error;
}

/**
 * Version of the bundled worker: a hash of its content. Indexes saved by another version are not used, since it may cut
 * or tokenise differently.
 */
function versionOf(workerFile: string): string {
  return createHash('sha256').update(readFileSync(workerFile)).digest('hex').slice(0, 16);
}

class EngineThread {
  private worker: Worker | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private readonly documents = new Map<string, Document>();
  private restarts: number[] = [];
  private hasStarted = false;
  private lastId = 0;
  private isClosed = false;
  private isPaused = false;
  private folderRules: FolderRules[] = [];
  private readonly brokenGrammars = new Set<string>();
  private hangs: HangWatch | undefined;

  constructor(private readonly options: ThreadEngineOptions) {}

  private start(): Worker {
    if (this.isClosed) throw new Error('The engine is closed.');
    if (this.hasStarted) this.countRestart();
    this.hasStarted = true;
    const { workerFile, grammarFolder, embeddingFile, cacheFolder, closedFolders } = this.options;
    const watch = new ParseWatch();
    const start: EngineThreadStart = {
      grammarFolder,
      brokenGrammars: [...this.brokenGrammars],
      parseMemory: watch.memory,
      ...(embeddingFile === undefined ? {} : { embeddingFile }),
      ...(closedFolders === undefined ? {} : { closedFolders }),
      ...(cacheFolder === undefined ? {} : { cacheFolder, codeVersion: versionOf(workerFile) }),
    };
    const worker = new Worker(workerFile, {
      workerData: start,
      resourceLimits: {
        maxOldGenerationSizeMb: this.options.maxOldGenerationMb ?? 512,
        maxYoungGenerationSizeMb: maxYoungGenerationMb,
      },
    });
    worker.on('message', (message: FromThread) => this.receive(message));
    worker.on('error', (error) =>
      this.options.log('error', `The engine thread failed: ${error.stack ?? error.message}`),
    );
    worker.on('exit', (code) => this.ended(worker, code));
    this.worker = worker;
    this.hangs = new HangWatch(watch, (grammar) => this.hung(worker, grammar), this.options.hangLookMs);
    if (this.isPaused) this.send(worker, { kind: 'call', id: 0, method: 'setPaused', input: true });
    if (this.folderRules.length > 0) {
      this.send(worker, { kind: 'call', id: 0, method: 'setFolderRules', input: this.folderRules });
    }
    if (this.documents.size > 0) {
      this.send(worker, { kind: 'call', id: 0, method: 'putDocuments', input: [...this.documents.values()] });
    }
    return worker;
  }

  private countRestart(): void {
    const now = Date.now();
    this.restarts = this.restarts.filter((time) => now - time < restartWindowMs);
    if (this.restarts.length >= maxRestarts) {
      throw new Error('The engine thread ended too often; it starts again in a minute.');
    }
    this.restarts.push(now);
  }

  private send(worker: Worker, message: ToThread): void {
    worker.postMessage(message);
  }

  private receive(message: FromThread): void {
    if (message.kind === 'log') {
      this.options.log(message.level, message.text);
      return;
    }
    const waiting = this.waiting.get(message.id);
    if (!waiting) return;
    this.forget(message.id);
    // The thread replies with the result of the method called: both ends share one interface.
    if (message.kind === 'result') waiting.resolve(message.value as never);
    else waiting.reject(errorOf(message));
  }

  private ended(worker: Worker, code: number): void {
    if (this.worker !== worker) return;
    this.worker = undefined;
    if (!this.isClosed) this.options.log('warn', `The engine thread ended with code ${code}.`);
    this.rejectAll(new Error('engine thread ended'));
  }

  private rejectAll(reason: Error): void {
    this.hangs?.end();
    const given = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of given) reject(reason);
  }

  private forget(id: number): void {
    this.waiting.delete(id);
    if (this.waiting.size === 0) this.hangs?.rest();
  }

  /**
   * Replaces a hung thread. Its running calls are sent to the next one, which is safe because they only read or set
   * state.
   */
  private hung(worker: Worker, grammar: string): void {
    if (this.worker !== worker) return;
    const told = `The grammar ${grammar} did not come to an end; its files are cut by lines instead.`;
    this.options.log('warn', `${told} The engine thread starts again.`);
    this.brokenGrammars.add(grammar);
    this.worker = undefined;
    void worker.terminate();
    try {
      const next = this.start();
      for (const { message } of this.waiting.values()) this.send(next, message);
      this.hangs?.start();
    } catch (error) {
      this.rejectAll(error instanceof Error ? error : new Error(String(error)));
    }
  }

  async call<Result>(method: EngineMethod, input: unknown, signal?: AbortSignal): Promise<Result> {
    if (signal?.aborted) throw abortError(signal);
    const worker = this.worker ?? this.start();
    const id = (this.lastId += 1);
    let onAbort: (() => void) | undefined;
    try {
      return await new Promise<Result>((resolve, reject) => {
        const message: ToThread = { kind: 'call', id, method, input };
        onAbort = () => {
          this.forget(id);
          this.send(worker, { kind: 'abort', id });
          if (signal) reject(abortError(signal));
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        this.waiting.set(id, { message, resolve, reject });
        this.send(worker, message);
        this.hangs?.start();
      });
    } finally {
      if (onAbort) signal?.removeEventListener('abort', onAbort);
    }
  }

  /** Documents are kept so that a new thread can be given them again. */
  async put(documents: readonly Document[]): Promise<void> {
    // A new thread gets the documents known before; the new ones follow with the call.
    this.worker ??= this.start();
    for (const document of documents) this.documents.set(document.id, document);
    await this.call('putDocuments', documents);
  }

  async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.documents.delete(id);
    await this.call('removeDocuments', ids);
  }

  /** Sets the rules, also for threads that are started later. */
  async setFolderRules(rules: FolderRules[]): Promise<void> {
    this.folderRules = rules;
    await this.call('setFolderRules', rules);
  }

  /** Pauses or resumes indexing, also in threads that are started later. */
  async setPaused(isPaused: boolean): Promise<void> {
    this.isPaused = isPaused;
    await this.call('setPaused', isPaused);
  }

  /**
   * Ends the thread after a bounded time for saving, since a closing editor does not wait. The thread's end is not
   * awaited for long either: it may be compiling grammars.
   */
  async close(): Promise<void> {
    const { worker } = this;
    const isFirst = !this.isClosed;
    if (worker) {
      const ended = new Promise((resolve) => worker.once('exit', resolve));
      const saved = isFirst ? this.call('close', undefined) : Promise.resolve();
      this.isClosed = true;
      await within(
        maxClosingMs,
        saved.catch((error: unknown) => this.options.log('warn', `The engine thread did not close: ${String(error)}`)),
      );
      // Terminating a thread while it opens a file can crash the process: an assertion in Node, seen with 20.20.
      await within(maxEndingMs, ended);
      await within(maxClosingMs, worker.terminate());
    }
    this.isClosed = true;
    this.documents.clear();
  }
}

/** Waits for a promise, at most `limitMs` milliseconds. */
async function within(limitMs: number, wanted: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([wanted, late]);
  clearTimeout(timer);
}

export function createThreadEngine(options: ThreadEngineOptions): Engine {
  const thread = new EngineThread(options);
  return {
    retrieve: (request, signal) => thread.call('retrieve', request, signal),
    outline: (request, signal) => thread.call('outline', request, signal),
    symbol: (request, signal) => thread.call('symbol', request, signal),
    references: (request, signal) => thread.call('references', request, signal),
    callees: (request, signal) => thread.call('callees', request, signal),
    copies: (request, signal) => thread.call('copies', request, signal),
    answer: (request, signal) => thread.call('answer', request, signal),
    hints: (request, signal) => thread.call('hints', request, signal),
    reprompt: (request, signal) => thread.call('reprompt', request, signal),
    people: (request, signal) => thread.call('people', request, signal),
    foldersElsewhere: (request) => thread.call('foldersElsewhere', request),
    embed: (texts, signal) => thread.call('embed', texts, signal),
    putDocuments: (documents) => thread.put(documents),
    removeDocuments: (ids) => thread.remove(ids),
    warm: (path, signal) => thread.call('warm', path, signal),
    filesChanged: (paths) => thread.call('filesChanged', paths),
    readFirst: (paths) => thread.call('readFirst', paths),
    findFiles: (request) => thread.call('findFiles', request),
    setFolderRules: (rules) => thread.setFolderRules(rules),
    setPaused: (isPaused) => thread.setPaused(isPaused),
    cancelIndexing: () => thread.call('cancelIndexing', undefined),
    status: () => thread.call('status', undefined),
    close: () => thread.close(),
  };
}

// Section: messages between the engine's thread and its caller; plain values, cloned on the way.

type EngineMethod = keyof Engine;

/** Options of `createEngine` that can be cloned to the thread. */
export type EngineThreadStart = Omit<EngineOptions, 'log'>;

export type ToThread =
  { kind: 'call'; id: number; method: EngineMethod; input: unknown } | { kind: 'abort'; id: number };

export type FromThread =
  | { kind: 'result'; id: number; value: unknown }
  | { kind: 'failure'; id: number; name: string; message: string; stack?: string }
  | { kind: 'log'; level: 'info' | 'warn' | 'error'; text: string };
