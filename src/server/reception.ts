/**
 * Steps before routes and streams, the same for every listener: whose connection it is, the gate, the caller's
 * standing. Must not know routes.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ApiError } from '../contract/errors';
import type { ServerSettings } from '../contract/serviceOptions';
import { isChannelPath, streamPath, type ChannelPath } from '../contract/stream';
import { answerOf, plainText, standardHeaders, type Answer, type Log } from './answers';
import {
  authorize,
  createCredentialReader,
  standingOf,
  type Standing,
  checkRequest,
  type Verdict,
  createPeerUsers,
} from './gate';
import { refuse, type Passage, type Receiver } from './listener';
import type { Visit } from './visit';

interface ReceptionOptions {
  settings: () => ServerSettings;
  token: () => string;
  instance: string;
  log: Log;
  onOriginRefused: (origin: string) => void;
  route: (request: IncomingMessage, response: ServerResponse) => void;
  /** @param channel absent: the stream of question answering */
  openStream: (
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    caller: Standing,
    channel: ChannelPath | undefined,
  ) => void;
}

export interface Reception extends Receiver {
  visitOf: (request: IncomingMessage) => Visit;
  /** Refuses every later request with the advice to come back. */
  close(): void;
}

export function createReception(options: ReceptionOptions): Reception {
  const { instance, log } = options;
  const visits = new WeakMap<IncomingMessage, Visit>();
  const readCredential = createCredentialReader(options.token);
  const ifOurs = createDoor(options);
  const gate = createGate(options);

  function admit(request: IncomingMessage, response: ServerResponse, { isOwnSocket, signal }: Passage): void {
    const verdict = gate.judge(request, isOwnSocket);
    if (verdict.kind === 'closed') return void request.socket.destroy();
    setHeaders(response, standardHeaders(instance));
    if (verdict.kind === 'answered') return writeAnswer(response, verdict.answer);
    setHeaders(response, verdict.headers);
    const credential = readCredential(request.headersDistinct.authorization);
    visits.set(request, { standing: standingOf(credential, isOwnSocket), isOwnSocket, signal });
    options.route(request, response);
  }

  function admitStream(request: IncomingMessage, socket: Duplex, head: Buffer, isOwnSocket: boolean): void {
    const verdict = gate.judge(request, isOwnSocket);
    if (verdict.kind === 'closed') return void socket.destroy();
    if (verdict.kind === 'answered') return refuse(socket, verdict.answer, instance);
    const caller = standingOf(readCredential(request.headersDistinct.authorization), isOwnSocket);
    let channel: ChannelPath | undefined;
    try {
      channel = channelOf(request);
      authorize(caller, options.settings().auth, channel === undefined);
    } catch (error) {
      const refusal = answerOf(error, log);
      return refuse(socket, { ...refusal, headers: { ...verdict.headers, ...refusal.headers } }, instance);
    }
    options.openStream(request, socket, head, caller, channel);
  }

  return {
    instance,
    log,
    onConnection: (socket, isOwnSocket) => ifOurs(socket, isOwnSocket, () => undefined),
    onRequest: (request, response, passage) =>
      ifOurs(request.socket, passage.isOwnSocket, () => admit(request, response, passage)),
    onUpgrade: (request, socket, head, isOwnSocket) =>
      ifOurs(request.socket, isOwnSocket, () => admitStream(request, socket, head, isOwnSocket)),
    onBroken: (socket, isOwnSocket, refuse) =>
      socket instanceof Socket ? ifOurs(socket, isOwnSocket, refuse) : void socket.destroy(),
    visitOf(request) {
      const visit = visits.get(request);
      if (!visit) throw new Error('A request came past the gate.');
      return visit;
    },
    close: () => gate.close(),
  };
}

/** @returns absent for the stream of question answering @throws ApiError where nothing opens a WebSocket */
function channelOf({ url = '' }: IncomingMessage): ChannelPath | undefined {
  const [path = ''] = url.split('?');
  if (isChannelPath(path)) return path;
  if (path !== streamPath) throw new ApiError('notFound', `Nothing opens a WebSocket at this path.`);
  return undefined;
}

interface Gate {
  judge(request: IncomingMessage, isOwnSocket: boolean): Verdict;
  /** Refuses every later request because the server is closing. */
  close(): void;
}

/** Checks a request at the gate; the user is told of refused pages. */
function createGate({ settings, onOriginRefused }: Pick<ReceptionOptions, 'settings' | 'onOriginRefused'>): Gate {
  const refusedOrigins = createRefusedOrigins(onOriginRefused);
  let isClosing = false;
  return {
    judge(request, isOwnSocket) {
      const { method = '', url = '', headersDistinct, rawHeaders, socket } = request;
      const facts = { method, target: url, headers: headersDistinct, headerCount: rawHeaders.length / 2 };
      const verdict = checkRequest({ ...facts, peer: socket.remoteAddress, isOwnSocket }, settings());
      if (verdict.kind === 'answered' && verdict.refusedOrigin) refusedOrigins.add(verdict.refusedOrigin);
      return verdict.kind === 'pass' && isClosing ? { kind: 'answered', answer: closing } : verdict;
    },
    close: () => {
      isClosing = true;
    },
  };
}

type Door = (socket: Socket, isOwnSocket: boolean, goOn: () => void) => void;

/** Admits connections of this user's account only, at once where the account is known. */
function createDoor({ settings, log }: Pick<ReceptionOptions, 'settings' | 'log'>): Door {
  const peerUsers = createPeerUsers();
  return (socket, isOwnSocket, goOn) => {
    const isOurs = isOwnSocket || !settings().checkPeerUser || peerUsers.isOurs(socket);
    if (isOurs === true) return goOn();
    Promise.resolve(isOurs)
      .then((known) => (known ? goOn() : void socket.destroy()))
      .catch((error: unknown) => {
        log('error', `A connection was closed: ${error instanceof Error ? (error.stack ?? '') : String(error)}`);
        socket.destroy();
      });
  };
}

const closing: Answer = {
  status: 503,
  text: 'Quarry is closing; try again in a moment.',
  headers: { 'Retry-After': '1', Connection: 'close' },
};

function setHeaders(response: ServerResponse, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

/** Writes an answer as plain text with its length; nothing may have been written before. */
export function writeAnswer(response: ServerResponse, { status, text, headers }: Answer): void {
  setHeaders(response, headers);
  if (text !== '') {
    setHeaders(response, { 'Content-Type': plainText, 'Content-Length': String(Buffer.byteLength(text)) });
  }
  response.writeHead(status).end(text);
}

/** Most refused pages reported, since a hostile page could invent origins without end. */
const maxTold = 3;

interface RefusedOrigins {
  add(origin: string): void;
}

/** Selects refused pages to report to the user: pages of this machine, once each, up to a limit. */
function createRefusedOrigins(tell: (origin: string) => void): RefusedOrigins {
  const told = new Set<string>();
  return {
    add(origin) {
      if (told.size >= maxTold || told.has(origin)) return;
      if (!/^https?:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d{1,5})?$/i.test(origin)) return;
      told.add(origin);
      tell(origin);
    },
  };
}
