/**
 * Connects a program to this user's service, a running one or one started for it, and reconnects when that one ends.
 * Must not know what is asked.
 */
import { setTimeout } from 'node:timers/promises';
import type { Api } from '../contract/api';
import { ApiError } from '../contract/errors';
import { createHttpClient, type Address } from '../contract/httpClient';
import { operations, type OperationName } from '../contract/operations';
import type { Operation } from '../contract/operations/operation';
import { answers, listServers } from './discovery';
import { codeOf } from './exclusiveFile';

export interface ServiceLinkOptions {
  /** Folder of discovery files; when absent, only the service that holds the same library is joined. */
  discoveryFolder?: string | undefined;
  /**
   * Starts our own service, or joins the one that holds the same library; called once, and `address` follows later
   * changes.
   */
  startOwn: () => Promise<{ address: () => Address; stop: () => Promise<void> }>;
}

interface ServiceLink {
  /** Sends each call to the service available at that time. */
  api: Api;
  close(): Promise<void>;
}

type Own = Awaited<ReturnType<ServiceLinkOptions['startOwn']>>;
type AnyCall = (input?: unknown, signal?: AbortSignal) => Promise<unknown>;

export function createServiceLink({ discoveryFolder, startOwn }: ServiceLinkOptions): ServiceLink {
  let own: Promise<Own> | undefined;
  let found: Promise<Api> | undefined;

  async function find(): Promise<Api> {
    if (!own && discoveryFolder !== undefined) {
      const running = await findRunning(discoveryFolder);
      if (running) return createHttpClient(running);
    }
    own ??= startOwn();
    own.catch(() => (own = undefined)); // the waiting caller gets the error; the next call tries again
    return createHttpClient((await own).address());
  }

  function current(): Promise<Api> {
    if (!found) {
      const finding = find();
      finding.catch(() => (found = undefined));
      found = finding;
    }
    return found;
  }

  /** Repeats calls that no service heard, or lost with it and only read, or were refused for overload. */
  async function call(name: OperationName, input: unknown, signal?: AbortSignal): Promise<unknown> {
    const until = performance.now() + maxBusyMs;
    const goneUntil = performance.now() + maxGoneMs;
    for (let lost = 0; ;) {
      const api = await current();
      try {
        return await (api[name] as AnyCall)(input, signal);
      } catch (error) {
        if (hasGone(error)) {
          found = undefined;
          lost += 1;
          const isSafe = wasNeverHeard(error) || isReading(operations[name]);
          if (!isSafe || performance.now() > goneUntil) throw error;
          // The first time another service may be there already; then its successor is starting.
          if (lost > 1) await setTimeout(goneRestMs, undefined, signal && { signal });
          continue;
        }
        const restMs = restOf(error);
        if (restMs === undefined || performance.now() + restMs > until) throw olderService(error);
        await setTimeout(restMs, undefined, signal && { signal });
      }
    }
  }

  const calls = (Object.keys(operations) as OperationName[]).map((name) => {
    return [name, (input?: unknown, signal?: AbortSignal) => call(name, input, signal)] as const;
  });
  // Checked boundary: the table's names with the table's inputs and outputs, but no stream.
  const api = Object.fromEntries(calls) as unknown as Api;
  return {
    api,
    async close() {
      // A failed start was reported to its caller.
      await own?.then(({ stop }) => stop()).catch(() => undefined);
    },
  };
}

/** Longest time in milliseconds that a call waits for the successor of a service that ended, and between two tries. */
const [maxGoneMs, goneRestMs] = [10_000, 250];
/** Longest wait in milliseconds under overload; the program's own caller has a minute. */
const maxBusyMs = 25_000;

const causeOf = (error: unknown): string | undefined => (error instanceof ApiError ? codeOf(error.cause) : undefined);
const hasGone = (error: unknown): boolean => causeOf(error) !== undefined;
const wasNeverHeard = (error: unknown): boolean => ['ECONNREFUSED', 'ENOENT'].includes(causeOf(error) ?? '');

/** True for operations that change nothing: those of the engine only read. */
const isReading = ({ method, isEngine }: Operation): boolean => method === 'GET' || isEngine === true;

/** Milliseconds until a call that was not begun is repeated; undefined after other failures. */
function restOf(error: unknown): number | undefined {
  const isRefused = error instanceof ApiError && (error.code === 'overloaded' || error.code === 'rateLimited');
  return isRefused ? 1000 * (error.retryAfterSeconds ?? 1) : undefined;
}

/** Explains a missing route as an older service, since programs and windows update at different times. */
function olderService(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'notFound' || !error.message.startsWith('There is no such route'))
    return error;
  return new ApiError(
    'notImplemented',
    'The Quarry that runs is older than this program: restart your editor windows.',
    {
      cause: error,
    },
  );
}

/** Finds a running service whose instance is confirmed; the token is sent to no other. */
async function findRunning(folder: string): Promise<Address | undefined> {
  const servers = (await listServers(folder)).sort((a, b) => a.port - b.port);
  const alive = await Promise.all(servers.map(answers));
  const first = servers.find((_, index) => alive[index]);
  return first && { port: first.port, token: first.token };
}
