/** `plainServer.child.mjs BYTES`: Node's own server that answers so many bytes to everything; says its port. What any service could be at best. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';

const body = Buffer.alloc(Number(process.argv[2]), 'x');
const server = http.createServer((_, response) => {
  response.setHeader('content-length', body.length);
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`);
});
