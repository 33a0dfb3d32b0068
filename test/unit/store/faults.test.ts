import assert from 'node:assert/strict';
import type { ApiError } from '../../../src/contract/errors';
import { fault, FaultyFiles } from './faultyFiles';
import { fence, putTag, tagIds, TemporaryFolder } from './temporaryStore';

const isInternal = (error: ApiError) => error.code === 'internal';

describe('store on a failing disk', () => {
  let folder: TemporaryFolder;
  let files: FaultyFiles;
  beforeEach(async () => {
    folder = await TemporaryFolder.make();
    files = new FaultyFiles();
  });
  afterEach(async () => {
    files.plan = () => undefined;
    await folder.remove();
  });

  async function reopenedIds(epoch = 2): Promise<string[]> {
    return tagIds(await folder.open({ fence: fence(epoch) }));
  }

  for (const code of ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES']) {
    it(`goes read-only on ${code}, says why, keeps reading, and recovers alone`, async () => {
      const store = await folder.open({ files, limits: { probeMs: 20 } });
      await store.change([putTag('before')]);
      files.plan = (call) => (call === 'write' ? fault(code) : undefined);
      const refused = [store.change([putTag('lost')]), store.change([putTag('lost too')])];
      for (const one of refused) await assert.rejects(one, isInternal);
      assert.match(store.readOnly?.reason ?? '', new RegExp(code));
      await assert.rejects(store.change([putTag('still')]), isInternal);
      assert.deepEqual(tagIds(store), ['before']);
      files.plan = () => undefined;
      while (store.readOnly) await new Promise((resolve) => setTimeout(resolve, 5));
      await store.change([putTag('after')]);
      await store.close();
      assert.deepEqual(await reopenedIds(), ['before', 'after']);
    });
  }

  it('cuts off what a failed write left, so that nothing refused appears later', async () => {
    const store = await folder.open({ files });
    await store.change([putTag('before')]);
    files.plan = (call) => (call === 'write' ? fault('EIO') : undefined);
    await assert.rejects(store.change([putTag('refused')]), isInternal);
    files.plan = () => undefined;
    assert.equal(store.readOnly, undefined, 'one failed write is not a full disk');
    assert.ok(!(await folder.text('journal.1.1.ndjson')).includes('refused'));
    await store.change([putTag('after')]);
    await store.close();
    assert.deepEqual(await reopenedIds(), ['before', 'after']);
  });

  it('takes a new journal when the old one cannot be cut back', async () => {
    const store = await folder.open({ files });
    await store.change([putTag('before')]);
    files.plan = (call) => (call === 'write' || call === 'truncate' ? fault('EIO') : undefined);
    let writes = 0;
    files.plan = (call) => {
      if (call === 'write') writes += 1;
      return (call === 'write' && writes === 1) || call === 'truncate' ? fault('EIO') : undefined;
    };
    await assert.rejects(store.change([putTag('refused')]), isInternal);
    files.plan = () => undefined;
    await store.change([putTag('after')]);
    await store.close();
    assert.deepEqual(await reopenedIds(), ['before', 'after']);
  });

  it('never trusts a descriptor again whose sync failed: new journal, fresh snapshot', async () => {
    const store = await folder.open({ files });
    await store.change([putTag('before')]);
    let syncs = 0;
    files.plan = (call) => (call === 'datasync' && (syncs += 1) === 1 ? fault('EIO') : undefined);
    await assert.rejects(store.change([putTag('refused')]), isInternal);
    assert.ok((await folder.text('journal.1.1.ndjson')).includes('refused'), 'it was written, but never acknowledged');
    await store.change([putTag('after')]);
    await store.close();
    assert.deepEqual(tagIds(store), ['before', 'after']);
    assert.deepEqual(await reopenedIds(), ['before', 'after']);
  });

  it('opens read-only on a disk that takes nothing, and recovers', async () => {
    const first = await folder.open();
    await first.change([putTag('before')]);
    await first.close();
    files.plan = (call, file) => (call === 'open' && file.endsWith('.tmp') ? fault('EROFS') : undefined);
    const store = await folder.open({ files, fence: fence(2), limits: { probeMs: 20 } });
    assert.match(store.readOnly?.reason ?? '', /EROFS/);
    assert.deepEqual(tagIds(store), ['before']);
    files.plan = () => undefined;
    while (store.readOnly) await new Promise((resolve) => setTimeout(resolve, 5));
    await store.change([putTag('after')]);
    await store.close();
    assert.deepEqual(await reopenedIds(3), ['before', 'after']);
  });
});
