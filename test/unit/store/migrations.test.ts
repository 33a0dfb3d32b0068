import assert from 'node:assert/strict';
import { cp } from 'node:fs/promises';
import path from 'node:path';
import type { ApiError } from '../../../src/contract/errors';
import type { Schema } from '../../../src/store/library';
import { fence, putTag, tagIds, TemporaryFolder } from './temporaryStore';

/** The next version as it might be: every tag's text in capitals. */
const next: Schema = {
  current: 2,
  steps: {
    1: (collections) =>
      new Map(
        [...collections].map(([name, records]) => [
          name,
          records.map((record) => ('text' in record ? { ...record, text: String(record.text).toUpperCase() } : record)),
        ]),
      ),
  },
};

describe('store schema', () => {
  let folder: TemporaryFolder;
  beforeEach(async () => (folder = await TemporaryFolder.make()));
  afterEach(() => folder.remove());

  it('migrates an older library once and keeps a copy of it', async () => {
    const old = await folder.open();
    await old.change([putTag('a', 'small')]);
    await old.close();
    const migrated = await folder.open({ fence: fence(2), schema: next });
    assert.equal(migrated.get('tags', 'a')?.text, 'SMALL');
    await migrated.change([putTag('b', 'stays small')]);
    await migrated.close();
    const again = await folder.open({ fence: fence(3), schema: next });
    assert.equal(again.get('tags', 'a')?.text, 'SMALL');
    assert.equal(again.get('tags', 'b')?.text, 'stays small');
    assert.match(await folder.text('backups/pre-1.json'), /"schema":1[^]*small/);
  });

  it('opens what version 0.1.0 wrote', async () => {
    await cp(path.resolve('test/fixtures/store/schema-1'), folder.path, { recursive: true });
    const store = await folder.open({ fence: fence(2) });
    assert.deepEqual(tagIds(store), ['a', 'c', 'd', 'e']);
    assert.deepEqual(store.repairs, []);
    await store.change([putTag('a', 'not applied')], 'request-a');
    assert.equal(store.get('tags', 'a')?.text, 'text of a');
  });

  it('opens a library of a newer schema read-only and writes nothing', async () => {
    const newer = await folder.open({ schema: next });
    await newer.change([putTag('a')]);
    await newer.close();
    const before = await folder.names();
    const store = await folder.open({ fence: fence(2) });
    assert.match(store.readOnly?.reason ?? '', /newer version.*Reload this window/);
    assert.equal(store.count('tags'), 1);
    await assert.rejects(store.change([putTag('b')]), (error: ApiError) => error.code === 'internal');
    await store.close();
    assert.deepEqual(await folder.names(), before);
  });
});
