/**
 * The window's line to the service: one Api that survives the service starting, dying and moving to another process.
 * Must not know the editor, so that it can be tested with real sockets.
 */
import type { Api } from '../../contract/api';
import { ApiError } from '../../contract/errors';
import type { OperationName } from '../../contract/operations';
import { createWaiting } from '../../contract/queue';
import type { ServiceMessage } from '../../contract/serviceOptions';
import type * as client from './client.js';

/** `role` says whether the service of this very window owns the library, or that of another one. */
export type ConnectionState =
  | { kind: 'looking' }
  | { kind: 'connected'; role: 'owner' | 'client' }
  /** `isDetached`: the library is not to be had for the moment, which may change by itself. */
  | { kind: 'failed'; reason: string; isDetached?: boolean };

interface ConnectionOptions {
  onChange(state: ConnectionState): void;
  /** Said to people whose call found no service in time. */
  stillStarting: string;
  /** How long a call waits for the service; the default suits people. */
  waitMs?: number;
  /** Whether the token says who we are: a named pipe lies in no folder that would say it. */
  isTokenAsked?: boolean;
}

/** A takeover between windows is over in two seconds; who waits longer is better told. */
const defaultWaitMs = 3_000;
/** After a call was lost, the thread gets this long to notice the loss by itself. */
const settleMs = 1_000;
/** Every window reads the token's file once a second. */
const renewalMs = 2_000;

/**
 * Schemas and sockets are half of the shell, so they are read when needed. The build leaves exactly this name for run
 * time.
 */
const loadClient = (): Promise<typeof client> => import('./client.js');

type Connected = Extract<ServiceMessage, { kind: 'connected' }>;
type Call = (input: unknown, signal: AbortSignal | undefined) => Promise<unknown>;

export class Connection {
  readonly api: Api;
  private current: ConnectionState = { kind: 'looking' };
  private client: Api | undefined;
  /** The socket file (or named pipe) that `client` speaks to. */
  private line: string | undefined;
  private shown: string | undefined;
  private bundle: typeof client | undefined;
  /** Counts messages, so that one that came while the bundle was loading is not undone by the one before. */
  private news = 0;
  private readonly waiting = createWaiting();

  constructor(private readonly options: ConnectionOptions) {
    this.api = this.makeApi();
  }

  /** What a program shows to the service; undefined while there is none. */
  get token(): string | undefined {
    return this.shown;
  }

  get state(): ConnectionState {
    return this.current;
  }

  /** Takes in the messages that say where the service is; others change nothing. */
  receive(message: ServiceMessage): void {
    if (message.kind === 'log' || message.kind === 'originRefused' || message.kind === 'stopped') return;
    this.news += 1;
    switch (message.kind) {
      case 'looking':
        return this.moveTo({ kind: 'looking' });
      case 'detached':
        return this.moveTo({ kind: 'failed', reason: message.reason, isDetached: true });
      case 'failed':
        return this.moveTo({ kind: 'failed', reason: message.reason });
      case 'connected':
        void this.connect(message, this.news);
    }
  }

  private async connect(message: Connected, news: number): Promise<void> {
    try {
      this.bundle ??= await loadClient();
    } catch (error) {
      return this.moveTo({ kind: 'failed', reason: `Quarry is not installed completely: ${String(error)}` });
    }
    if (news !== this.news) return;
    const { role, socketPath, token } = message;
    const client = this.bundle.createHttpClient({ socketPath, token });
    const isSameLine = this.current.kind === 'connected' && this.current.role === role && this.line === socketPath;
    this.line = socketPath;
    this.shown = token;
    // The token was renewed, and nothing else is new.
    if (isSameLine) this.use(client);
    else this.moveTo({ kind: 'connected', role }, client);
  }

  private use(client: Api | undefined): void {
    this.client = client;
    this.waiting.wake();
  }

  private moveTo(state: ConnectionState, client?: Api): void {
    this.current = state;
    this.use(client);
    this.options.onChange(state);
  }

  private makeApi(): Api {
    const calls = new Proxy(
      {},
      {
        get: (_, name) => {
          // An object with `then` would be taken for a promise.
          if (typeof name !== 'string' || name === 'then') return undefined;
          if (name === 'qgptStream') return this.stream.bind(this);
          return (input?: unknown, signal?: AbortSignal) => this.call(name as OperationName, input, signal);
        },
      },
    );
    // Checked boundary: the compiler lets callers name only what Api has, and each name is answered above.
    return calls as Api;
  }

  private async call(name: OperationName, input: unknown, signal?: AbortSignal): Promise<unknown> {
    const client = await this.ready(signal);
    try {
      return await callOf(client, name)(input, signal);
    } catch (error) {
      if (signal?.aborted) throw error;
      if (this.mayBeRenewed(error)) {
        await this.waiting.until(() => this.client !== client, renewalMs, signal);
        if (this.client === client) throw error;
      } else if (this.mayRepeat(name, error)) await this.waiting.until(() => this.client !== client, settleMs, signal);
      else throw error;
      return callOf(await this.ready(signal), name)(input, signal);
    }
  }

  /** Refused before anything was done: our token may be the one before, and the new one is on its way to us. */
  private mayBeRenewed(error: unknown): boolean {
    const isTokenAsked = this.options.isTokenAsked ?? process.platform === 'win32';
    return isTokenAsked && error instanceof ApiError && error.code === 'unauthenticated';
  }

  /** A lost call is made once more if the service has not seen it, or if doing it twice changes nothing. */
  private mayRepeat(name: OperationName, error: unknown): boolean {
    if (!(error instanceof ApiError) || error.code !== 'overloaded' || !(error.cause instanceof Error)) return false;
    if ('code' in error.cause && unsent.has(String(error.cause.code))) return true;
    return this.bundle?.isSafeToRepeat(name) ?? false;
  }

  private async *stream(...[inputs, signal]: Parameters<Api['qgptStream']>): ReturnType<Api['qgptStream']> {
    const client = await this.ready(signal);
    yield* client.qgptStream(inputs, signal);
  }

  /** @throws ApiError when there is no service within three seconds, or none to be had */
  private async ready(signal: AbortSignal | undefined): Promise<Api> {
    await this.waiting.until(() => this.current.kind !== 'looking', this.options.waitMs ?? defaultWaitMs, signal);
    signal?.throwIfAborted();
    if (this.client) return this.client;
    throw new ApiError('overloaded', this.current.kind === 'failed' ? this.current.reason : this.options.stillStarting);
  }
}

function callOf(client: Api, name: OperationName): Call {
  // Checked boundary: `makeApi` hands on the arguments of the very operation.
  return client[name] as Call;
}

/** Errors of a connection that was never made: the service has seen nothing of the call. */
const unsent = new Set(['ECONNREFUSED', 'ENOENT']);
