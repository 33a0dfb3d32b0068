/** The messages of one socket on their way to the handler, in order. Holds a few and asks the sender to wait. */

/** A handler takes inputs as they come; more than this wait only while the engine is busy. */
const maxQueued = 8;

export interface StreamInputs {
  push(message: Buffer): void;
  /** What waits to be taken, oldest first. */
  queued(): readonly Buffer[];
  end(): void;
  /** To be consumed once. */
  messages(): AsyncGenerator<Buffer, void>;
}

/** @param pace told to pause the sender and to let it go on */
export function createStreamInputs(pace: { pause(): void; resume(): void }): StreamInputs {
  const queue: Buffer[] = [];
  let isEnded = false;
  let isPaused = false;
  let wake: () => void = () => undefined;

  async function* messages(): AsyncGenerator<Buffer, void> {
    for (;;) {
      const message = queue.shift();
      if (isPaused && queue.length < maxQueued) {
        isPaused = false;
        pace.resume();
      }
      if (message) yield message;
      else if (isEnded) return;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  }

  return {
    push(message) {
      queue.push(message);
      if (!isPaused && queue.length >= maxQueued) {
        isPaused = true;
        pace.pause();
      }
      wake();
    },
    queued: () => queue,
    end() {
      isEnded = true;
      queue.length = 0;
      wake();
    },
    messages,
  };
}
