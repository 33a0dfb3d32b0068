import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { Low } from 'lowdb';
import { JSONFile } from 'lowdb/node';
import { fence, putTag, tag, tagIds, TemporaryFolder } from './temporaryStore';

/** A snapshot after every few changes. */
const eager = { journalBytes: 0, journalRecords: 5 };
const dayMs = 86_400_000;

describe('store snapshots', () => {
  let folder: TemporaryFolder;
  beforeEach(async () => (folder = await TemporaryFolder.make()));
  afterEach(() => folder.remove());

  it('keeps everything, in order, while snapshots are written under load', async function () {
    this.timeout(10_000);
    const store = await folder.open({ limits: { journalBytes: 0, journalRecords: 300 } });
    const text = 'x'.repeat(2_000);
    await Promise.all(
      Array.from({ length: 16 }, async (_, writer) => {
        for (let index = 0; index < 100; index += 1)
          await store.change([putTag(`${writer}.${index}`, text), putTag(`last of ${writer}`, String(index))]);
      }),
    );
    const before = tagIds(store);
    await store.close();
    assert.ok((await folder.names(/^library/)).length >= 2, 'snapshots were written meanwhile');
    const again = await folder.open({ fence: fence(2) });
    assert.deepEqual(tagIds(again), before);
    assert.equal(again.get('tags', 'last of 7')?.text, '99');
    assert.deepEqual(again.repairs, []);
  });

  it('writes a file that plain lowdb reads', async () => {
    const store = await folder.open({ limits: eager });
    for (let index = 0; index < 20; index += 1) await store.change([putTag(`a${index}`)], `r${index}`);
    await store.close();
    const [newest] = (await folder.names(/^library/)).reverse();
    const db = new Low<{ collections?: { tags: unknown[] }; count?: number }>(
      new JSONFile(folder.file(newest ?? '')),
      {},
    );
    await db.read();
    assert.deepEqual(db.data.collections?.tags[0], tag('a0'));
    assert.equal(db.data.count, db.data.collections?.tags.length);
  });

  it('keeps two generations with their journals and removes what is older', async () => {
    for (let epoch = 1; epoch <= 4; epoch += 1) {
      const store = await folder.open({ fence: fence(epoch), limits: { journalBytes: 0, journalRecords: 0 } });
      await store.change([putTag(String(epoch))]);
      await store.close();
    }
    const libraries = await folder.names(/^library/);
    assert.ok(libraries.length <= 3, libraries.join());
    assert.ok(!(await folder.names()).includes('journal.1.1.ndjson'));
    assert.deepEqual(tagIds(await folder.open({ fence: fence(5) })), ['1', '2', '3', '4']);
  });

  it('takes a snapshot before serving when the journals have grown long', async () => {
    const first = await folder.open();
    for (let index = 0; index < 8; index += 1) await first.change([putTag(String(index))]);
    await first.close();
    await folder.open({ fence: fence(2), limits: eager });
    assert.deepEqual(await folder.names(/^library/), ['library.2.1.json']);
  });

  it('remembers answered requests through a snapshot', async () => {
    const first = await folder.open({ limits: eager });
    for (let index = 0; index < 30; index += 1) await first.change([putTag('a', String(index))], `r${index}`);
    await first.close();
    const second = await folder.open({ fence: fence(2) });
    await second.change([putTag('a', 'again')], 'r3');
    assert.equal(second.get('tags', 'a')?.text, '29');
  });

  it('makes one backup a day and keeps seven', async () => {
    let today = Date.UTC(2024, 0, 1);
    for (let epoch = 1; epoch <= 10; epoch += 1, today += dayMs / 2) {
      const store = await folder.open({
        fence: fence(epoch),
        now: () => today,
        limits: { journalBytes: 0, journalRecords: 0 },
      });
      await store.change([putTag(String(epoch))]);
      await store.close();
    }
    for (let epoch = 11; epoch <= 16; epoch += 1, today += dayMs) {
      await (
        await folder.open({ fence: fence(epoch), now: () => today, limits: { journalBytes: 0, journalRecords: -1 } })
      ).close();
    }
    const backups = (await readdir(folder.file('backups'))).sort();
    assert.equal(backups.length, 7);
    assert.equal(backups.at(-1), 'library-2024-01-11.json');
  });

  it('takes a snapshot in a quiet moment of a day without a backup', async () => {
    const store = await folder.open({ limits: { idleMs: 10 } });
    await store.change([putTag('a')]);
    while ((await folder.names(/^backups$/)).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await store.change([putTag('b')]);
    await store.close();
    assert.deepEqual(tagIds(await folder.open({ fence: fence(2) })), ['a', 'b']);
  });
});
