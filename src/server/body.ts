/** What a request's body may be, and reading it within bounds. Must not know which operation it is for. */
import type { Readable } from 'node:stream';
import { ApiError } from '../contract/errors';

/** An asset of 4 MiB, the store's limit, with every character escaped, still fits. */
export const maxBodyBytes = 8 * 1024 * 1024;

type Headers = NodeJS.Dict<string[]>;

/**
 * What can be refused before the body is read.
 * @throws ApiError `unsupportedMedia`, `tooLarge`
 */
export function checkBodyHeaders(headers: Headers): void {
  const codings = [...(headers['content-encoding'] ?? []), ...(headers['transfer-encoding'] ?? [])];
  const unknown = codings.some((coding) => !['', 'identity', 'chunked'].includes(coding.trim().toLowerCase()));
  if (unknown) throw new ApiError('unsupportedMedia', 'Send the body as it is: no Content-Encoding is understood.');
  const length = Number(headers['content-length']?.[0] ?? 0);
  if (length > maxBodyBytes) throw tooLarge();
}

function tooLarge(): ApiError {
  return new ApiError('tooLarge', `The body is larger than ${maxBodyBytes / 1024 / 1024} MiB.`);
}

/**
 * For a body that is not empty.
 * @throws ApiError `unsupportedMedia`
 */
export function checkMediaType(headers: Headers): void {
  const values = headers['content-type'] ?? [];
  const [type, ...parameters] = (values[0] ?? '').split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  const isUtf8 = charset === undefined || /^"?utf-?8"?$/.test(charset);
  if (values.length === 1 && type === 'application/json' && isUtf8) return;
  throw new ApiError('unsupportedMedia', 'Send the body as Content-Type: application/json, in UTF-8.');
}

/**
 * All bytes, counted while they come: a length in the header is a promise only.
 * @param inspect sees each part as it comes, and ends the reading by throwing
 * @throws ApiError `tooLarge`, and `invalid` when the connection ends first
 */
export function readBody(payload: Readable, inspect: (part: Buffer) => void = () => undefined): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let received = 0;
    const stop = (settle: () => void) => {
      payload.off('data', take).off('end', end).off('error', cut).off('close', cut);
      // What still comes is let through unread until the answer is out.
      payload.on('error', () => payload.destroy()).resume();
      settle();
    };
    const take = (part: Buffer) => {
      received += part.length;
      parts.push(part);
      try {
        if (received > maxBodyBytes) throw tooLarge();
        inspect(part);
      } catch (error) {
        stop(() => reject(error instanceof Error ? error : new Error(String(error))));
      }
    };
    const end = () => stop(() => resolve(Buffer.concat(parts, received)));
    const cut = () => stop(() => reject(new ApiError('invalid', 'The connection ended before the body did.')));
    payload.on('data', take).on('end', end).on('error', cut).on('close', cut);
  });
}
