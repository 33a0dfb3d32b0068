/** The sockets that only tell: health, the user, identifiers. Must not know who carries the frames. */
import type { ChannelHandler } from '../../contract/api';
import { createQueue } from '../../contract/queue';
import type { ChannelPath } from '../../contract/stream';
import { localUser } from './connections';
import type { ApiContext } from '../context';
import { readersOf, type Reader } from './readers';
import type { StreamedIdentifier, StreamedIdentifiers } from '../../contract/schemas';
import type { Change, Collection, Store } from '../../store/types';

/** What each identifier stream tells of, and the contract's name of the reference. */
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
    // Programs take a closed socket for a service that has gone.
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
 * Ids of a collection as programs follow it (contract/WIRE.md 4.8): all of them at first, then each that is changed or
 * gone. A reader who is slow gets several changes in one frame, each id once and in its last state.
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
    // The newest first, as lists are shown. Sent even when empty: programs wait for it.
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

/** Each id once: its last state goes where its last change was. */
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
