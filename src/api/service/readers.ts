/**
 * Programs that follow identifiers over a socket and read what they hear of. An answer ends only when they have been
 * told of its conversation and had time to read it: at the last frame they look it up among what they have read, and
 * fail where it is not there. Must not know sockets or answers.
 */
import { createWaiting } from '../../contract/queue';
import type { Change, Collection, Store } from '../../store/types';
import { perContext } from '../context';

/** A socket that nobody empties holds no answer up for longer. */
const longestWriteMs = 1_000;
/** Who reads on hearing has read by then; others do not, and are not waited for again until they do. */
const longestReadMs = 1_000;
/** From the answer of the service to what the program makes of it; as long as it took to read where that was longer. */
const takeInMs = 40;
const longestTakeInMs = 300;
/** The first answer that a program reads takes it longer: an interpreter makes its parser only now. */
const firstTakeInMs = 500;

export interface Reader {
  /** Something is to be written to it. */
  behind(): void;
  /** All has been written. */
  caughtUp(): void;
  leave(): void;
}

export interface ReadingBack {
  /** Resolves when all readers know the conversation as it is now, or after a moment. */
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
  /** Undefined until something was read since the latest program came. */
  #warmAt: number | undefined = -Infinity;

  constructor(private readonly store: Pick<Store, 'onChange'>) {}

  /** One that hears of the changes of a collection from now on. */
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

  /** A program reads the conversation. */
  reads(conversation: string): void {
    const now = performance.now();
    if (this.#areFollowed()) this.#readsBack = true;
    this.#warmAt ??= now + firstTakeInMs;
    for (const one of this.#watched) {
      if (one.conversation === conversation) Object.assign(one, { isRead: true, readAt: now });
    }
    this.#waiting.wake();
  }

  /** From now on each change of the conversation is to be read back. */
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

  /** Conversations are followed by some program. */
  #areFollowed(): boolean {
    return [...this.#joined].some(({ collection }) => collection === 'conversations');
  }

  async #settled(own: Watched): Promise<void> {
    await this.#waiting.until(() => ![...this.#joined].some(({ isBehind }) => isBehind), longestWriteMs);
    if (!this.#readsBack || !this.#areFollowed()) return;
    this.#readsBack = await this.#waiting.until(() => own.isRead || !this.#areFollowed(), longestReadMs);
    // A busy machine is slow on the way back, too.
    const slownessMs = Math.min(Math.max(takeInMs, own.readAt - own.changedAt), longestTakeInMs);
    const restMs = Math.max(own.readAt + slownessMs, this.#warmAt ?? 0) - performance.now();
    if (own.isRead && restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
  }
}

const isOf = (change: Change, conversation: string): boolean =>
  change.collection === 'conversations' && (change.op === 'put' ? change.value.id : change.id) === conversation;
