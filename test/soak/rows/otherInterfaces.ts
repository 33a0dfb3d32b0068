import assert from 'node:assert/strict';
import net from 'node:net';
import os from 'node:os';
import { kernelTables } from '../../../src/server/gate';
import type { Outcome, Row } from '../row';
import { Service } from '../tools/service';

/** Nobody answers within it: as good as refused. */
const patienceMs = 3_000;

function isOpen(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ host, port, timeout: patienceMs });
    const settle = (isConnected: boolean) => {
      socket.destroy();
      resolve(isConnected);
    };
    socket.once('connect', () => settle(true));
    socket.once('timeout', () => settle(false));
    socket.once('error', () => settle(false));
  });
}

/** Every address this machine can be reached at, and the loopback addresses that are not ours. */
function addresses(): string[] {
  const outside = Object.entries(os.networkInterfaces()).flatMap(([name, entries = []]) =>
    entries
      .filter(({ internal }) => !internal)
      .map(({ address, scopeid }) => (scopeid ? `${address}%${name}` : address)),
  );
  return [...outside, ...(process.platform === 'linux' ? ['127.0.0.2', '127.255.255.254'] : [])];
}

/** What listens on the port, as the kernel writes addresses: state 0A, and the words in the machine's order. */
async function listening(port: number): Promise<string[]> {
  const end = port.toString(16).toUpperCase().padStart(4, '0');
  const rows = (await kernelTables.readTables()).split('\n').map((row) => row.trim().split(/\s+/));
  return rows.flatMap(([, local = '', , state]) => (state === '0A' && local.endsWith(`:${end}`) ? [local] : []));
}

const loopback = [/^0100007F:/, /^00000000000000000000000001000000:/];

async function run(): Promise<Outcome> {
  const service = await Service.start();
  try {
    const tried = addresses();
    assert.ok(await isOpen('127.0.0.1', service.port), 'our own address is open');
    const open = await Promise.all(tried.map(async (host) => ((await isOpen(host, service.port)) ? [host] : [])));
    assert.deepEqual(open.flat(), [], 'open to others');
    const found = process.platform === 'linux' ? await listening(service.port) : [];
    for (const address of found)
      assert.ok(
        loopback.some((one) => one.test(address)),
        address,
      );
    return {
      figure: `${tried.length} other addresses tried, 0 open; ${found.length} listening, all loopback`,
      isKept: true,
    };
  } finally {
    await service.stop();
  }
}

export const otherInterfaces: Row = {
  id: 'S5',
  promise: 'listens on the loopback addresses and on no other',
  limit: '0 open',
  quick: 1,
  full: 1,
  run,
};
