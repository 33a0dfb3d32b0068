/** The windows are this same file, started again: each runs the ownership loop over a real store and reports on stdout. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeIpcPath } from '../../../src/owner/ipcPath';
import { hostName } from '../../../src/owner/ownerFiles';
import { createOwnership, type IpcEndpoint, type Role, type Timing } from '../../../src/owner/ownership';
import { openStore } from '../../../src/store/openStore';

/** As the service does it: an HTTP server on a socket file. */
async function openIpc(): Promise<IpcEndpoint> {
  const server = http.createServer((_request, response) => response.end('{}'));
  const ipcPath = await makeIpcPath();
  await new Promise<void>((resolve) => server.listen(ipcPath, resolve));
  return {
    path: ipcPath,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Report {
  role?: Role['kind'];
  epoch?: number;
  /** A change was acknowledged. */
  kept?: string;
}

function runWindow(directory: string, schema: number, timing: Partial<Timing>): void {
  const report = (line: Report) => process.stdout.write(`${JSON.stringify(line)}\n`);
  const ownership = createOwnership({
    directory,
    version: '1.0.0',
    schema,
    timing,
    openIpc,
    log: () => undefined,
    onRole: (role) => report({ role: role.kind, epoch: 'file' in role ? role.file.epoch : 0 }),
    async becomeOwner(fence) {
      const store = await openStore({ directory, fence, log: () => undefined });
      let isOpen = true;
      const write = async (): Promise<void> => {
        for (let number = 0; isOpen; number += 1) {
          const id = `${fence.epoch}.${number}`;
          await store.change([{ op: 'put', collection: 'settings', value: { id, value: id } }]);
          report({ kept: id });
        }
      };
      write().catch(() => undefined); // fenced: the loop ends
      return {
        close: async () => {
          isOpen = false;
          await store.close();
        },
      };
    },
  });
  ownership.start();
  process.once('SIGTERM', () => void ownership.stop().then(() => process.exit(0)));
}

class Window {
  readonly reports: Report[] = [];
  private readonly child: ChildProcess;
  private wake: () => void = () => undefined;

  constructor(directory: string, schema = 1, timing: Partial<Timing> = {}) {
    const self = fileURLToPath(import.meta.url);
    this.child = spawn(process.execPath, [self, 'window', directory, String(schema), JSON.stringify(timing)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let rest = '';
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      this.reports.push(...lines.map((line) => JSON.parse(line) as Report));
      this.wake();
    });
  }

  get role(): Report | undefined {
    return this.reports.filter((report) => report.role).at(-1);
  }

  get kept(): string[] {
    return this.reports.flatMap((report) => report.kept ?? []);
  }

  async until(isReached: (window: Window) => boolean): Promise<void> {
    while (!isReached(this)) await new Promise<void>((resolve) => (this.wake = resolve));
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  async end(name: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = new Promise((resolve) => this.child.once('close', resolve));
    this.child.kill('SIGCONT');
    this.child.kill(name);
    await ended;
  }
}

function describeOwnership(): void {
  describe('ownership', function () {
    this.timeout(20_000);
    let directory: string;
    let windows: Window[];
    beforeEach(async () => {
      directory = await mkdtemp(path.join(os.tmpdir(), 'quarry-owner-'));
      windows = [];
    });
    afterEach(async () => {
      await Promise.all(windows.map((window) => window.end()));
      await rm(directory, { recursive: true, force: true });
    });

    function open(count: number, schema?: number, timing?: Partial<Timing>): Window[] {
      const opened = Array.from({ length: count }, () => new Window(directory, schema, timing));
      windows.push(...opened);
      return opened;
    }

    const isOwner = (window: Window) => window.role?.role === 'owner';
    const isClient = (window: Window) => window.role?.role === 'client';

    async function epochs(): Promise<string[]> {
      return (await readdir(directory)).filter((name) => name.startsWith('owner.')).sort();
    }

    async function settle(): Promise<{ owner: Window; clients: Window[] }> {
      await Promise.all(windows.map((window) => window.until((one) => isOwner(one) || isClient(one))));
      const [owner, ...more] = windows.filter(isOwner);
      assert.ok(owner && more.length === 0, `one owner, not ${more.length + 1}`);
      return { owner, clients: windows.filter(isClient) };
    }

    it('gives the library to exactly one of several windows that start at once', async () => {
      open(5);
      const { clients } = await settle();
      assert.equal(clients.length, 4);
      assert.deepEqual(await epochs(), ['owner.1.json']);
      assert.deepEqual(
        (await readdir(directory)).filter((name) => name.endsWith('.tmp')),
        [],
      );
    });

    it('passes to another window within two seconds when the owner is killed, with all it acknowledged', async () => {
      open(3);
      const { owner, clients } = await settle();
      await owner.until((window) => window.kept.length > 20);
      const killedAt = performance.now();
      await owner.end();
      windows.splice(windows.indexOf(owner), 1);
      await Promise.race(clients.map((window) => window.until(isOwner)));
      const took = performance.now() - killedAt;
      assert.ok(took < 2_000, `${took} ms`);
      const { owner: next } = await settle();
      await next.until((window) => window.kept.length > 0);
      await next.end();
      const store = await openStore({
        directory,
        fence: { epoch: 9, isFenced: async () => false },
        log: () => undefined,
      });
      for (const id of [...owner.kept, ...next.kept]) assert.ok(store.get('settings', id), id);
      await store.close();
    });

    it('takes over from a frozen owner, and that one acknowledges nothing after it wakes', async () => {
      open(2, 1, { silence: 1_500, pingEvery: 300 });
      const { owner, clients } = await settle();
      const [client] = clients;
      assert.ok(client);
      await owner.until((window) => window.kept.length > 20);
      owner.signal('SIGSTOP');
      const frozenAt = performance.now();
      await client.until(isOwner);
      const took = performance.now() - frozenAt;
      assert.ok(took < 4_500, `${took} ms`);
      await client.until((window) => window.kept.length > 5);
      // What was on its way before the freeze is read by now: later acknowledgements would be new ones.
      await new Promise((resolve) => setTimeout(resolve, 100));
      const before = owner.kept.length;
      owner.signal('SIGCONT');
      await owner.until(isClient);
      assert.ok(owner.kept.length - before <= 1, 'at most the one that was being reported when it froze');
      assert.equal(owner.role?.epoch, 2);
      await Promise.all(windows.map((window) => window.end()));
      const store = await openStore({
        directory,
        fence: { epoch: 9, isFenced: async () => false },
        log: () => undefined,
      });
      const ids = new Set([...store.list('settings')].map(({ id }) => id));
      for (const id of [...owner.kept, ...client.kept]) assert.ok(ids.has(id), `${id} was acknowledged`);
      await store.close();
    });

    it('passes on at once when the owner stops in good order', async () => {
      open(2);
      const { owner, clients } = await settle();
      const stoppedAt = performance.now();
      await owner.end('SIGTERM');
      await clients[0]?.until(isOwner);
      assert.ok(performance.now() - stoppedAt < 2_000);
    });

    it('never contends for a library of a newer schema', async () => {
      const [newer] = open(1, 2);
      await newer?.until(isOwner);
      const [older] = open(1, 1);
      await older?.until(isClient);
      await newer?.end();
      await older?.until((window) => window.role?.role === 'detached');
      assert.deepEqual(await epochs(), ['owner.1.json']);
    });

    it('begins above every file of the store when the owner files were deleted', async () => {
      await writeFile(path.join(directory, 'owner.7.json'), 'damaged');
      await writeFile(path.join(directory, 'journal.9.1.ndjson'), '');
      const [window] = open(1);
      await window?.until((one) => isOwner(one) || one.role?.role === 'detached');
      assert.equal(window?.role?.epoch, 10);
    });

    it('leaves a library alone whose owner shows life on another machine', async () => {
      const startedAt = new Date().toISOString();
      const file = {
        epoch: 3,
        instance: 'x',
        pid: 1,
        host: `not-${hostName()}`,
        bootId: '',
        ipc: '/nowhere.sock',
        port: 0,
      };
      const own = path.join(directory, 'owner.3.json');
      const write = () => writeFile(own, JSON.stringify({ ...file, version: '1.0.0', schema: 1, startedAt }));
      await write();
      const touching = setInterval(() => void write(), 100);
      const [window] = open(1, 1, { touchSeen: 500 });
      await window?.until((one) => one.role?.role === 'detached');
      clearInterval(touching);
      assert.deepEqual(await epochs(), ['owner.3.json']);
    });
  });
}

const [, , role, directory, schema, timing] = process.argv;
if (role === 'window' && directory) runWindow(directory, Number(schema), JSON.parse(timing ?? '{}') as Partial<Timing>);
else describeOwnership();
