/**
 * Frames of several requests on their way to one socket. `put` resolves when the carrier has taken the frame, so a
 * slow reader slows the producers and nothing piles up. Must not know what is in a frame.
 */
import type { QGPTStreamOutput } from '../../../contract/schemas/qgpt';

export interface FrameQueue {
  put: (frame: QGPTStreamOutput) => Promise<void>;
  /** Frames still queued are delivered; later ones are dropped. */
  end(): void;
  /** To be consumed once. Ends after `end` when everything is delivered. */
  frames(): AsyncGenerator<QGPTStreamOutput, void>;
}

export function createFrameQueue(): FrameQueue {
  const waiting: { frame: QGPTStreamOutput; taken: () => void }[] = [];
  let isEnded = false;
  let wake: () => void = () => undefined;

  async function* frames(): AsyncGenerator<QGPTStreamOutput, void> {
    try {
      for (;;) {
        const next = waiting.shift();
        if (next) {
          next.taken();
          yield next.frame;
        } else if (isEnded) return;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      // Nobody reads any more: producers must not wait for ever.
      isEnded = true;
      for (const { taken } of waiting.splice(0)) taken();
    }
  }

  return {
    put: (frame) =>
      new Promise((resolve) => {
        if (isEnded) return resolve();
        waiting.push({ frame, taken: resolve });
        wake();
      }),
    end: () => {
      isEnded = true;
      wake();
    },
    frames,
  };
}
