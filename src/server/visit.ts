/** Checks between route and handler, in this order: path, credential, rate and load, body. */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Turns } from '../api/turns';
import { ApiError } from '../contract/errors';
import type { AuthMode } from '../contract/serviceOptions';
import { authorize, wrongCredential, type Standing } from './gate';
import type { RateLimit, Load } from './limits';
import { createJsonScan, parseScannedJson } from './strictJson';
import type { Readable } from 'node:stream';

/** A request that has passed the gate. */
export interface Visit {
  standing: Standing;
  isOwnSocket: boolean;
  /** Aborted when the caller hangs up. */
  signal: AbortSignal;
  /** Releases the turn at the engine; set while one is held. */
  leave?: () => void;
}

export interface VisitOptions {
  visitOf: (request: IncomingMessage) => Visit;
  authMode: () => AuthMode;
  rate: RateLimit;
  load: Load;
  /** Load limit of the service's own thread. */
  libraryLoad: Load;
}

export interface RouteKind {
  isInternal?: boolean;
  isEngine?: boolean;
  /** True for long work on the service's own thread. */
  isLong?: boolean;
  /** True when its answers report overload themselves. */
  isPatient?: boolean;
  takesBody?: boolean;
}

/** Makes every check that needs no byte of the body. */
export function checkBeforeBody(kind: RouteKind, options: VisitOptions) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { standing, isOwnSocket } = options.visitOf(request.raw);
    // On a named pipe the token identifies our windows: one with the previous token must learn that it was renewed.
    if (kind.isInternal && !standing.isOwn) throw isOwnSocket ? wrongCredential() : unknownRoute();
    checkPath(request);
    authorize(standing, options.authMode(), kind.isEngine === true);
    if (kind.isEngine) {
      if (!standing.isOwn) takeRate(standing, reply, options.rate);
      if (!kind.isPatient) options.load.check(standing);
    }
    if (kind.isLong) options.libraryLoad.check(standing);
    checkBodyHeaders(request.raw.headersDistinct);
    // The media type matters only for a non-empty body, which the router cannot know; the body's parser checks it.
    delete request.raw.headers['content-type'];
  };
}

export function unknownRoute(): ApiError {
  return new ApiError('notFound', 'There is no such route; /openapi.json lists what there is.');
}

function checkPath(request: FastifyRequest): void {
  for (const [name, value] of Object.entries(paramsOf(request))) {
    if (value.includes('\0')) throw new ApiError('invalid', `path.${name} is wrong: it must not hold a NUL.`);
  }
}

/** Checked boundary: the router hands out texts only. */
export function paramsOf(request: FastifyRequest): Record<string, string> {
  return request.params as Record<string, string>;
}

function takeRate(standing: Standing, reply: FastifyReply, rate: RateLimit): void {
  const { headers, refusal } = rate.take(standing.isTrusted);
  reply.headers(headers);
  if (refusal) throw refusal;
}

/** Sends 100 Continue after head and credential were checked. */
export async function inviteBody(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (request.raw.headers.expect?.toLowerCase() === '100-continue') reply.raw.writeContinue();
  return payload;
}

/** Installs one body parser for every claimed media type. */
export function takeBodies(app: FastifyInstance, turns: Turns): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
    const { takesBody } = request.routeOptions.config as RouteKind;
    const scan = createJsonScan('body');
    let isFirst = true;
    const bytes = await readBody(payload, (part) => {
      if (!takesBody) return;
      if (isFirst) checkMediaType(request.raw.headersDistinct);
      isFirst = false;
      scan.take(part);
    });
    return bytes.length === 0 || !takesBody ? undefined : parseScannedJson(bytes, 'body', scan, turns);
  });
}

/** Makes the call wait for one of the engine's few turns, once its body has been read. */
export function waitForTurn({ visitOf }: VisitOptions, load: Load) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const visit = visitOf(request.raw);
    const { standing, signal } = visit;
    const leave = await load.enter({ isOwn: standing.isOwn, signal });
    visit.leave = leave;
    reply.raw.once('close', leave);
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) leave();
  };
}

// Section: checks of a request's body and reading it within bounds. Must not know which operation it is for.

/** Largest body in bytes: an asset of the store's limit of 4 MiB still fits with every character escaped. */
export const maxBodyBytes = 8 * 1024 * 1024;

type Headers = NodeJS.Dict<string[]>;

/**
 * Checks the headers before the body is read.
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
 * Checks the media type of a non-empty body.
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
 * Reads the body and counts bytes while they come, since the header's length may be false.
 * @param inspect sees each part as it comes, and ends the reading by throwing
 * @throws ApiError `tooLarge`, and `invalid` when the connection ends first
 */
export function readBody(payload: Readable, inspect: (part: Buffer) => void = () => undefined): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let received = 0;
    const stop = (settle: () => void) => {
      payload.off('data', take).off('end', end).off('error', cut).off('close', cut);
      // The rest is discarded until the answer is sent.
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
