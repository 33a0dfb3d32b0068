/**
 * Some HTTP clients offer HTTP/2 with every first request (`Upgrade: h2c`), and a server may ignore the offer. Node
 * takes every offer for an upgrade as soon as one kind is wanted, and only later versions can be told otherwise: so the
 * request is put back in front of what follows it, without the offer, and read once more.
 */
import type http from 'node:http';
import type { Duplex } from 'node:stream';

export function isWebSocketUpgrade(request: http.IncomingMessage): boolean {
  return /\bwebsocket\b/i.test(request.headers.upgrade ?? '');
}

/**
 * Gives the request to the server once more, as if it had offered nothing.
 * @param rest what came behind its head
 */
export function readAgainWithoutUpgrade(
  server: http.Server,
  request: http.IncomingMessage,
  socket: Duplex,
  rest: Buffer,
): void {
  socket.unshift(Buffer.concat([Buffer.from(headWithoutUpgrade(request), 'latin1'), rest]));
  server.emit('connection', socket);
}

/** The strict parser has read these fields, so none holds a line break. */
function headWithoutUpgrade({ method, url, httpVersion, rawHeaders, headers }: http.IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (!/^(upgrade|connection|http2-settings)$/i.test(name)) lines.push(`${name}: ${rawHeaders[at + 1]}`);
  }
  if (/\bclose\b/i.test(headers.connection ?? '')) lines.push('Connection: close');
  return `${lines.join('\r\n')}\r\n\r\n`;
}
