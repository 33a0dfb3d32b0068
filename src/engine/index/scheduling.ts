/** Long work beside other calls: in slices, one piece at a time, held up while its owner wants the machine. */

// Section: lets the thread serve other calls while long work goes on: a pause whenever a slice of time is used up.

/** Long enough to get work done, short enough that a waiting call is not felt. */
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

  /** Runs work that stops now and then by itself. */
  async run<Result>(work: Generator<undefined, Result>): Promise<Result> {
    for (;;) {
      const step = work.next();
      if (step.done) return step.value;
      await this.rest();
    }
  }
}

// Section: one piece of work at a time, and those who wait. It is stopped when all gave up, not when somebody ran out
// of patience.

export interface Wait {
  signal?: AbortSignal | undefined;
  /** Waits less long where the work says that it takes long. */
  isHasty?: boolean | undefined;
}

export class Waiters {
  private working: Promise<void> | undefined;
  private controller = new AbortController();
  private waiting = 0;
  /** How long the hasty wait for this work. */
  private hasteMs = Infinity;
  private readonly releases = new Set<() => void>();
  /** Of the hasty: says how long they wait from now on. */
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
    // Whoever still waits hears of a failure; nobody waiting is no fault.
    this.working.catch(() => undefined);
  }

  /** Until the work ends or `patienceMs` are over. */
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

  /** The hasty wait no longer for this work: those who wait now so many milliseconds more, those to come as told. */
  hurry(ms: number, laterMs = ms): void {
    this.hasteMs = laterMs;
    for (const endIn of this.hurries) endIn(ms);
  }

  /** Lets all go who wait now, as if their patience were over; the work goes on. */
  release(): void {
    for (const end of [...this.releases]) end();
  }

  /** Ends work that nobody waits for. */
  abandon(): void {
    if (this.waiting === 0) this.controller.abort();
  }

  /** Work that the others gave up ends without failing for whoever joined late: it is begun again. */
  private async unlessStopped(work: Promise<void>): Promise<void> {
    const { signal } = this.controller;
    await work.catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }

  /** Until the work has ended. */
  async stop(): Promise<void> {
    this.controller.abort();
    if (this.working) await this.unlessStopped(this.working);
  }
}

/**
 * Holds up the reading of many files while its owner wants the machine for something else. Work that has begun stops
 * between two files and goes on from there; a few changed files are still read, because an answer would else be wrong.
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

  /** Until it is open, or `signal` ends the wait: whoever waited looks at the signal itself. */
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
