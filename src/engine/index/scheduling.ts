/** Runs long work beside other calls: in slices, one task at a time, and paused while its owner needs the machine. */

// Section: lets the thread serve other calls during long work, by a pause whenever a time slice is used up.

/** Milliseconds of a slice: long enough to make progress, short enough that a waiting call is not noticeable. */
export const sliceMs = 10;

export class Slices {
  private since = performance.now();

  get isUsedUp(): boolean {
    return performance.now() - this.since >= sliceMs;
  }

  async rest(): Promise<void> {
    if (!this.isUsedUp) return;
    await new Promise<void>((resume) => setImmediate(resume));
    this.since = performance.now();
  }

  /** Runs a generator, which offers a pause at each yield. */
  async run<Result>(work: Generator<undefined, Result>): Promise<Result> {
    for (;;) {
      const step = work.next();
      if (step.done) return step.value;
      await this.rest();
    }
  }
}

// Section: one task at a time and its waiting callers. It is aborted when all of them gave up, but not when their
// patience ran out.

export interface Wait {
  signal?: AbortSignal | undefined;
  /** True when the caller stops waiting once `hurry` is called. */
  isHasty?: boolean | undefined;
}

export class Waiters {
  private working: Promise<void> | undefined;
  private controller = new AbortController();
  private waiting = 0;
  /** Milliseconds that hasty callers wait for this task. */
  private hasteMs = Infinity;
  private readonly releases = new Set<() => void>();
  /** For each hasty caller, a function that sets how much longer it waits. */
  private readonly hurries = new Set<(ms: number) => void>();

  get isWorking(): boolean {
    return this.working !== undefined;
  }

  begin(work: (signal: AbortSignal) => Promise<void>): void {
    this.controller = new AbortController();
    this.hasteMs = Infinity;
    this.working = work(this.controller.signal).finally(() => {
      this.working = undefined;
    });
    // Waiting callers get the error; without any it is ignored.
    this.working.catch(() => undefined);
  }

  /** Waits until the task ends or `patienceMs` are over. */
  async wait(patienceMs: number, { signal, isHasty = false }: Wait = {}): Promise<void> {
    if (!this.working) return;
    this.waiting += 1;
    let end = (): void => undefined;
    let timer: NodeJS.Timeout | undefined;
    const deadline = performance.now() + patienceMs;
    const endIn = (ms: number) => {
      clearTimeout(timer);
      // Timers wait no longer than 2^31 - 1 ms.
      timer = setTimeout(end, Math.min(Math.max(0, Math.min(ms, deadline - performance.now())), 2 ** 31 - 1));
    };
    const ended = new Promise<void>((resolve) => {
      end = () => resolve();
      this.releases.add(end);
      signal?.addEventListener('abort', end, { once: true });
      if (isHasty) this.hurries.add(endIn);
      endIn(isHasty ? this.hasteMs : patienceMs);
    });
    try {
      await Promise.race([this.unlessStopped(this.working), ended]);
      signal?.throwIfAborted();
    } finally {
      clearTimeout(timer);
      this.releases.delete(end);
      this.hurries.delete(endIn);
      signal?.removeEventListener('abort', end);
      this.waiting -= 1;
      if (this.waiting === 0 && signal?.aborted) this.controller.abort();
    }
  }

  /** Limits the wait of hasty callers: present ones wait `ms` more, later ones `laterMs`. */
  hurry(ms: number, laterMs = ms): void {
    this.hasteMs = laterMs;
    for (const endIn of this.hurries) endIn(ms);
  }

  /** Releases all waiting callers as if their patience were over; the task goes on. */
  release(): void {
    for (const end of [...this.releases]) end();
  }

  /** Aborts a task that nobody waits for. */
  abandon(): void {
    if (this.waiting === 0) this.controller.abort();
  }

  /** Waits for the task; one that was aborted before a late caller joined ends without an error, and is begun again. */
  private async unlessStopped(work: Promise<void>): Promise<void> {
    const { signal } = this.controller;
    await work.catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }

  /** Aborts the task and waits until it has ended. */
  async stop(): Promise<void> {
    this.controller.abort();
    if (this.working) await this.unlessStopped(this.working);
  }
}

/**
 * Pauses the reading of many files while its owner needs the machine for something else. A reading in progress stops
 * between two files and resumes there; a few changed files are still read, because an answer would otherwise be wrong.
 */
export class Gate {
  private waiting: { open: () => void }[] = [];
  isClosed = false;

  close(): void {
    this.isClosed = true;
  }

  open(): void {
    this.isClosed = false;
    for (const { open } of this.waiting.splice(0)) open();
  }

  /** Waits until the gate is open or `signal` aborts, which the caller must check itself. */
  async passed(signal: AbortSignal): Promise<void> {
    if (!this.isClosed || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const end = () => {
        signal.removeEventListener('abort', end);
        resolve();
      };
      signal.addEventListener('abort', end, { once: true });
      this.waiting.push({ open: end });
    });
  }
}
