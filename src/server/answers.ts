/** Turns errors into answers: status, one sentence, headers. Must not know what was asked. */
import { STATUS_CODES } from 'node:http';
import { ApiError, errorStatuses, headersOf } from '../contract/errors';
import type { LogLevel } from '../contract/serviceOptions';

export interface Answer {
  status: number;
  /** One sentence; empty only where the status forbids a body. */
  text: string;
  headers: Record<string, string>;
}

export type Log = (level: LogLevel, text: string) => void;

const internalSentence = 'Something went wrong inside Quarry; its log says more.';

export const plainText = 'text/plain; charset=utf-8';
export const jsonText = 'application/json; charset=utf-8';

/** Headers of every answer; the instance tells a client which of several services it has reached. */
export function standardHeaders(instance: string): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-store',
    'X-Instance': instance,
  };
}

/** Answer for an error. An error not made for callers is a bug: it is logged, and the caller gets a fixed sentence. */
export function answerOf(error: unknown, log: Log): Answer {
  if (error instanceof ApiError) return { status: error.status, text: error.message, headers: headersOf(error) };
  const known = routerSentences.get(codeOf(error) ?? '');
  if (known) return { status: errorStatuses.invalid, text: known, headers: {} };
  log('error', error instanceof Error ? (error.stack ?? error.message) : String(error));
  return { status: errorStatuses.internal, text: internalSentence, headers: {} };
}

/** Sentences for requests that the router itself refuses. */
const routerSentences = new Map([
  ['FST_ERR_BAD_URL', 'The path cannot be read: its %-escapes must be UTF-8.'],
  ['FST_ERR_MAX_PARAM_LENGTH', 'A part of the path is too long.'],
]);

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** A whole HTTP/1.1 answer as text, for sockets that no response object belongs to. The connection ends with it. */
export function rawAnswer(answer: Answer, instance: string): string {
  const headers = {
    ...standardHeaders(instance),
    ...answer.headers,
    'Content-Type': plainText,
    'Content-Length': String(Buffer.byteLength(answer.text)),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ''}\r\n${lines.join('')}\r\n${answer.text}`;
}
