import assert from 'node:assert/strict';
import fs from 'node:fs';
import { serviceHandlers } from '../../../src/api/service/handlers';
import { check } from '../../../src/contract/check';
import { ServiceStatus } from '../../../src/contract/schemas/service';
import { assetOf, createAskingContext, createFolder, shopFiles, trusted } from './askingContext';

const nothing = { params: {}, query: {}, body: {} };

describe('what the service tells of itself', () => {
  it('is alive under its instance, with an interface version that public clients accept', async () => {
    const { getWellKnownHealth, getWellKnownVersion } = serviceHandlers(createAskingContext());
    assert.equal(getWellKnownHealth(nothing, trusted), 'ok:instance-1');
    assert.match(await getWellKnownVersion(nothing, trusted), /^12\.\d+\.\d+$/);
  });

  it('is a status with assets, index and why it takes no changes', async () => {
    const context = createAskingContext();
    await context.store.change([{ op: 'put', collection: 'assets', value: assetOf('let x') }]);
    context.store.makeReadOnly('a newer version wrote it');
    const status = await serviceHandlers(context).serviceStatus(nothing, trusted);
    check(ServiceStatus, status, 'status');
    assert.deepEqual([status.assets, status.readOnly, status.index.state], [1, 'a newer version wrote it', 'idle']);
  });

  it('is a status also when the engine is down', async () => {
    const context = createAskingContext({ engine: { status: () => Promise.reject(new Error('engine thread ended')) } });
    assert.equal((await serviceHandlers(context).serviceStatus(nothing, trusted)).index.state, 'idle');
    assert.match(context.logged.join(), /engine thread ended/);
  });
});

describe('indexing', () => {
  it('stays paused when the service starts again, until somebody resumes it', async () => {
    const told: boolean[] = [];
    const context = createAskingContext({ engine: { setPaused: async (isPaused) => void told.push(isPaused) } });
    const start = () => serviceHandlers(context);
    await start().indexControl({ ...nothing, body: { paused: true } }, trusted);
    await start().indexControl({ ...nothing, body: { paused: false } }, trusted);
    start();
    assert.deepEqual(told, [true, true, false]);
  });

  it('ahead of questions ends when it is cancelled, and does not begin again by itself', async () => {
    const folder = createFolder(shopFiles);
    const begun: AbortSignal[] = [];
    const warm = (_path: string, signal?: AbortSignal) =>
      new Promise<void>((_resolve, reject) => {
        if (signal) begun.push(signal);
        signal?.addEventListener('abort', () => reject(new DOMException('cancelled', 'AbortError')));
      });
    const context = createAskingContext({ engine: { warm } });
    const { windowUpdate, indexControl } = serviceHandlers(context);
    const told = { ...nothing, body: { window: 'w', folders: [folder.path], trusted: true } };
    await windowUpdate(told, trusted);
    await indexControl({ ...nothing, body: { cancel: true } }, trusted);
    await windowUpdate(told, trusted);
    assert.deepEqual(
      begun.map(({ aborted }) => aborted),
      [true],
    );
    assert.deepEqual(context.logged, []);
    folder.remove();
  });
});

describe('a window’s state', () => {
  const update = (folders: string[], isTrusted: boolean) => ({
    ...nothing,
    body: { window: 'w', folders, trusted: isTrusted },
  });

  it('has each of its folders indexed once, ahead of the first question, when it is trusted', async () => {
    const folder = createFolder(shopFiles);
    const warmed: string[] = [];
    const context = createAskingContext({ engine: { warm: async (path) => void warmed.push(path) } });
    const { windowUpdate } = serviceHandlers(context);
    await windowUpdate(update([folder.path], false), trusted);
    assert.deepEqual(warmed, []);
    await windowUpdate(update([folder.path], true), trusted);
    await windowUpdate(update([folder.path], true), trusted);
    assert.deepEqual(warmed, [folder.path]);
    assert.deepEqual(context.windows.folders({ onlyTrusted: true }), [folder.path]);
    folder.remove();
  });

  it('is taken although a folder cannot be indexed', async () => {
    const folder = createFolder({});
    const context = createAskingContext({ engine: { warm: () => Promise.reject(new Error('no memory')) } });
    await serviceHandlers(context).windowUpdate(update([folder.path, '/none'], true), trusted);
    await new Promise((resolve) => setImmediate(resolve));
    assert.match(context.logged.join(), /no memory/);
    folder.remove();
  });

  it('tells the engine what is searched in its folders, when that changes', async () => {
    const told: unknown[] = [];
    const context = createAskingContext({ engine: { setFolderRules: async (rules) => void told.push(rules) } });
    const { windowUpdate } = serviceHandlers(context);
    const rules = [{ folder: '/w', include: ['dist/**'], exclude: [] }];
    const { body } = update(['/w'], false);
    await windowUpdate({ ...nothing, body }, trusted);
    await windowUpdate({ ...nothing, body: { ...body, rules } }, trusted);
    await windowUpdate({ ...nothing, body: { ...body, rules } }, trusted);
    await windowUpdate({ ...nothing, body }, trusted);
    assert.deepEqual(told, [rules, []]);
  });

  it('passes changed files on to the engine', async () => {
    const changed: string[][] = [];
    const context = createAskingContext({ engine: { filesChanged: async (paths) => void changed.push(paths) } });
    await serviceHandlers(context).filesChanged({ ...nothing, body: { paths: ['/w/a.ts'] } }, trusted);
    assert.deepEqual(changed, [['/w/a.ts']]);
  });

  it('tells the engine of changed and open files by their real paths, where a window has a folder open by a link', async function () {
    if (process.platform === 'win32') this.skip(); // links need a privilege there
    const folder = createFolder(shopFiles);
    const link = `${folder.path}-link`;
    fs.symlinkSync(folder.path, link);
    const told: string[][] = [];
    const engine = {
      filesChanged: async (paths: string[]) => void told.push(paths),
      readFirst: async (paths: string[]) => void told.push(paths),
      warm: async () => undefined,
    };
    const { windowUpdate, filesChanged } = serviceHandlers(createAskingContext({ engine }));
    try {
      const { body } = update([link], true);
      await windowUpdate({ ...nothing, body: { ...body, open: [`${link}/a.ts`] } }, trusted);
      await filesChanged({ ...nothing, body: { paths: [`${link}/gone/b.ts`, '/elsewhere/c.ts'] } }, trusted);
      assert.deepEqual(told, [[`${folder.path}/a.ts`], [`${folder.path}/gone/b.ts`, '/elsewhere/c.ts']]);
    } finally {
      fs.rmSync(link);
      folder.remove();
    }
  });
});
