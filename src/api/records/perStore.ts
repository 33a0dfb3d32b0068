import type { Store } from '../../store/types';

/** State derived from a store: made on first use, shared by all handlers of that store, gone with it. */
export function perStore<State>(make: (store: Store) => State): (store: Store) => State {
  const made = new WeakMap<Store, State>();
  return (store) => {
    let state = made.get(store);
    if (state === undefined) made.set(store, (state = make(store)));
    return state;
  };
}
