/** The socket: one JSON object a text frame, both ways (semantics.md 6). Must not know who carries the frames. */
import { QGPTStreamInput, QGPTStreamOutput } from './schemas/qgpt';

export const streamPath = '/qgpt/stream';

/** What the sixth question-answering operation takes and gives; not a row of the table, because it is no request. */
export const stream = {
  path: streamPath,
  summary: 'A WebSocket: relevance and question inputs in, pieces of answers out.',
  input: QGPTStreamInput,
  output: QGPTStreamOutput,
} as const;

/** Stands among the inputs for a frame that could not be read as JSON: it is answered, and the socket stays open. */
export class MalformedFrame {
  /** @param message sentence for the caller: what was wrong, what was expected */
  constructor(readonly message: string) {}
}
