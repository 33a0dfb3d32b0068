/** WebSockets that only send: health, the user, identifiers. Must not know who carries the frames. */
import type { ChannelHandler } from '../../contract/api';
import { createQueue, createWaiting } from '../../contract/queue';
import type { ChannelPath } from '../../contract/stream';
import { localUser } from './handlers';
import { type ApiContext, perContext } from '../context';
import type { StreamedIdentifier, StreamedIdentifiers } from '../../contract/schemas';
import type { Change, Collection, Store } from '../../store/types';

/** The collection of each identifier stream, and the contract's name for its references. */
const told = {
  '/assets/stream/identifiers': { collection: 'assets', field: 'asset' },
  '/tags/stream/identifiers': { collection: 'tags', field: 'tag' },
  '/websites/stream/identifiers': { collection: 'websites', field: 'website' },
  '/workstream_summaries/stream/identifiers': { collection: 'summaries', field: 'workstream_summary' },
  '/persons/stream/identifiers': { collection: 'persons', field: 'person' },
  '/annotations/stream/identifiers': { collection: 'annotations', field: 'annotation' },
  '/conversations/stream/identifiers': { collection: 'conversations', field: 'conversation' },
  '/anchors/stream/identifiers': { collection: 'anchors', field: 'anchor' },
} as const satisfies Partial<Record<ChannelPath, Told>>;

