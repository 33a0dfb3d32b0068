/** Lets the thread serve other calls while long work goes on: a pause whenever a slice of time is used up. */

/** Long enough to get work done, short enough that a waiting call is not felt. */
const sliceMs = 10;

export class Slices {
  private since = performance.now();

  async rest(): Promise<void> {
    if (performance.now() - this.since < sliceMs) return;
    await new Promise<void>((resume) => setImmediate(resume));
    this.since = performance.now();
  }
}
