/** From what was thrown to an answer: status, one sentence, headers. Must not know what was asked. */
import { STATUS_CODES } from 'node:http';
import { ApiError, headersOf } from '../../contract/errors';
import { faultFor } from '../database/faults';

export interface Answer {
  status: number;
  text: string;
  headers: Record<string, string>;
}

export const plainText = 'text/plain; charset=utf-8';

/** What the framework refuses before we are asked. */
const sentences: Record<string, [code: ConstructorParameters<typeof ApiError>[0], sentence: string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [
    'tooLarge',
    'The body is larger than this service takes: send the changes in smaller parts.',
  ],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupportedMedia', 'The body must be application/json.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalid', 'The body is empty.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['invalid', 'The body is not as long as was said.'],
  FST_ERR_BAD_URL: ['invalid', 'The path cannot be read: its %-escapes must be UTF-8.'],
};

/** @param onBug told what nobody foresaw; the caller gets a fixed sentence */
export function answerOf(thrown: unknown, onBug: (error: unknown) => void): Answer {
  const known = thrown instanceof Error && 'code' in thrown ? sentences[String(thrown.code)] : undefined;
  const error = known ? new ApiError(...known) : faultFor(thrown);
  if (!error) {
    onBug(thrown);
    return { status: 500, text: 'Something went wrong in the team’s service; its log says more.', headers: {} };
  }
  return { status: error.status, text: error.message, headers: headersOf(error) };
}

/** A whole answer as text, where a socket asked to be upgraded and is not. */
export function rawAnswer({ status, text, headers }: Answer): string {
  const all = {
    ...headers,
    'Content-Type': plainText,
    'Content-Length': String(Buffer.byteLength(text)),
    Connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${text}`;
}
