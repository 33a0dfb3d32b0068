/**
 * Ids of a collection as programs follow it (contract/WIRE.md 4.8): all of them at first, then each that is
 * changed or gone. A reader who is slow gets several changes in one frame, each id once and in its last state.
 */
import type { StreamedIdentifier, StreamedIdentifiers } from '../../contract/schemas';
import type { Change, Collection, Store } from '../../store/types';
import type { Reader } from './readers';

export interface Told {
  collection: Collection;
  field: Exclude<keyof StreamedIdentifier, 'deleted'>;
}

export async function* identifiers(
  store: Store,
  { collection, field }: Told,
  signal: AbortSignal,
  reader?: Reader,
): AsyncGenerator<StreamedIdentifiers, void> {
  const waiting = new Map<string, StreamedIdentifier>();
  let wake: () => void = () => undefined;
  const unsubscribe = store.onChange((changes: Change[]) => {
    for (const change of changes) {
      if (change.collection !== collection) continue;
      const id = change.op === 'put' ? change.value.id : change.id;
      waiting.delete(id); // its last state goes where the last change was
      waiting.set(id, { [field]: { id }, ...(change.op === 'delete' && { deleted: true }) });
      reader?.behind();
    }
    wake();
  });
  const leave = () => wake();
  signal.addEventListener('abort', leave, { once: true });
  try {
    // The newest first, as lists are shown. Sent even when empty: programs wait for it.
    yield { iterable: [...store.list(collection)].map(({ id }) => ({ [field]: { id } })).reverse() };
    while (!signal.aborted) {
      if (waiting.size === 0) reader?.caughtUp();
      if (waiting.size === 0) await new Promise<void>((resolve) => (wake = resolve));
      if (waiting.size === 0) continue;
      const iterable = [...waiting.values()];
      waiting.clear();
      yield { iterable };
    }
  } finally {
    unsubscribe();
    reader?.leave();
    signal.removeEventListener('abort', leave);
  }
}
