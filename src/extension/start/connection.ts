/**
 * The window's connection to the service: one Api that survives starts, crashes and moves of the service. Must not know
 * the editor, so that it can be tested with real sockets.
 */
import type { Api } from '../../contract/api';
import { ApiError } from '../../contract/errors';
import type { OperationName } from '../../contract/operations';
import { createWaiting } from '../../contract/queue';
import type { ServiceMessage } from '../../contract/serviceOptions';
import type * as client from './client.js';

/** State of the connection; `role` says whether the library is owned by this window's service or by another one's. */
export type ConnectionState =
  | { kind: 'looking' }
  | { kind: 'connected'; role: 'owner' | 'client' }
  /** `isDetached`: the library is temporarily unavailable and may return by itself. */
  | { kind: 'failed'; reason: string; isDetached?: boolean };

interface ConnectionOptions {
  onChange(state: ConnectionState): void;
  /** Message for users whose call found no service in time. */
  stillStarting: string;
  /** Longest wait of a call for the service; the default suits interactive use. */
  waitMs?: number;
  /** True when calls carry the token, because a named pipe, unlike a socket file, is not protected by its folder. */
  isTokenAsked?: boolean;
}

/** Longest wait for a takeover between windows, which usually takes two seconds. */
const defaultWaitMs = 3_000;
/** Time for the service thread to report a loss of the connection, after a call failed. */
const settleMs = 1_000;
/** Wait for a renewed token; every window reads the token's file once a second. */
const renewalMs = 2_000;

/**
 * Loads the client on demand, because schemas and sockets are half of the bundle. The build keeps this module name for
 * run time.
 */
const loadClient = (): Promise<typeof client> => import('./client.js');

type Connected = Extract<ServiceMessage, { kind: 'connected' }>;
type Call = (input: unknown, signal: AbortSignal | undefined) => Promise<unknown>;

export class Connection {
  readonly api: Api;
  private current: ConnectionState = { kind: 'looking' };
  private client: Api | undefined;
  /** The socket file or named pipe of `client`. */
  private line: string | undefined;
  private shown: string | undefined;
  private bundle: typeof client | undefined;
  /** Number of messages received, so that a message that waits for the bundle does not overwrite a newer one. */
  private news = 0;
  private readonly waiting = createWaiting();

  constructor(private readonly options: ConnectionOptions) {
    this.api = this.makeApi();
  }

  /** The token for programs; undefined while there is no service. */
  get token(): string | undefined {
    return this.shown;
  }

  get state(): ConnectionState {
    return this.current;
  }

  /** Handles messages about the location of the service, and ignores others. */
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
    // Only the token was renewed.
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
          // An object with a `then` member would be taken for a promise.
          if (typeof name !== 'string' || name === 'then') return undefined;
          if (name === 'qgptStream') return this.stream.bind(this);
          return (input?: unknown, signal?: AbortSignal) => this.call(name as OperationName, input, signal);
        },
      },
    );
    // Checked boundary: callers can only name members of Api, and the proxy answers each of them.
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

  /** True when a call was rejected before any effect because the token may have just been renewed. */
  private mayBeRenewed(error: unknown): boolean {
    const isTokenAsked = this.options.isTokenAsked ?? process.platform === 'win32';
    return isTokenAsked && error instanceof ApiError && error.code === 'unauthenticated';
  }

  /**
   * True when a failed call may be repeated: the service has not received it, or repeating it has no further effect.
   */
  private mayRepeat(name: OperationName, error: unknown): boolean {
    if (!(error instanceof ApiError) || error.code !== 'overloaded' || !(error.cause instanceof Error)) return false;
    if ('code' in error.cause && unsent.has(String(error.cause.code))) return true;
    return this.bundle?.isSafeToRepeat(name) ?? false;
  }

  private async *stream(...[inputs, signal]: Parameters<Api['qgptStream']>): ReturnType<Api['qgptStream']> {
    const client = await this.ready(signal);
    yield* client.qgptStream(inputs, signal);
  }

  /** @throws ApiError when there is no service in time, or it has failed */
  private async ready(signal: AbortSignal | undefined): Promise<Api> {
    await this.waiting.until(() => this.current.kind !== 'looking', this.options.waitMs ?? defaultWaitMs, signal);
    signal?.throwIfAborted();
    if (this.client) return this.client;
    throw new ApiError('overloaded', this.current.kind === 'failed' ? this.current.reason : this.options.stillStarting);
  }
}

function callOf(client: Api, name: OperationName): Call {
  // Checked boundary: `makeApi` passes the arguments of this very operation.
  return client[name] as Call;
}

/** Error codes of a connection that was never established, so that the service has not received the call. */
const unsent = new Set(['ECONNREFUSED', 'ENOENT']);
