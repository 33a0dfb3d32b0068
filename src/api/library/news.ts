/**
 * Tells our windows at once that the library is another one, by a call that waits for it: another window, a program or the
 * team has changed it. Must not know what changed: whoever wants to know lists the rows.
 */
import type { LibraryListing, LibraryState } from '../../contract/schemas';
import { perContext, type ApiContext } from '../context';
import { revisionsOf, stateOf } from './rows';

/** A window that is stuck hears of nothing for longer; it asks again without a break. */
const longestWaitMs = 25_000;

interface News {
  /** Resolves when the library is not as the caller knows it, and now and then although it is. */
  wait(known: LibraryListing, signal: AbortSignal): Promise<LibraryState>;
  /** Sends home who waits, and whoever comes. */
  close(): void;
}

function createNews(context: ApiContext): News {
  const waiting = new Set<() => void>();
  const wakeAll = () => waiting.forEach((wake) => wake());
  let isClosed = false;
  const unsubscribe = revisionsOf(context).onMoved(wakeAll);
  return {
    async wait({ instance, revision }, signal) {
      const now = stateOf(context);
      const isKnown = now.instance === instance && now.revision === revision;
      if (isKnown && !isClosed && !signal.aborted) await untilWoken(waiting, signal);
      return stateOf(context);
    },
    close: () => {
      isClosed = true;
      unsubscribe();
      wakeAll();
    },
  };
}

function untilWoken(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', wake);
      waiting.delete(wake);
      resolve();
    };
    const timer = setTimeout(wake, longestWaitMs).unref();
    signal.addEventListener('abort', wake, { once: true });
    waiting.add(wake);
  });
}

export const newsOf = perContext(createNews);