export function createChannelHandler(context: ApiContext): ChannelHandler {
  return async function* tell(path, { signal }) {
    switch (path) {
      case '/.well-known/stream/health':
        yield `ok:${context.service.instance}`;
        break;
      case '/user/stream':
        yield JSON.stringify(localUser(context));
        break;
      case '/ranges/stream/identifiers':
        yield JSON.stringify({ iterable: [] });
        break;
      case '/workstream_pattern_engine/processors/vision/status/stream':
        break;
      default: {
        const reader = readersOf(context).join(told[path].collection);
        for await (const frame of identifiers(context.store, told[path], signal, reader)) yield JSON.stringify(frame);
        return;
      }
    }
    // Keep the socket open: programs take a closed one for a stopped service.
    await aborted(signal);
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

interface Told {
  collection: Collection;
  field: Exclude<keyof StreamedIdentifier, 'deleted'>;
}

/**
 * Streams the ids of a collection (contract/WIRE.md 4.8): first all of them, then each changed or deleted one. For a
 * slow reader, several changes are merged into one frame, each id once in its last state.
 */
export async function* identifiers(
  store: Store,
  { collection, field }: Told,
  signal: AbortSignal,
  reader?: Reader,
): AsyncGenerator<StreamedIdentifiers, void> {
  const changed = createQueue<Map<string, StreamedIdentifier>>(inOrderOfLastChange);
  const unsubscribe = store.onChange((changes: Change[]) => {
    for (const change of changes) {
      if (change.collection !== collection) continue;
      const id = change.op === 'put' ? change.value.id : change.id;
      changed.put(new Map([[id, { [field]: { id }, ...(change.op === 'delete' && { deleted: true }) }]]));
      reader?.behind();
    }
  });
  const tellCaughtUp = () => {
    if (changed.waiting().length === 0 && !signal.aborted) reader?.caughtUp();
  };
  const leave = () => changed.end();
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  try {
    // Newest first, as lists are shown. Sent even when empty, because programs wait for it.
    yield { iterable: [...store.list(collection)].map(({ id }) => ({ [field]: { id } })).reverse() };
    tellCaughtUp();
    for await (const identifiersOfFrame of changed.items()) {
      if (signal.aborted) return;
      yield { iterable: [...identifiersOfFrame.values()] };
      tellCaughtUp();
    }
  } finally {
    unsubscribe();
    reader?.leave();
    signal.removeEventListener('abort', leave);
  }
}

/** Merges states by id: each id once, in its last state and at the position of its last change. */
function inOrderOfLastChange(
  earlier: Map<string, StreamedIdentifier>,
  later: Map<string, StreamedIdentifier>,
): Map<string, StreamedIdentifier> {
  for (const [id, state] of later) {
    earlier.delete(id);
    earlier.set(id, state);
  }
  return earlier;
}

// Section: programs that follow conversation identifiers over a socket. An answer is held back until they have had time
// to read its conversation, because at the last frame they look it up and fail if it is missing. Must not know sockets
// or answers.

/** Most milliseconds that an answer waits for a socket that nobody reads. */
const longestWriteMs = 1_000;
/**
 * Most milliseconds to wait for programs to read a changed conversation; those that did not are not waited for again
 * until they read one.
 */
const longestReadMs = 1_000;
/** Least and most milliseconds for a program to process what it read; in between, as long as its read took. */
const takeInMs = 40;
const longestTakeInMs = 300;
/** Milliseconds for the first answer that a program reads, which takes longer because its parser is loaded then. */
const firstTakeInMs = 500;

interface Reader {
  /** Call when data is to be written to the reader. */
  behind(): void;
  /** Call when all data has been written. */
  caughtUp(): void;
  leave(): void;
}

export interface ReadingBack {
  /** Resolves when all readers have read the conversation in its current state, or after a timeout. */
  settled(): Promise<void>;
  end(): void;
}

interface Watched {
  conversation: string;
  isRead: boolean;
  changedAt: number;
  readAt: number;
}

export const readersOf = perContext(({ store }) => new Readers(store));

class Readers {
  readonly #joined = new Set<{ collection: Collection; isBehind: boolean }>();
  readonly #watched = new Set<Watched>();
  readonly #waiting = createWaiting();
  #readsBack = true;
  /** Undefined until a conversation is read after the latest program joined. */
  #warmAt: number | undefined = -Infinity;

  constructor(private readonly store: Pick<Store, 'onChange'>) {}

  /** Adds a reader that follows the changes of a collection. */
  join(collection: Collection): Reader {
    const state = { collection, isBehind: false };
    this.#joined.add(state);
    if (collection === 'conversations') this.#warmAt = undefined;
    return {
      behind: () => void (state.isBehind = true),
      caughtUp: () => {
        state.isBehind = false;
        this.#waiting.wake();
      },
      leave: () => {
        this.#joined.delete(state);
        this.#waiting.wake();
      },
    };
  }

  /** Records that a program has read the conversation. */
  reads(conversation: string): void {
    const now = performance.now();
    if (this.#areFollowed()) this.#readsBack = true;
    this.#warmAt ??= now + firstTakeInMs;
    for (const one of this.#watched) {
      if (one.conversation === conversation) Object.assign(one, { isRead: true, readAt: now });
    }
    this.#waiting.wake();
  }

  /** Tracks whether each later change of the conversation is read by programs. */
  watch(conversation: string): ReadingBack {
    const own: Watched = { conversation, isRead: true, changedAt: -Infinity, readAt: -Infinity };
    this.#watched.add(own);
    const forget = this.store.onChange((changes) => {
      if (changes.some((change) => isOf(change, conversation)))
        Object.assign(own, { isRead: false, changedAt: performance.now() });
    });
    return {
      settled: () => this.#settled(own),
      end: () => {
        this.#watched.delete(own);
        forget();
      },
    };
  }

  /** True when some program follows conversations. */
  #areFollowed(): boolean {
    return [...this.#joined].some(({ collection }) => collection === 'conversations');
  }

  async #settled(own: Watched): Promise<void> {
    await this.#waiting.until(() => ![...this.#joined].some(({ isBehind }) => isBehind), longestWriteMs);
    if (!this.#readsBack || !this.#areFollowed()) return;
    this.#readsBack = await this.#waiting.until(() => own.isRead || !this.#areFollowed(), longestReadMs);
    // A machine that was slow to deliver will be slow to process, too.
    const slownessMs = Math.min(Math.max(takeInMs, own.readAt - own.changedAt), longestTakeInMs);
    const restMs = Math.max(own.readAt + slownessMs, this.#warmAt ?? 0) - performance.now();
    if (own.isRead && restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
  }
}

const isOf = (change: Change, conversation: string): boolean =>
  change.collection === 'conversations' && (change.op === 'put' ? change.value.id : change.id) === conversation;
