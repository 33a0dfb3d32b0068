/**
 * Time limits of one answer: until the first sign of it, between two signs, and as a whole. A limit that passes aborts
 * the request; the caller then asks which one it was. Must not know what is waited for.
 */

/** All in milliseconds. */
export interface TimeLimits {
  /** From asking to the first piece. */
  first: number;
  /** Between two signs of life. */
  gap: number;
  whole: number;
}

/** The promise of the service: connecting within 10 s is the runtime's own limit, and part of `first`. */
export const defaultTimeLimits: TimeLimits = { first: 30_000, gap: 20_000, whole: 120_000 };

export interface Deadlines {
  /** Aborted by the caller's signal and by a limit that passes. */
  signal: AbortSignal;
  /** The provider has given a sign of life. */
  heard(): void;
  /** The limit that has passed, if one has. */
  passed(): keyof TimeLimits | undefined;
  /** Ends the timers and whatever still runs under the signal. */
  end(): void;
}

/** @param outer aborts as well, with its own reason */
export function startDeadlines(limits: TimeLimits, outer: AbortSignal): Deadlines {
  const controller = new AbortController();
  let passed: keyof TimeLimits | undefined;
  const limit = (name: keyof TimeLimits) =>
    setTimeout(() => {
      passed ??= name;
      controller.abort();
    }, limits[name]);
  let next = limit('first');
  const whole = limit('whole');
  const leave = () => controller.abort(outer.reason);
  outer.addEventListener('abort', leave, { once: true });
  if (outer.aborted) leave();
  return {
    signal: controller.signal,
    heard() {
      clearTimeout(next);
      next = limit('gap');
    },
    passed: () => passed,
    end() {
      clearTimeout(next);
      clearTimeout(whole);
      outer.removeEventListener('abort', leave);
      controller.abort();
    },
  };
}

/** @param name of the model, as people know it */
export function lateSentence(name: string, passed: keyof TimeLimits, limits: TimeLimits): string {
  const seconds = Math.max(1, Math.round(limits[passed] / 1000));
  switch (passed) {
    case 'first':
      return `${name} did not begin to answer within ${seconds} s. A model on your own machine may still be loading: ask again.`;
    case 'gap':
      return `${name} fell silent for ${seconds} s in the middle of its answer. Ask again.`;
    case 'whole':
      return `${name} was not done after ${seconds} s. Ask for less, or choose a quicker model.`;
  }
}
