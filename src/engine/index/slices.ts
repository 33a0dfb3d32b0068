/** Lets the thread serve other calls while long work goes on: a pause whenever a slice of time is used up. */

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
