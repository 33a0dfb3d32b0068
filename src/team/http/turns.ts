/**
 * Changes of one space are done one after the other anyway, by its row in the database: those that wait for it here
 * hold no connection meanwhile, which others need.
 */
export interface Turns {
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
}

export function createTurns(): Turns {
  const lasts = new Map<string, Promise<unknown>>();
  return {
    async run(key, work) {
      const before = lasts.get(key) ?? Promise.resolve();
      // Also behind one that failed: that was told to whoever asked for it.
      const own = before.then(work, work);
      lasts.set(key, own);
      try {
        return await own;
      } finally {
        if (lasts.get(key) === own) lasts.delete(key);
      }
    },
  };
}
