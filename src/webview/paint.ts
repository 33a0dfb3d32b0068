/** Paints at most thirty times a second, however fast the answer comes. */

/** 30 Hz: text flows, and a long answer leaves the page time for typing. */
const paintMilliseconds = 33;

interface PaintClock {
  now(): number;
  /** Runs before the page's next frame, after `milliseconds` at the earliest. */
  later(run: () => void, milliseconds: number): void;
}

/** @returns a function that asks for a paint; several requests before it share one */
export function paintScheduler(paint: () => void, clock: PaintClock): () => void {
  let last = -Infinity;
  let isAskedFor = false;
  return () => {
    if (isAskedFor) return;
    isAskedFor = true;
    clock.later(
      () => {
        isAskedFor = false;
        last = clock.now();
        paint();
      },
      Math.max(0, last + paintMilliseconds - clock.now()),
    );
  };
}
