/** The changes of one edit, gathered before they are made as one. Reads see what the draft has changed already. */
import type { Records } from '../../store/records';
import type { Change, Collection, Store } from '../../store/types';
import type { ApiContext } from '../context';
import { turnsOf } from './turns';

export interface Draft {
  get<C extends Collection>(collection: C, id: string): Readonly<Records[C]> | undefined;
  put<C extends Collection>(collection: C, value: Records[C]): void;
  delete(collection: Collection, id: string): void;
}

/** The name of a record in turn taking. */
export const keyOf = (collection: Collection, id: string): string => `${collection}/${id}`;

/**
 * @param keys all records that `change` reads in order to write them
 * @throws ApiError whatever `change` throws (nothing is written then); whatever Store.change throws
 */
export function edit<Result>(
  { store }: Pick<ApiContext, 'store'>,
  keys: () => Iterable<string>,
  change: (draft: Draft) => Result,
): Promise<Result> {
  return turnsOf(store)(keys, async () => {
    const { draft, changes } = createDraft(store);
    const result = change(draft);
    if (changes.size > 0) await store.change([...changes.values()]);
    return result;
  });
}

function createDraft(store: Store): { draft: Draft; changes: ReadonlyMap<string, Change> } {
  const changes = new Map<string, Change>();
  const draft: Draft = {
    get<C extends Collection>(collection: C, id: string) {
      const change = changes.get(keyOf(collection, id));
      if (!change) return store.get(collection, id);
      // Checked boundary: the key holds the collection, so the value is a record of it.
      return change.op === 'put' ? (change.value as Records[C]) : undefined;
    },
    put: (collection, value) => {
      // Checked boundary: collection and value belong together by the signature; the union cannot say so.
      changes.set(keyOf(collection, value.id), { op: 'put', collection, value } as Change);
    },
    delete: (collection, id) => void changes.set(keyOf(collection, id), { op: 'delete', collection, id }),
  };
  return { draft, changes };
}
