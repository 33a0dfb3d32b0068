/**
 * The ports every model is spoken to through, whoever runs it: what it is asked, what can go wrong, and how long it may
 * take. Must not know where it runs, what a passage is, the editor, or the wire.
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
   * The answer piece by piece, as it comes. Whoever stops reading, or aborts, ends the provider's work too.
   * @throws ModelFault whatever the provider does; the signal's own reason when it is aborted
   */
  generate(request: ModelRequest, signal: AbortSignal): AsyncIterable<string>;
}

export interface EmbedText {
  /** Some models are told whether a text asks or is found. */
  kind: 'query' | 'code';
  text: string;
}

/** Meaning as numbers. Vectors of one call can be compared, whatever the kinds of their texts. */
export interface Embedder {
  /**
   * @returns a vector of length 1 for each text, in their order, all with as many dimensions; all zeros for a text that
   *   the model makes nothing of
   * @throws ModelFault whatever the provider does; the signal's own reason when it is aborted
   */
  embed(texts: readonly EmbedText[], signal: AbortSignal): Promise<Float32Array[]>;
}

/**
 * What can go wrong with a model, in the few kinds that callers treat differently. `credential`: key or organisation
 * refused. `quota`: too many requests, or the money is used up. `unavailable`: overloaded, unreachable, too slow,
 * broken off. `refused`: nothing was sent, because sending is not allowed. `failed`: everything else.
 */
export type ModelFaultKind = 'credential' | 'quota' | 'unavailable' | 'refused' | 'failed';

/** A fault of a model; its message is a sentence made for people. */
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

// Section: time limits of one answer: to its first sign, between two signs, as a whole. A limit that passes aborts the
// request.

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
