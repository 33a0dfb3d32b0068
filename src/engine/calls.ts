/** The calls that are under way: each ends with its caller's signal, and all of them with the engine. */

export type During = <Result>(
  signal: AbortSignal | undefined,
  act: (ending: AbortSignal) => Promise<Result>,
) => Promise<Result>;

interface Calls {
  during: During;
  /** Aborts what is under way, and refuses what comes. */
  end: () => void;
}

export function createCalls(): Calls {
  const running = new Set<AbortController>();
  let isClosed = false;

  /**
   * The caller's signal and the engine's end in one, for as long as a call takes. Not `AbortSignal.any`: it leaves a trace
   * of every call in the signal that lives as long as the engine.
   */
  async function during<Result>(
    signal: AbortSignal | undefined,
    act: (ending: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    if (isClosed) throw new DOMException('The engine is closed.', 'AbortError');
    signal?.throwIfAborted();
    const call = new AbortController();
    const hangUp = () => call.abort(signal?.reason);
    signal?.addEventListener('abort', hangUp, { once: true });
    running.add(call);
    try {
      return await act(call.signal);
    } finally {
      running.delete(call);
      signal?.removeEventListener('abort', hangUp);
    }
  }

  return {
    during,
    end() {
      isClosed = true;
      for (const call of running) call.abort();
    },
  };
}
