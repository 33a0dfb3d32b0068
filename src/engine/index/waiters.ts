/**
 * One piece of work at a time, and those who wait for it. The work is stopped when all who waited gave up; whoever only
 * ran out of patience leaves it running.
 */
export class Waiters {
  private working: Promise<void> | undefined;
  private controller = new AbortController();
  private waiting = 0;
  private readonly releases = new Set<() => void>();

  get isWorking(): boolean {
    return this.working !== undefined;
  }

  begin(work: (signal: AbortSignal) => Promise<void>): void {
    this.controller = new AbortController();
    this.working = work(this.controller.signal).finally(() => {
      this.working = undefined;
    });
    // Whoever still waits hears of a failure; nobody waiting is no fault.
    this.working.catch(() => undefined);
  }

  /** Until the work ends or `patienceMs` are over. */
  async wait(patienceMs: number, signal?: AbortSignal): Promise<void> {
    if (!this.working) return;
    this.waiting += 1;
    let end = (): void => undefined;
    let timer: NodeJS.Timeout | undefined;
    const ended = new Promise<void>((resolve) => {
      end = () => resolve();
      this.releases.add(end);
      signal?.addEventListener('abort', end, { once: true });
      // Timers wait no longer than 2^31 - 1 ms.
      timer = setTimeout(end, Math.min(Math.max(0, patienceMs), 2 ** 31 - 1));
    });
    try {
      await Promise.race([this.unlessStopped(this.working), ended]);
      signal?.throwIfAborted();
    } finally {
      clearTimeout(timer);
      this.releases.delete(end);
      signal?.removeEventListener('abort', end);
      this.waiting -= 1;
      if (this.waiting === 0 && signal?.aborted) this.controller.abort();
    }
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
