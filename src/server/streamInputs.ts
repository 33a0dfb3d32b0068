/** The messages of one socket on their way to the handler, in order. Holds a few and asks the sender to wait. */
import { createQueue } from '../contract/queue';

/** A handler takes inputs as they come; more than this wait only while the engine is busy. */
const maxQueued = 8;

interface StreamInputs {
  push(message: Buffer): void;
  /** What waits to be taken, oldest first. */
  queued(): readonly Buffer[];
  /** What still waits is dropped. */
  end(): void;
  /** To be consumed once. */
  messages(): AsyncGenerator<Buffer, void>;
}

/** @param pace told to pause the sender and to let it go on */
export function createStreamInputs(pace: { pause(): void; resume(): void }): StreamInputs {
  const queue = createQueue<Buffer>();
  let isPaused = false;

  function goOn(): void {
    if (!isPaused || queue.waiting().length >= maxQueued) return;
    isPaused = false;
    pace.resume();
  }

  return {
    push(message) {
      queue.put(message);
      if (isPaused || queue.waiting().length < maxQueued) return;
      isPaused = true;
      pace.pause();
    },
    queued: () => queue.waiting(),
    end() {
      queue.drain();
      queue.end();
    },
    async *messages() {
      for await (const message of queue.items()) {
        goOn();
        yield message;
      }
      goOn();
    },
  };
}
