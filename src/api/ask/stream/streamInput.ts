/** Reads one frame of the socket: what it asks for, or why it asks for nothing. */
import { check } from '../../../contract/check';
import { ApiError } from '../../../contract/errors';
import { QGPTStreamInput, type QGPTQuestionInput, type QGPTRelevanceInput } from '../../../contract/schemas/qgpt';
import { MalformedFrame } from '../../../contract/stream';
import { withoutNulls } from '../../dispatch';

export type StreamCommand =
  | { kind: 'relevance'; input: QGPTRelevanceInput; withAgent: boolean }
  | { kind: 'question'; input: QGPTQuestionInput; withAgent: boolean }
  | { kind: 'stop' }
  | { kind: 'reset' };

/** Names of a frame that even a faulty one is answered by. */
export interface StreamNames {
  request: string | undefined;
  conversation: string | undefined;
}

/** The names a frame gives itself, read before it is checked: an answer that refuses it has to carry them. */
export function namesOf(frame: unknown): StreamNames {
  const fields: { request?: unknown; conversation?: unknown } = typeof frame === 'object' && frame ? frame : {};
  // Even a name that is too long is given back: it is how the sender tells which frame was refused.
  return { request: nameOf(fields.request), conversation: nameOf(fields.conversation) };
}

function nameOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** @throws ApiError `invalid` */
export function readCommand(frame: unknown): StreamCommand {
  if (frame instanceof MalformedFrame) throw new ApiError('invalid', frame.message);
  const input = withoutNulls(frame);
  check(QGPTStreamInput, input, 'frame');
  // Checked boundary: the schema has just been checked.
  const { relevance, question, stop, reset, agent = true } = input as QGPTStreamInput;
  if (relevance && question) {
    throw new ApiError(
      'invalid',
      'frame.relevance and frame.question are both given: expected one; relevance with options.question does both.',
    );
  }
  if ((stop || reset) && (relevance || question)) {
    throw new ApiError('invalid', 'frame.stop or frame.reset comes with a question: expected one of them in a frame.');
  }
  if (reset) return { kind: 'reset' };
  if (stop) return { kind: 'stop' };
  if (relevance) return { kind: 'relevance', input: relevance, withAgent: agent };
  if (question) return { kind: 'question', input: question, withAgent: agent };
  throw new ApiError('invalid', 'frame asks for nothing: expected one of relevance, question, stop, reset.');
}
