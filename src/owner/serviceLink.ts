/**
 * A program's way to the service of this user: the one that runs, or one that is started for it; found again when it
 * has gone. Must not know what is asked.
 */
import { setTimeout } from 'node:timers/promises';
import type { Api } from '../contract/api';
import { ApiError } from '../contract/errors';
import { createHttpClient, type Address } from '../contract/httpClient';
import { operations, type OperationName } from '../contract/operations';
import { answers, listServers } from './discovery';
import { codeOf } from './exclusiveFile';

export interface ServiceLinkOptions {
  /** Where services are announced; absent: none is joined but the one that holds the same library. */
  discoveryFolder?: string | undefined;
  /**
   * Starts a service of our own, or joins the one that holds the same library; asked once, told of every change after.
   */
  startOwn: () => Promise<{ address: () => Address; stop: () => Promise<void> }>;
}

interface ServiceLink {
  /** Goes to whichever service there is at the time of the call. */
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
    own.catch(() => (own = undefined)); // whoever waits for it is told; the next call tries again
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

  /** Ones that never reached a service, or were refused while it has too much to do, are made again. */
  async function call(name: OperationName, input: unknown, signal?: AbortSignal): Promise<unknown> {
    const until = performance.now() + maxBusyMs;
    for (let lost = 0; ;) {
      const api = await current();
      try {
        return await (api[name] as AnyCall)(input, signal);
      } catch (error) {
        if (hasGone(error)) {
          found = undefined;
          lost += 1;
          if (lost > maxLost || !wasNeverHeard(error)) throw error;
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
      // What did not start has been told to who asked for it.
      await own?.then(({ stop }) => stop()).catch(() => undefined);
    },
  };
}

const maxLost = 2;
/** A program waits rather than ask again: its own caller has a minute. */
const maxBusyMs = 25_000;

const causeOf = (error: unknown): string | undefined => (error instanceof ApiError ? codeOf(error.cause) : undefined);
const hasGone = (error: unknown): boolean => causeOf(error) !== undefined;
const wasNeverHeard = (error: unknown): boolean => ['ECONNREFUSED', 'ENOENT'].includes(causeOf(error) ?? '');

/** How long to wait before a call that was not begun is made again; undefined for what failed for another reason. */
function restOf(error: unknown): number | undefined {
  const isRefused = error instanceof ApiError && (error.code === 'overloaded' || error.code === 'rateLimited');
  return isRefused ? 1000 * (error.retryAfterSeconds ?? 1) : undefined;
}

/** Programs and windows are brought up to date at different times. */
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

/** One that answers as who it says it is: a token is shown to nobody else. */
async function findRunning(folder: string): Promise<Address | undefined> {
  const servers = (await listServers(folder)).sort((a, b) => a.port - b.port);
  const alive = await Promise.all(servers.map(answers));
  const first = servers.find((_, index) => alive[index]);
  return first && { port: first.port, token: first.token };
}
