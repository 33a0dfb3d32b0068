/** What can go wrong with a model, in the few kinds that callers treat differently. Its sentence is made for people. */

/**
 * `credential`: key or organisation refused. `quota`: too many requests, or the money is used up. `unavailable`:
 * overloaded, unreachable, too slow, broken off. `refused`: nothing was sent, because sending is not allowed.
 * `failed`: everything else.
 */
export type ModelFaultKind = 'credential' | 'quota' | 'unavailable' | 'refused' | 'failed';

export class ModelFault extends Error {
  /** As the provider asked; whole seconds. */
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
