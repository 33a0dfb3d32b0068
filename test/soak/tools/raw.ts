/** Requests written by hand, so that nothing corrects them on the way. */
import { sendRaw } from '../../unit/server/startServer';

export interface RawRequest {
  method?: string;
  target?: string;
  /** Field names and values as they go out; a name may repeat. */
  fields: readonly (readonly [name: string, value: string])[];
  body?: string;
}

/** The text of the request. Says `Connection: close` unless a field named Connection is given. */
export function rawText({ method = 'GET', target = '/assets', fields, body }: RawRequest): string {
  const names = new Set(fields.map(([name]) => name.toLowerCase()));
  const more: [string, string][] = [];
  if (!names.has('connection')) more.push(['Connection', 'close']);
  if (body !== undefined && !names.has('content-length'))
    more.push(['Content-Length', String(Buffer.byteLength(body))]);
  const rows = [...fields, ...more].map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target} HTTP/1.1\r\n${rows.join('')}\r\n${body ?? ''}`;
}

/** The status of the first answer and everything that came; 0 when the connection was closed without one. */
export async function sendRequest(port: number, request: RawRequest): Promise<{ status: number; text: string }> {
  const text = await sendRaw(port, Buffer.from(rawText(request), 'latin1'));
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text };
}

export const upgradeFields = [
  ['Connection', 'Upgrade'],
  ['Upgrade', 'websocket'],
  ['Sec-WebSocket-Version', '13'],
  ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='],
] as const;

export const createBody = JSON.stringify({
  asset: { format: { fragment: { string: { raw: 'const planted = 1;' } } } },
});

/** One of each kind of request: reading, changing, asking, and opening the stream. */
export const kinds: readonly Omit<RawRequest, 'fields'>[] = [
  { method: 'GET', target: '/assets' },
  { method: 'POST', target: '/assets/create', body: createBody },
  { method: 'POST', target: '/qgpt/relevance', body: '{"query":"q","options":{"database":true}}' },
  { method: 'HEAD', target: '/.well-known/health' },
];
