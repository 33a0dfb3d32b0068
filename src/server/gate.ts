/**
 * The checks before a route runs, the same for requests and for upgrades of sockets: who may speak to a service that
 * every web page of every browser on this machine can reach. Pure: facts in, verdict out. Must not know routes,
 * credentials or bodies, which are checked after it.
 */
import type { ServerSettings } from '../contract/serverSettings';
import type { Answer } from './answers';

export interface RequestFacts {
  method: string;
  /** The target as it stands in the request line. */
  target: string;
  /** Lower-case names, every value that came. */
  headers: NodeJS.Dict<string[]>;
  headerCount: number;
  /** Address of the other end; on a socket file there is none. */
  peer: string | undefined;
  isOwnSocket: boolean;
}

type GateSettings = Pick<ServerSettings, 'allowedHosts' | 'allowedOrigins'>;

export type Verdict =
  /** `headers` belong on whatever is answered: a listed page must be able to read errors too. */
  | { kind: 'pass'; headers: Record<string, string> }
  | { kind: 'answered'; answer: Answer; refusedOrigin?: string }
  /** Not worth an answer: nobody who may ask connects from there. */
  | { kind: 'closed' };

/** More than any client of ours sends; the parser would drop what is beyond its own limit without a word. */
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
 * Exact, after lower-casing and dropping one port: DNS rebinding brings any name it likes here. Any port passes,
 * because forwarding changes it.
 */
function isAllowedHost(hosts: string[] | undefined, allowed: string[]): boolean {
  const [host] = hosts ?? [];
  if (hosts?.length !== 1 || host === undefined) return false;
  const whole = host.toLowerCase();
  const name = whole.replace(/:\d{1,5}$/, '');
  if (name === 'localhost' || name === '127.0.0.1' || name === '[::1]') return true;
  return allowed.some((entry) => entry.toLowerCase() === whole || entry.toLowerCase() === name);
}

/** An entry without a port stands for every port: a recent browser drops the port of loopback origins. */
function isListedOrigin(origins: string[] | undefined, allowed: string[]): boolean {
  const [origin] = origins ?? [];
  if (origins?.length !== 1 || origin === undefined || origin === '') return false;
  const whole = origin.toLowerCase();
  const portless = whole.replace(/:\d{1,5}$/, '');
  return allowed.some((entry) => {
    // People paste addresses with the slash at the end.
    const listed = entry.toLowerCase().replace(/([^/])\/$/, '$1');
    return listed === whole || listed === portless;
  });
}

/**
 * Python's usual WebSocket client names the address it connects to as its origin, and all programs of the Python family
 * are built on it. No page has that origin, because no document is ever served here. For sockets only.
 */
function isOwnOrigin({ upgrade, origin, host }: NodeJS.Dict<string[]>): boolean {
  if (upgrade?.length !== 1 || upgrade[0]?.toLowerCase() !== 'websocket' || origin?.length !== 1) return false;
  const address = host?.[0]?.toLowerCase() ?? '';
  // With its port: a browser may leave that out for any page of this machine.
  return /:\d+$/.test(address) && origin[0]?.toLowerCase() === `http://${address}`;
}

/** Sec-Fetch-Mode says nothing here: Node's own fetch sends `cors`. */
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
