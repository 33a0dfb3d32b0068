import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import net from 'node:net';
import { createPeerUsers, findUser, kernelTables } from '../../../src/server/gate';
import { hasIpv6, startServer } from './startServer';

const head = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n';
const row = (local: string, remote: string, user: number, inode: number) =>
  `   1: ${local} ${remote} 01 00000000:00000000 00:00000000 00000000  ${user}        0 ${inode} 1 0000000000000000 20\n`;

/** What curl sends as another account; it prints what comes back. */
const askAsNobody = `
  process.setgid(65534); process.setuid(65534);
  const socket = require('node:net').connect(Number(process.argv[1]), process.argv[2], () =>
    socket.write('GET /.well-known/health HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n'));
  socket.on('data', (part) => process.stdout.write(part));
  socket.on('error', () => undefined);
`;

describe('peer user', () => {
  it('finds the user of a connection in the kernel’s tables', () => {
    const tables =
      head +
      row('0100007F:9984', '0100007F:C350', 1000, 5) +
      row('0100007F:C350', '0100007F:9984', 1001, 6) +
      row('00000000000000000000000001000000:C351', '00000000000000000000000001000000:9984', 1002, 7) +
      row('0000000000000000FFFF00000100007F:C352', '0000000000000000FFFF00000100007F:9984', 1003, 8);
    assert.equal(findUser(tables, ['127.0.0.1', 50_000], ['127.0.0.1', 39_300]), 1001);
    assert.equal(findUser(tables, ['::1', 50_001], ['::1', 39_300]), 1002);
    assert.equal(findUser(tables, ['127.0.0.1', 50_002], ['127.0.0.1', 39_300]), 1003);
    assert.equal(findUser(tables, ['127.0.0.1', 50_003], ['127.0.0.1', 39_300]), undefined);
  });
  it('takes a socket that its program has let go of for nobody’s', () => {
    const tables = head + row('0100007F:C350', '0100007F:9984', 0, 0);
    const user = findUser(tables, ['127.0.0.1', 50_000], ['127.0.0.1', 39_300]);
    assert.ok(user !== undefined && user < 0);
  });

  describe('on Linux', () => {
    before(function () {
      if (process.platform !== 'linux') this.skip();
    });
    it('asks once for many connections and remembers', async () => {
      let reads = 0;
      const users = createPeerUsers({
        ...kernelTables,
        readTables: () => {
          reads += 1;
          return kernelTables.readTables();
        },
      });
      const accepted: net.Socket[] = [];
      const server = net.createServer((socket) => accepted.push(socket)).listen(0, '127.0.0.1');
      await new Promise((resolve) => server.once('listening', resolve));
      const { port } = server.address() as net.AddressInfo;
      const callers = Array.from({ length: 50 }, () => net.connect(port, '127.0.0.1'));
      while (accepted.length < callers.length) await new Promise((resolve) => setTimeout(resolve, 5));
      assert.deepEqual([...new Set(await Promise.all(accepted.map(async (socket) => users.isOurs(socket))))], [true]);
      assert.ok(reads <= 2, `${reads} reads`);
      assert.equal(accepted[0] && users.isOurs(accepted[0]), true);
      callers.forEach((socket) => socket.destroy());
      server.close();
    });
    it('closes the connection of another account', async function () {
      if (process.getuid?.() !== 0) this.skip();
      const server = await startServer();
      const ask = (host: string) =>
        new Promise<string>((resolve) => {
          const child = spawn(process.execPath, ['-e', askAsNobody, String(server.port), host]);
          let text = '';
          child.stdout.on('data', (part: Buffer) => (text += part.toString()));
          child.on('close', () => resolve(text));
        });
      for (const host of ['127.0.0.1', ...(hasIpv6() ? ['::1', '::ffff:127.0.0.1'] : [])]) {
        assert.equal(await ask(host), '', host);
      }
      server.settings.checkPeerUser = false;
      assert.match(await ask('127.0.0.1'), /200 OK/);
      await server.close();
    }).timeout(10_000);
  });
});
