/**
 * Programs that follow identifiers over a socket and read what they hear of. An answer ends only when they have been told
 * of its conversation and had time to read it: at the last frame they look it up among what they have read, and fail where
 * it is not there. Must not know sockets or answers.
 */
import type { Change, Collection } from '../../store/types';
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

interface Readers {
  /** One that hears of the changes of a collection from now on. */
  join(collection: Collection): Reader;
  /** A program reads the conversation. */
  reads(conversation: string): void;
  watch(conversation: string): ReadingBack;
}

interface Watched {
  conversation: string;
  isRead: boolean;
  changedAt: number;
  readAt: number;
}

export const readersOf = perContext(({ store }): Readers => {
  const joined = new Set<{ collection: Collection; isBehind: boolean }>();
  const watched = new Set<Watched>();
  const waiting = createWaiting();
  let readsBack = true;
  /** Undefined until something was read since the latest program came. */
  let warmAt: number | undefined = -Infinity;

  const followed = () => [...joined].some(({ collection }) => collection === 'conversations');

  async function settled(own: Watched): Promise<void> {
    await waiting.until(() => ![...joined].some(({ isBehind }) => isBehind), longestWriteMs);
    if (!readsBack || !followed()) return;
    readsBack = await waiting.until(() => own.isRead || !followed(), longestReadMs);
    // A busy machine is slow on the way back, too.
    const slownessMs = Math.min(Math.max(takeInMs, own.readAt - own.changedAt), longestTakeInMs);
    const restMs = Math.max(own.readAt + slownessMs, warmAt ?? 0) - performance.now();
    if (own.isRead && restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
  }

  return {
    join(collection) {
      const state = { collection, isBehind: false };
      joined.add(state);
      if (collection === 'conversations') warmAt = undefined;
      return {
        behind: () => void (state.isBehind = true),
        caughtUp() {
          state.isBehind = false;
          waiting.wake();
        },
        leave() {
          joined.delete(state);
          waiting.wake();
        },
      };
    },
    reads(conversation) {
      const now = performance.now();
      if (followed()) readsBack = true;
      warmAt ??= now + firstTakeInMs;
      for (const one of watched) {
        if (one.conversation === conversation) Object.assign(one, { isRead: true, readAt: now });
      }
      waiting.wake();
    },
    watch(conversation) {
      const own: Watched = { conversation, isRead: true, changedAt: -Infinity, readAt: -Infinity };
      watched.add(own);
      const forget = store.onChange((changes) => {
        if (changes.some((change) => isOf(change, conversation)))
          Object.assign(own, { isRead: false, changedAt: performance.now() });
      });
      return {
        settled: () => settled(own),
        end() {
          watched.delete(own);
          forget();
        },
      };
    },
  };
});

const isOf = (change: Change, conversation: string): boolean =>
  change.collection === 'conversations' && (change.op === 'put' ? change.value.id : change.id) === conversation;

function createWaiting() {
  const waiting = new Set<() => void>();
  return {
    /** Whoever waits looks again. */
    wake(): void {
      for (const look of [...waiting]) look();
    },
    /** @returns false when it did not come true in time */
    until(isTrue: () => boolean, withinMs: number): Promise<boolean> {
      if (isTrue()) return Promise.resolve(true);
      return new Promise((resolve) => {
        const look = (isLate: boolean) => {
          if (!isLate && !isTrue()) return;
          clearTimeout(timer);
          waiting.delete(again);
          resolve(!isLate);
        };
        const again = () => look(false);
        const timer = setTimeout(() => look(true), withinMs);
        waiting.add(again);
      });
    },
  };
}
