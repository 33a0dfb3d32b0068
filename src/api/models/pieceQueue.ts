/** Pieces of one answer between who passes them on and who reads them. Pieces that wait are read as one. */

export interface PieceQueue {
  put(text: string): void;
  /** No more comes; with an error the reader meets it after what was put before. */
  end(error?: Error): void;
  /** To be consumed once. */
  pieces(): AsyncGenerator<string, void>;
}

export function createPieceQueue(): PieceQueue {
  let waiting = '';
  let ending: { error?: Error } | undefined;
  let wake: () => void = () => undefined;
  return {
    put(text) {
      waiting += text;
      wake();
    },
    end(error) {
      ending ??= error ? { error } : {};
      wake();
    },
    async *pieces() {
      for (;;) {
        if (waiting !== '') {
          const text = waiting;
          waiting = '';
          yield text;
        } else if (ending) {
          if (ending.error) throw ending.error;
          return;
        } else await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}
