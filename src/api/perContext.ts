import type { ApiContext } from './context';

/** State that belongs to one running service: made on first use, shared by all handlers, gone with the context. */
export function perContext<State>(make: (context: ApiContext) => State): (context: ApiContext) => State {
  const made = new WeakMap<ApiContext, State>();
  return (context) => {
    let state = made.get(context);
    if (state === undefined) made.set(context, (state = make(context)));
    return state;
  };
}
