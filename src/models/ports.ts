/**
 * The port every model is spoken to through, whoever runs it. Must not know where it runs, what a passage is, the
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
