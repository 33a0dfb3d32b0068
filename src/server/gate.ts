/** Access checks: host, origin, token, and the account of the calling program. */
import type { ServerSettings, AuthMode } from '../contract/serviceOptions';
import type { Answer } from './answers';
import { createHash, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../contract/errors';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import os from 'node:os';

// Section: checks before any route, because every web page on this machine can reach us. Pure. Must not know routes,
// tokens, bodies.

export interface RequestFacts {
  method: string;
  /** The request target, unparsed. */
  target: string;
  /** Every value received, by lower-case name. */
  headers: NodeJS.Dict<string[]>;
  headerCount: number;
  /** Remote address; absent on a socket file. */
  peer: string | undefined;
  isOwnSocket: boolean;
}

type GateSettings = Pick<ServerSettings, 'allowedHosts' | 'allowedOrigins'>;

export type Verdict =
  /** `headers` belong on every answer: an allowed page must be able to read errors too. */
  | { kind: 'pass'; headers: Record<string, string> }
  | { kind: 'answered'; answer: Answer; refusedOrigin?: string }
  /** Closed without an answer: no allowed caller connects from there. */
  | { kind: 'closed' };

/** Most headers of a request, above what our clients send; the parser would silently drop those beyond its limit. */
const maxHeaderCount = 100;

const methods = 'GET, HEAD, POST';

/**
 * @returns `closed`: the connection is cut without a word; `answered`: this is said and nothing else happens; `pass`:
 *   with the headers that the answer needs
 */
export function checkRequest(facts: RequestFacts, settings: GateSettings): Verdict {
  const { headers } = facts;
  if (!facts.isOwnSocket && !isLoopback(facts.peer)) return { kind: 'closed' };
  if (facts.headerCount > maxHeaderCount)
    return refuse(431, `The request has more than ${maxHeaderCount} header fields.`);
  if (!isAllowedHost(headers.host, settings.allowedHosts)) {
    return refuse(
      403,
      'Host must be localhost, 127.0.0.1 or [::1], or stand in the setting quarry.server.allowedHosts.',
    );
  }
  const [origin] = headers.origin ?? [];
  const isListed = isListedOrigin(headers.origin, settings.allowedOrigins);
  if (origin !== undefined && !isListed && !isOwnOrigin(headers)) {
    const refusal = refuse(403, 'Pages of this origin must stand in the setting quarry.server.allowedOrigins.');
    return facts.method === 'OPTIONS' ? noOptions(origin) : { ...refusal, refusedOrigin: origin };
  }
  const cors = isListed && origin !== undefined ? corsHeaders(origin) : {};
  if (!isAllowedFetchSite(headers['sec-fetch-site'], isListed)) {
    return refuse(403, 'Requests that a page of another site makes are refused (Sec-Fetch-Site).', cors);
  }
  if (facts.method === 'OPTIONS') return isListed ? preflight(headers, cors) : noOptions();
  if (!facts.target.startsWith('/')) {
    return refuse(400, 'The request line must name a path that begins with a slash.', cors);
  }
  return { kind: 'pass', headers: cors };
}

function refuse(status: number, text: string, headers: Record<string, string> = {}) {
  return { kind: 'answered', answer: { status, text, headers } } as const;
}

function noOptions(refusedOrigin?: string): Verdict {
  const refusal = refuse(405, 'OPTIONS is answered only to pages whose origin is listed in the settings.', {
    Allow: methods,
  });
  return refusedOrigin === undefined ? refusal : { ...refusal, refusedOrigin };
}

function isLoopback(peer: string | undefined): boolean {
  return peer !== undefined && (peer === '::1' || /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(peer));
}

/**
 * Exact comparison after lower-casing and dropping one port, against DNS rebinding. Any port passes, because forwarding
 * changes it.
 */
function isAllowedHost(hosts: string[] | undefined, allowed: string[]): boolean {
  const [host] = hosts ?? [];
  if (hosts?.length !== 1 || host === undefined) return false;
  const whole = host.toLowerCase();
  const name = whole.replace(/:\d{1,5}$/, '');
  if (name === 'localhost' || name === '127.0.0.1' || name === '[::1]') return true;
  return allowed.some((entry) => entry.toLowerCase() === whole || entry.toLowerCase() === name);
}

/**
 * Compares the origin with the list. An entry without a port allows every port, as some browsers omit it for loopback.
 */
function isListedOrigin(origins: string[] | undefined, allowed: string[]): boolean {
  const [origin] = origins ?? [];
  if (origins?.length !== 1 || origin === undefined || origin === '') return false;
  const whole = origin.toLowerCase();
  const portless = whole.replace(/:\d{1,5}$/, '');
  return allowed.some((entry) => {
    // Users paste addresses with a trailing slash.
    const listed = entry.toLowerCase().replace(/([^/])\/$/, '$1');
    return listed === whole || listed === portless;
  });
}

/**
 * Allows a WebSocket whose origin is our own address, as a widely used client library sends. No page has that origin,
 * because no document is served here.
 */
function isOwnOrigin({ upgrade, origin, host }: NodeJS.Dict<string[]>): boolean {
  if (upgrade?.length !== 1 || upgrade[0]?.toLowerCase() !== 'websocket' || origin?.length !== 1) return false;
  const address = host?.[0]?.toLowerCase() ?? '';
  // The port is required: a browser may omit it for any page of this machine.
  return /:\d+$/.test(address) && origin[0]?.toLowerCase() === `http://${address}`;
}

/** Checks Sec-Fetch-Site. Sec-Fetch-Mode is no evidence: Node's own fetch sends `cors`. */
function isAllowedFetchSite(sites: string[] | undefined, isListed: boolean): boolean {
  if (sites === undefined) return true;
  const [site] = sites;
  if (sites.length !== 1) return false;
  if (site === 'none' || site === 'same-origin') return true;
  return isListed && (site === 'cross-site' || site === 'same-site');
}

function corsHeaders(origin: string): Record<string, string> {
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': 'Retry-After, X-Instance',
    Vary: 'Origin',
  };
}

