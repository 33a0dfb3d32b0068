/** Inputs for a stream, given one by one while it runs. */
export class Outbox<T> implements AsyncIterable<T> {
  readonly #waiting: T[] = [];
  #isEnded = false;
  #wake: () => void = () => undefined;

  push(value: T): void {
    this.#waiting.push(value);
    this.#wake();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      const next = this.#waiting.shift();
      if (next !== undefined) yield next;
      else if (this.#isEnded) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
