// The credential of a data folder is renewed while programs and windows are at work: a real service, two windows of ours.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startApp, type App } from '../../src/app';
import { createHttpClient } from '../../src/contract/httpClient';
import { defaultServerSettings, type ServiceMessage } from '../../src/contract/serviceOptions';
import { openSocket } from './openSocket';

type Connected = Extract<ServiceMessage, { kind: 'connected' }>;

interface Window {
  /** What it was told last. */
  connected: () => Connected | undefined;
  /** Resolves once what it was told last is so. */
  hears: (isSo: (message: Connected) => boolean) => Promise<Connected>;
  stop: App['stop'];
}

describe('renewing the token', function () {
  this.timeout(30_000);
  let work: string;
  let windows: Window[] = [];

  beforeEach(() => (work = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-token-'))));
  afterEach(async () => {
    for (const window of windows.splice(0).reverse()) await window.stop();
    fs.rmSync(work, { recursive: true, force: true });
  });

  function open(): Window {
    let last: Connected | undefined;
    const waiting = new Set<() => void>();
    const settings = { ...defaultServerSettings, port: 0, auth: 'required' as const };
    const app = startApp(
      {
        ...{ dataFolder: path.join(work, 'data'), cacheFolder: path.join(work, 'cache') },
        ...{ discoveryFolder: path.join(work, 'servers'), engineFile: path.resolve('dist/engine.js') },
        ...{ grammarFolder: path.resolve('dist/grammars'), version: '0.0.0-test', settings, folders: [] },
      },
      (message) => {
        if (message.kind === 'connected') last = message;
        for (const wake of [...waiting]) wake();
      },
    );
    const window: Window = {
      connected: () => last,
      hears: (isSo) =>
        new Promise((resolve) => {
          const look = () => {
            if (!last || !isSo(last)) return;
            waiting.delete(look);
            resolve(last);
          };
          waiting.add(look);
          look();
        }),
      stop: () => app.stop(),
    };
    windows.push(window);
    return window;
  }

  const announced = () => {
    const [name = ''] = fs.readdirSync(path.join(work, 'servers'));
    return JSON.parse(fs.readFileSync(path.join(work, 'servers', name), 'utf8')) as { baseUrl: string; token: string };
  };
  const statusWith = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${announced().baseUrl}/assets`, { headers })).status;
  };

  it('refuses the old one at once, takes the new one, and announces it', async () => {
    const owner = await open().hears(({ role }) => role === 'owner');
    assert.equal(await statusWith(owner.token), 200);
    assert.equal(await createHttpClient(owner).tokenRenew(), undefined);
    const { token } = announced();
    assert.notEqual(token, owner.token);
    assert.equal(await statusWith(owner.token), 401);
    assert.equal(await statusWith(token), 200);
  });

  it('leaves our windows at work, the one beside as well, and tells each the new one', async () => {
    const owner = await open().hears(({ role }) => role === 'owner');
    const beside = open();
    const before = await beside.hears(({ role }) => role === 'client');
    const api = createHttpClient(before);
    await createHttpClient(before).tokenRenew();
    // A named pipe has no folder that keeps others out: there the line rests on the token, and waits for the new one.
    if (process.platform === 'win32') await assert.rejects(api.serviceStatus(), /credential is wrong/);
    else assert.ok((await api.serviceStatus()).epoch > 0, 'the line it had still answers');
    const after = await beside.hears(({ token }) => token !== before.token);
    assert.deepEqual({ ...after, token: before.token }, before);
    assert.equal(after.token, announced().token);
    assert.equal(windows[0]?.connected()?.token, after.token);
    assert.equal(windows[0]?.connected()?.socketPath, owner.socketPath);
  });

  it('ends a stream that was opened with the old one', async () => {
    const owner = await open().hears(({ role }) => role === 'owner');
    const port = Number(new URL(announced().baseUrl).port);
    const socket = await openSocket(port, '/qgpt/stream', { authorization: `Bearer ${owner.token}` });
    await createHttpClient(owner).tokenRenew();
    assert.equal(await socket.closed, 1008);
    await assert.rejects(openSocket(port, '/qgpt/stream', { authorization: `Bearer ${owner.token}` }));
    (await openSocket(port, '/qgpt/stream', { authorization: `Bearer ${announced().token}` })).close();
  });

  it('outlives the owner: whoever is next takes the new one', async () => {
    const first = open();
    const owner = await first.hears(({ role }) => role === 'owner');
    await createHttpClient(owner).tokenRenew();
    const { token } = announced();
    await first.stop();
    windows = [];
    await open().hears(({ role }) => role === 'owner');
    assert.equal(await statusWith(owner.token), 401);
    assert.equal(await statusWith(token), 200);
  });

  it('is done from the shell while a service runs, and prints the new one', async () => {
    const data = path.join(work, 'data');
    const env = { ...process.env, HOME: work, USERPROFILE: work };
    const shell = (...options: string[]) =>
      promisify(execFile)(process.execPath, ['dist/cli.js', 'token', '--data', data, ...options], { env });
    const owner = await open().hears(({ role }) => role === 'owner');
    assert.equal((await shell()).stdout, `${owner.token}\n`);
    const { stdout } = await shell('--renew');
    assert.equal(await statusWith(owner.token), 401);
    assert.equal(stdout, `${announced().token}\n`);
    assert.equal(await statusWith(stdout.trim()), 200);
  });

  it('is for our own windows only', async () => {
    const owner = await open().hears(({ role }) => role === 'owner');
    const { baseUrl } = announced();
    const headers = { authorization: `Bearer ${owner.token}` };
    const { status } = await fetch(`${baseUrl}/internal/token/renew`, { method: 'POST', headers });
    assert.equal(status, 404);
    assert.equal(announced().token, owner.token);
  });
});