function preflight(headers: NodeJS.Dict<string[]>, cors: Record<string, string>): Verdict {
  const asksForPrivateNetwork = headers['access-control-request-private-network']?.[0] === 'true';
  return refuse(204, '', {
    ...cors,
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': 'content-type, authorization, x-application-id',
    'Access-Control-Max-Age': '600',
    ...(asksForPrivateNetwork && { 'Access-Control-Allow-Private-Network': 'true' }),
  });
}

// Section: the caller's token, and what its absence or a wrong one means in each mode. Never echoed or logged.

type Credential = 'none' | 'valid' | 'wrong';

/** @param authorization every value of the header that came */
type CredentialReader = (authorization: string[] | undefined) => Credential;

/**
 * Compares digests, which have one length, so that the time does not depend on the input.
 * @param token asked at every call: it may be renewed while we run
 */
export function createCredentialReader(token: () => string): CredentialReader {
  let known = { token: token(), digest: digest(token()) };
  return (authorization) => {
    if (authorization === undefined) return 'none';
    if (known.token !== token()) known = { token: token(), digest: digest(token()) };
    const [value] = authorization;
    const shown = authorization.length === 1 ? /^bearer +([\w-]+)$/i.exec(value ?? '')?.[1] : undefined;
    return shown !== undefined && timingSafeEqual(digest(shown), known.digest) ? 'valid' : 'wrong';
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * Refuses a caller without the needed token. `isEngine` marks relevance, question and the stream, which may answer 401:
 * a wrong credential is refused there in every mode and counts as none elsewhere.
 * @throws ApiError `unauthenticated`
 */
export function authorize({ credential, isTrusted }: Standing, mode: AuthMode, isEngine: boolean): void {
  if (isTrusted) return;
  if (credential === 'wrong' && (isEngine || mode === 'required')) {
    throw wrongCredential();
  }
  if (mode === 'required' || (mode === 'ask' && isEngine)) {
    throw new ApiError(
      'unauthenticated',
      'A credential is required (setting quarry.server.auth): send “Authorization: Bearer” and the service’s token.',
    );
  }
}

/** Error for a wrong credential; it does not repeat what was shown. */
export function wrongCredential(): ApiError {
  return new ApiError(
    'unauthenticated',
    'The credential is wrong: send this service’s own token as a Bearer token; it may have been renewed.',
  );
}

/** A caller's permissions, determined once per request or stream. */
export interface Standing {
  credential: Credential;
  /** True for our own windows: no credential, no rate limit, internal operations allowed. */
  isOwn: boolean;
  /** May name any readable folder as a query space. */
  isTrusted: boolean;
}

/**
 * Permissions of a caller. A socket file lies in a folder only this user can enter; a named pipe has no folder, so
 * there the token must be shown.
 */
export function standingOf(credential: Credential, isOwnSocket: boolean, platform = process.platform): Standing {
  const isValid = credential === 'valid';
  const isOwn = isOwnSocket && (platform !== 'win32' || isValid);
  return { credential, isOwn, isTrusted: isOwn || isValid };
}

/** True when the caller's permissions rest on the token and end with it. */
export function restsOnToken({ credential, isOwn }: Standing, platform = process.platform): boolean {
  return credential === 'valid' && (!isOwn || platform === 'win32');
}

// Section: the account that owns the other end of a loopback connection, from Linux's tables; other systems cannot
// tell, and such callers pass.

interface PeerUsers {
  /** False when another account (neither ours nor root) has opened the connection. */
  isOurs(socket: Socket): boolean | Promise<boolean>;
}

interface PeerUserOptions {
  /** The text of the kernel's tables. */
  readTables: () => Promise<string>;
  ownUser: number;
}

const isLinux = process.platform === 'linux' && os.endianness() === 'LE';

export const kernelTables: PeerUserOptions = {
  readTables: async () => {
    const tables = ['/proc/net/tcp', '/proc/net/tcp6'].map((file) => readFile(file, 'latin1').catch(() => ''));
    return (await Promise.all(tables)).join('\n'); // without IPv6 the second file is missing
  },
  ownUser: process.getuid?.() ?? -1,
};

export function createPeerUsers({ readTables, ownUser }: PeerUserOptions = kernelTables): PeerUsers {
  const known = new WeakMap<Socket, boolean | Promise<boolean>>();
  let nextRead: Promise<string> | undefined;
  let currentRead: Promise<unknown> = Promise.resolve();

  /** Reads the tables; one read serves every caller that asked before it began. */
  function tables(): Promise<string> {
    nextRead ??= currentRead.then(() => {
      nextRead = undefined;
      const read = readTables();
      currentRead = read.catch(() => undefined); // callers waiting for the tables get the error
      return read;
    });
    return nextRead;
  }

  async function look(socket: Socket): Promise<boolean> {
    const { remoteAddress, remotePort, localAddress, localPort } = socket;
    if (remoteAddress === undefined || localAddress === undefined || !remotePort || !localPort) return true;
    const user = findUser(await tables(), [remoteAddress, remotePort], [localAddress, localPort]);
    const isOurs = user === undefined || user === ownUser || user === 0;
    known.set(socket, isOurs);
    return isOurs;
  }

  return {
    isOurs(socket) {
      if (!isLinux) return true;
      const found = known.get(socket) ?? look(socket);
      known.set(socket, found);
      return found;
    },
  };
}

type End = [address: string, port: number];

/** Stands for the owner of a closed socket, which the kernel lists as root's. */
const nobody = -2;

/** Columns: number, local, remote, state, queues, timer, retransmits, user, timeout, inode. */
export function findUser(tables: string, from: End, to: End): number | undefined {
  for (const spell of [hexOf4, hexOf6]) {
    const key = `${spell(from)} ${spell(to)} `;
    const at = tables.indexOf(key);
    if (at === -1) continue;
    const columns = tables
      .slice(at + key.length, tables.indexOf('\n', at))
      .trim()
      .split(/\s+/);
    return columns[6] === '0' ? nobody : Number(columns[4]);
  }
  return undefined;
}

/** An address as the kernel's IPv4 table prints it: words in the machine's byte order. */
function hexOf4([address, port]: End): string {
  const octets = address.replace(/^::ffff:/, '').split('.');
  return `${octets
    .map((octet) => hex(Number(octet), 2))
    .reverse()
    .join('')}:${hex(port, 4)}`;
}

/** An address in the IPv6 table, which also lists IPv6 sockets that call an IPv4 address. */
function hexOf6(end: End): string {
  const [address, port] = end;
  if (address === '::1') return `${'0'.repeat(24)}01000000:${hex(port, 4)}`;
  return `0000000000000000FFFF0000${hexOf4(end)}`;
}

function hex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0');
}
