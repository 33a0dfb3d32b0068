/**
 * Interfaces of all models: requests, faults and time limits. Must not know where a model runs, what a passage is, the
 * editor, or the wire.
 */

export interface ModelMessage {
  role: 'system' | 'user';
  text: string;
}

export interface ModelRequest {
  messages: readonly ModelMessage[];
}

export interface LanguageModel {
  /**
   * Streams the answer. Stopping or aborting also ends the provider's work.
   * @throws ModelFault whatever the provider does; the signal's own reason when it is aborted
   */
  generate(request: ModelRequest, signal: AbortSignal): AsyncIterable<string>;
}

export interface EmbedText {
  /** Some models treat a question and a found text differently. */
  kind: 'query' | 'code';
  text: string;
}

/** Turns texts into vectors of meaning. Vectors of one call are comparable, whatever their texts' kinds. */
export interface Embedder {
  /**
   * @returns a vector of length 1 for each text, in their order, all with as many dimensions; all zeros for a text that
   *   the model makes nothing of
   * @throws ModelFault whatever the provider does; the signal's own reason when it is aborted
   */
  embed(texts: readonly EmbedText[], signal: AbortSignal): Promise<Float32Array[]>;
}

/**
 * Kinds of faults that callers treat differently. `credential`: key or organisation refused. `quota`: too many
 * requests, or no money left. `unavailable`: overloaded, unreachable, too slow, broken off. `refused`: nothing was
 * sent, because sending is not allowed. `failed`: everything else.
 */
export type ModelFaultKind = 'credential' | 'quota' | 'unavailable' | 'refused' | 'failed';

/** A fault of a model; its message is written for users. */
export class ModelFault extends Error {
  /** How long the provider asks to wait, in whole seconds. */
  readonly retryAfterSeconds: number | undefined;

  /** @param message what happened and what to do; never holds a key */
  constructor(
    readonly kind: ModelFaultKind,
    message: string,
    options?: ErrorOptions & { retryAfterSeconds?: number },
  ) {
    super(message, options);
    this.name = 'ModelFault';
    this.retryAfterSeconds = options?.retryAfterSeconds;
  }
}

// Section: time limits of one answer: until the first piece, between pieces, in all. A passed limit aborts the request.

/** All in milliseconds. */
export interface TimeLimits {
  /** From asking to the first piece. */
  first: number;
  /** Between two pieces. */
  gap: number;
  whole: number;
}

/** Default limits; connecting has the runtime's own limit of 10 s, within `first`. */
export const defaultTimeLimits: TimeLimits = { first: 30_000, gap: 20_000, whole: 120_000 };

export interface Deadlines {
  /** Aborted by the caller's signal and by a limit that passes. */
  signal: AbortSignal;
  /** Reports a sign of life from the provider. */
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
