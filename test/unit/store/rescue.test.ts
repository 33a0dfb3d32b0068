import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { listBackups } from '../../../src/store/snapshots';
import { diskFiles } from '../../../src/store/disk/files';
import { restoreBackup } from '../../../src/store/orders';
import { fence, putTag, tagIds, TemporaryFolder } from './temporaryStore';

describe('store rescue', () => {
  let folder: TemporaryFolder;
  beforeEach(async () => {
    folder = await TemporaryFolder.make();
    for (const epoch of [1, 2]) {
      const store = await folder.open({ fence: fence(epoch), limits: { journalBytes: 0, journalRecords: 0 } });
      await store.change([putTag(String(epoch))]);
      await store.close();
    }
    for (const name of await folder.names(/^(library|journal)/)) await writeFile(folder.file(name), 'null');
    const damaged = await folder.open({ fence: fence(3) });
    assert.ok(damaged.readOnly);
    await damaged.close();
  });
  afterEach(() => folder.remove());

  it('restores a backup into a library that takes changes, and keeps what was there', async () => {
    const [backup] = await listBackups({ files: diskFiles, directory: folder.path });
    await restoreBackup(backup?.name ?? '', { directory: folder.path, epoch: 3 });
    const store = await folder.open({ fence: fence(3) });
    assert.equal(store.readOnly, undefined);
    assert.deepEqual(tagIds(store), ['1']);
    await store.change([putTag('new')]);
    const replaced = (await readdir(folder.file('quarantine'))).filter((name) => name.endsWith('-replaced'));
    assert.equal(replaced.length, 1);
  });

  it('knows no backup that is not there', async () => {
    await assert.rejects(restoreBackup('../token', { directory: folder.path, epoch: 3 }), /no backup/);
  });
});
