import assert from 'node:assert/strict';
import fs from 'node:fs';
import net from 'node:net';
import type { QGPTRelevanceOutput } from '../../../src/contract/schemas';
import { sendRaw, startServer, type TestServer } from './startServer';

const get = 'GET /.well-known/health HTTP/1.1\r\nHost: localhost\r\n';
const post = 'POST /qgpt/relevance HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';

// Tricks with lengths, line ends and versions: row B4 of test/soak.
describe('HTTP framing', () => {
  let server: TestServer;
  before(async () => {
    const found: QGPTRelevanceOutput = { relevant: { iterable: [] } };
    server = await startServer({
      dispatch: async (name) => {
        if (name === 'tagsSnapshot') return new Promise(() => undefined);
        return name === 'relevance' ? found : 'ok:';
      },
    });
  });
  after(() => server.close());

  it('answers 400 in words to what is no HTTP', async () => {
    const received = await sendRaw(server.port, 'what is this\r\n\r\n');
    assert.match(received, /^HTTP\/1\.1 400 [\s\S]*text\/plain[\s\S]*\r\n\r\nThis is not a well-formed/);
  });
  it('answers 431 to header fields that are too many or too large', async () => {
    const many = Array.from({ length: 150 }, (_, at) => `X-${at}: 1\r\n`).join('');
    assert.match(
      await sendRaw(server.port, `${get}Connection: close\r\n${many}\r\n`),
      /^HTTP\/1\.1 431 [\s\S]*100 header/,
    );
    const large = `X: ${'x'.repeat(20_000)}\r\n`;
    assert.match(await sendRaw(server.port, `${get}${large}\r\n`), /^HTTP\/1\.1 431 [\s\S]*16 KiB/);
  });
  it('sees a second Host or an Origin behind thousands of fields', async () => {
    const many = 'a:\r\n'.repeat(2500);
    const late = `${get}Connection: close\r\n${many}Origin: http://evil.example\r\n\r\n`;
    assert.match(await sendRaw(server.port, late), /^HTTP\/1\.1 4(31|03) /);
  });
  it('answers a good request although rubbish follows it', async () => {
    const received = await sendRaw(server.port, `${get}\r\nrubbish\r\n\r\n`);
    assert.match(received, /^HTTP\/1\.1 200 OK/);
    assert.equal(received.match(/HTTP\/1\.1/g)?.length, 1);
  });
  it('answers pipelined requests in order', async () => {
    const received = await sendRaw(
      server.port,
      `${get}\r\nGET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n${get}Connection: close\r\n\r\n`,
    );
    assert.deepEqual(received.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 200', 'HTTP/1.1 404', 'HTTP/1.1 200']);
  });
  it('keeps a connection open after an answer, and after a refusal', async () => {
    const refused = ['GET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n'];
    // The account of a new connection is asked for first on Linux, and the body is there by then: else the line ends with it.
    if (process.platform === 'linux')
      refused.push('POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}');
    for (const ask of refused) {
      const socket = net.connect(server.port, '127.0.0.1');
      const answered = () => new Promise<string>((resolve) => socket.once('data', (part) => resolve(part.toString())));
      socket.write(ask);
      const refusal = await answered();
      assert.match(refusal, / 404 /);
      assert.doesNotMatch(refusal, /Connection: close/i);
      socket.write(`${get}\r\n`);
      assert.match(await answered(), / 200 /);
      socket.destroy();
    }
  });
  it('answers a request that offers HTTP/2 as if it had not', async () => {
    const offer = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQ\r\n';
    const body = `${post}${offer}Transfer-Encoding: chunked\r\n\r\nd\r\n{"query":"q"}\r\n0\r\n\r\n`;
    const last = `${get}Connection: close\r\n\r\n`;
    const received = await sendRaw(server.port, `${get}${offer.replace(': Upgrade', ': close, Upgrade')}\r\n`);
    assert.match(received, /^HTTP\/1\.1 200/);
    const both = await sendRaw(server.port, `${body}${last}`);
    assert.deepEqual(both.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 200', 'HTTP/1.1 200']);
    const foreign = get.replace('localhost', 'evil.example');
    assert.match(await sendRaw(server.port, `${foreign}${offer}Connection: close\r\n\r\n`), /^HTTP\/1\.1 403/);
  });
  it('cuts the line when an upgrade comes before earlier answers are out', async () => {
    const ask = 'GET /tags HTTP/1.1\r\nHost: localhost\r\n\r\n';
    for (const protocol of ['websocket', 'h2c']) {
      const offer = `GET /qgpt/stream HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`;
      assert.equal(await sendRaw(server.port, ask + offer), '');
    }
  });
  it('closes the socket file to other users', function () {
    if (process.platform === 'win32') this.skip();
    assert.equal(fs.statSync(server.socketPath).mode & 0o777, 0o600);
  });
});
