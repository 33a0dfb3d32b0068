// The library as a whole, as a window of ours looks after it: a real service that lets go of its library and comes back.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startApp, type App } from '../../src/app';
import type { Api } from '../../src/contract/api';
import { createHttpClient } from '../../src/contract/httpClient';
import { defaultServerSettings } from '../../src/contract/serviceOptions';

describe('the library as a whole', function () {
  this.timeout(30_000);
  let work: string;
  let service: { api: () => Promise<Api>; stop: () => Promise<void> };
  const others: { stop: () => Promise<void> }[] = [];

  beforeEach(async () => {
    work = fs.mkdtempSync(path.join(os.tmpdir(), 'quarry-upkeep-'));
    service = open(path.join(work, 'data'));
  });
  afterEach(async () => {
    for (const one of [service, ...others.splice(0)]) await one.stop();
    fs.rmSync(work, { recursive: true, force: true });
  });

  /** As a window holds it: the client of whoever owns the library now. */
  function open(dataFolder: string) {
    let client: Api | undefined;
    const waiting = new Set<(api: Api) => void>();
    const options = {
      ...{ dataFolder, cacheFolder: path.join(work, 'cache'), discoveryFolder: path.join(work, 'servers') },
      ...{ engineFile: path.resolve('dist/engine.js'), grammarFolder: path.resolve('dist/grammars') },
      ...{ version: '0.0.0-test', settings: { ...defaultServerSettings, port: 0 }, folders: [] },
    };
    const app: App = startApp(options, (message) => {
      if (message.kind === 'looking') client = undefined;
      if (message.kind !== 'connected') return;
      const api = (client = createHttpClient(message));
      for (const wake of waiting) wake(api);
      waiting.clear();
    });
    return {
      api: () => (client ? Promise.resolve(client) : new Promise<Api>((resolve) => waiting.add(resolve))),
      /** The client after the one that is there now. */
      next: async (then: (api: Api) => Promise<void>): Promise<Api> => {
        const renewed = new Promise<Api>((resolve) => waiting.add(resolve));
        await then(await (client ?? renewed));
        return renewed;
      },
      stop: () => app.stop(),
    };
  }

  async function save(raw: string): Promise<string> {
    const api = await service.api();
    const { id } = await api.assetsCreateNewAsset({
      body: { type: 'SEEDED_ASSET', asset: { format: { fragment: { string: { raw } } } } },
    });
    return id;
  }

  async function names(api?: Api): Promise<string[]> {
    const { rows } = await (api ?? (await service.api())).libraryList({ body: {} });
    return rows.map(({ id }) => id).sort();
  }

  const restored = (name: string) => async () => {
    let kept: string | undefined;
    const renewed = (service as ReturnType<typeof open>).next(async (api) => {
      ({ kept } = await api.backupRestore({ body: { name } }));
    });
    await renewed;
    return kept ?? '';
  };

  it('is what a backup holds after one command, and what it was before after one more', async () => {
    const one = await save('const one = 1;');
    const { name } = await (await service.api()).backupMake();
    assert.deepEqual(await (await service.api()).backupVerify({ body: { name } }), {
      ...{ name, assets: 1, conversations: 0 },
      records: (await (await service.api()).backupVerify({ body: { name } })).records,
    });
    const two = await save('const two = 2;');
    const kept = await restored(name)();
    assert.deepEqual(await names(), [one]);
    await restored(kept)();
    assert.deepEqual(await names(), [one, two].sort());
    const { backups } = await (await service.api()).backupsList();
    assert.deepEqual(
      backups.filter(({ reason }) => reason !== 'daily').map(({ reason }) => reason),
      ['restore', 'restore', 'wanted'],
    );
  });

  it('refuses a damaged backup before anything is touched', async () => {
    const one = await save('const one = 1;');
    const api = await service.api();
    const { name } = await api.backupMake();
    const file = path.join((await api.backupsList()).folder, name);
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('const one', 'const ace'));
    const { fault } = await api.backupVerify({ body: { name } });
    assert.match(fault ?? '', /cannot be trusted/);
    await assert.rejects(api.backupRestore({ body: { name } }), /cannot be trusted/);
    await assert.rejects(api.backupVerify({ body: { name: 'library-2020-01-01.json' } }), { code: 'notFound' });
    assert.deepEqual(await names(), [one]);
  });

  it('is erased with its backups and its index, by whoever owns it, and begins anew', async () => {
    await save('const secretive = 1;');
    await (await service.api()).backupMake();
    await (service as ReturnType<typeof open>).next((api) => api.libraryErase());
    assert.deepEqual(await names(), []);
    assert.deepEqual((await (await service.api()).backupsList()).backups, []);
    const left = fs.readdirSync(work, { recursive: true, encoding: 'utf8' }).filter((name) => {
      const file = path.join(work, name);
      return fs.statSync(file).isFile() && fs.readFileSync(file, 'utf8').includes('secretive');
    });
    assert.deepEqual(left, []);
    assert.equal((await names()).length, 0);
    await save('const fresh = 1;');
  });

  it('goes into another folder with all that was acknowledged, and stays in the old one', async () => {
    const one = await save('const one = 1;');
    const api = await service.api();
    const folder = path.join(work, 'elsewhere');
    fs.mkdirSync(folder);
    const saves = Array.from({ length: 20 }, (_, n) => save(`const n${n} = ${n};`).catch(() => undefined));
    const began = Date.now();
    const copied = api.libraryCopy({ body: { folder } });
    const acknowledged = (await Promise.all(saves)).filter((id) => id !== undefined);
    await copied;
    await assert.rejects(save('const late = 1;'), { code: 'overloaded' });
    const there = open(folder);
    others.push(there);
    const expected = [one, ...acknowledged].sort();
    assert.deepEqual(await names(await there.api()), expected);
    await assert.rejects((await there.api()).libraryCopy({ body: { folder: path.join(work, 'data') } }), {
      code: 'invalid',
    });
    await service.stop();
    service = open(path.join(work, 'data'));
    assert.deepEqual(await names(), expected);
    assert.ok(Date.now() - began >= 5_000, 'windows that are about to follow must not serve the old one meanwhile');
  });
});
