/**
 * The ports every model is spoken to through, whoever runs it. Must not know where it runs, what a passage is, the
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
