import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DiscoveredServer } from '../../../src/owner/discovery';
import type { Outcome, Round, Row } from '../row';
import { Service } from '../tools/service';

/** The preferred port is tried every five seconds; a busy machine takes longer. */
const patienceMs = 60_000;

/** Another program, which answers 200 to everything, on one of the loopback addresses. */
class Stranger {
  asked = 0;
  private readonly server = http.createServer((_request, response) => {
    this.asked += 1;
    response.end('{"instance":"ours"}');
  });

  async listen(host: string, port = 0): Promise<number> {
    await new Promise<void>((resolve, reject) =>
      this.server.once('error', reject).listen({ host, port, ipv6Only: true }, resolve),
    );
    return (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

const folderOf = (home: string) => path.join(home, '.quarry', 'servers');

function announced(home: string): DiscoveredServer[] {
  const folder = folderOf(home);
  if (!fs.existsSync(folder)) return [];
  const names = fs.readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.map((name) => {
    const server = JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')) as DiscoveredServer;
    assert.equal(name, `${server.port}.json`);
    return server;
  });
}

/** Whoever follows the discovery file meets the instance it names, at both addresses. */
async function leadsToIt(server: DiscoveredServer): Promise<void> {
  assert.equal(new URL(server.baseUrl).port, `${server.port}`, 'address and port are the same');
  for (const host of ['127.0.0.1', '[::1]']) {
    const answer = await fetch(`http://${host}:${server.port}/.well-known/health`);
    assert.equal(answer.headers.get('x-instance'), server.instance, `${host} is the instance that is announced`);
  }
}

async function until(isSo: () => boolean, what: string): Promise<void> {
  const end = performance.now() + patienceMs;
  while (!isSo()) {
    assert.ok(performance.now() < end, what);
    await pause(50);
  }
}

/** A stranger holds the preferred port on one address: ours goes elsewhere, says so, and comes back when it is free. */
async function strangerAt(host: string, waitsForReturn: boolean): Promise<void> {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-ports-'));
  const stranger = new Stranger();
  const taken = await stranger.listen(host);
  const service = await Service.start({ home, port: taken });
  try {
    assert.notEqual(service.port, taken);
    const [only, ...more] = announced(home);
    assert.ok(only && more.length === 0, 'one is announced');
    assert.equal(only.port, service.port);
    await leadsToIt(only);
    assert.equal(stranger.asked, 0, 'the stranger was not taken for one of us');
    await stranger.close();
    if (!waitsForReturn) return;
    await until(() => announced(home).some(({ port }) => port === taken), 'the preferred port is announced');
    for (const server of announced(home)) await leadsToIt(server);
  } finally {
    await service.stop();
    const left = announced(home);
    fs.rmSync(home, { recursive: true, force: true });
    assert.deepEqual(left, [], 'nothing stays announced after a clean end');
  }
}

/** One of ours holds it, for another library of the same user; a third was killed and left its file. */
async function oursThere(): Promise<void> {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-ports-'));
  const data = (name: string) => path.join(home, name);
  const first = await Service.start({ home, data: data('first') });
  const second = await Service.start({ home, data: data('second'), port: first.port });
  try {
    const both = announced(home);
    assert.deepEqual(
      both.map(({ port }) => port).sort((a, b) => a - b),
      [first.port, second.port].sort((a, b) => a - b),
      'each has its own port and file',
    );
    for (const server of both) await leadsToIt(server);
    assert.equal(new Set(both.map(({ instance }) => instance)).size, 2);
  } finally {
    await first.stop('SIGKILL');
    await second.stop();
  }
  const stale = announced(home);
  assert.deepEqual(
    stale.map(({ port }) => port),
    [first.port],
    'a killed one cannot take its file away',
  );
  const again = await Service.start({ home, data: data('first'), port: first.port });
  try {
    const [only, ...more] = announced(home);
    assert.ok(only && more.length === 0);
    assert.notEqual(only.instance, stale[0]?.instance, 'the file is that of the living');
    await leadsToIt(only);
  } finally {
    await again.stop();
    fs.rmSync(home, { recursive: true, force: true });
  }
}

async function run({ count, isFull, progress }: Round): Promise<Outcome> {
  for (let round = 0; round < count; round += 1) {
    await strangerAt('127.0.0.1', true);
    if (isFull) await strangerAt('::1', true);
    await oursThere();
    progress(`${round + 1} of ${count} rounds`);
  }
  return {
    figure: `${count} rounds with a stranger on either address and one of ours: all announced right`,
    isKept: true,
  };
}

/** A machine without IPv6 loopback has half of this only. */
function whyNot(): string | undefined {
  const addresses = Object.values(os.networkInterfaces()).flatMap((each) => each ?? []);
  return addresses.some(({ address }) => address === '::1') ? undefined : 'this machine has no IPv6 loopback address';
}

export const portTaken: Row = {
  id: 'W4',
  promise:
    'takes another port when the preferred one is held, is announced where it is, and comes back when it is free',
  limit: '100%, a stranger that answers 200 to everything is never taken for ours',
  quick: 1,
  full: 10,
  unable: whyNot,
  run,
};
