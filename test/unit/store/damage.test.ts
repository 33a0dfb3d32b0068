import assert from 'node:assert/strict';
import { mkdir, readdir, rename, rm, truncate, writeFile } from 'node:fs/promises';
import type { ApiError } from '../../../src/contract/errors';
import { fence, putTag, tagIds, TemporaryFolder } from './temporaryStore';

describe('store on damaged files', () => {
  let folder: TemporaryFolder;
  beforeEach(async () => (folder = await TemporaryFolder.make()));
  afterEach(() => folder.remove());

  /** A library of one journal with the tags 0 to 9. */
  async function fillJournal(): Promise<void> {
    const store = await folder.open();
    for (let index = 0; index < 10; index += 1) await store.change([putTag(String(index))]);
    await store.close();
  }

  /** Opening after a damage writes a snapshot: a way to get one. Leaves library.2.1 with 0 to 9 and 10 in its journal. */
  async function fillSnapshot(): Promise<void> {
    await fillJournal();
    await writeFile(folder.file('journal.1.2.ndjson'), 'garbage\n');
    const store = await folder.open({ fence: fence(2) });
    assert.deepEqual(await folder.names(/^library/), ['library.2.1.json']);
    await store.change([putTag('10')]);
    await store.close();
  }

  async function damage(name: string, change: (bytes: Buffer) => Buffer): Promise<void> {
    await writeFile(folder.file(name), change(Buffer.from(await folder.text(name))));
  }

  async function quarantined(): Promise<string[]> {
    const times = await readdir(folder.file('quarantine')).catch(() => []);
    return (await Promise.all(times.map((time) => readdir(folder.file(`quarantine/${time}`))))).flat();
  }

  for (const cut of [1, 5, 60]) {
    it(`drops a last record that was cut off ${cut} bytes short, and nothing else`, async () => {
      await fillJournal();
      const { length } = Buffer.from(await folder.text('journal.1.1.ndjson'));
      await truncate(folder.file('journal.1.1.ndjson'), length - cut);
      const store = await folder.open({ fence: fence(2) });
      // Without its line feed only, the record is still whole.
      assert.equal(store.count('tags'), cut === 1 ? 10 : 9);
      assert.deepEqual(store.repairs, []);
      await store.change([putTag('new')]);
      await store.close();
      assert.equal((await folder.open({ fence: fence(3) })).count('tags'), cut === 1 ? 11 : 10);
    });
  }

  it('takes a tail of zeros for a record that was cut off', async () => {
    await fillJournal();
    await damage('journal.1.1.ndjson', (bytes) => Buffer.concat([bytes, Buffer.alloc(5000)]));
    const store = await folder.open({ fence: fence(2) });
    assert.equal(store.count('tags'), 10);
    assert.deepEqual(store.repairs, []);
  });

  it('keeps the rest of a journal with a flipped byte in its middle, and a copy in quarantine', async () => {
    await fillJournal();
    await damage('journal.1.1.ndjson', (bytes) => {
      bytes.writeUInt8(bytes.readUInt8(900) ^ 4, 900);
      return bytes;
    });
    const store = await folder.open({ fence: fence(2) });
    assert.equal(store.count('tags'), 9);
    assert.match(store.repairs.join('\n'), /journal\.1\.1\.ndjson \(1 damaged lines\)[^]*1 changes are lost/);
    assert.deepEqual(await quarantined(), ['journal.1.1.ndjson']);
    await store.change([putTag('new')]);
    await store.close();
    const again = await folder.open({ fence: fence(3) });
    assert.equal(again.count('tags'), 10);
    assert.deepEqual(again.repairs, [], 'a fresh snapshot has made an end of the damage');
  });

  it('keeps every good record when the header of a journal is damaged', async () => {
    await fillJournal();
    await damage('journal.1.1.ndjson', (bytes) => {
      bytes.writeUInt8(0x7a, 3);
      return bytes;
    });
    const store = await folder.open({ fence: fence(2) });
    assert.match(store.repairs.join('\n'), /journal\.1\.1\.ndjson \(1 damaged lines\)/);
    assert.equal(store.readOnly, undefined);
    assert.equal(store.count('tags'), 10);
  });

  it('says so when the only journal was emptied', async () => {
    await fillJournal();
    await truncate(folder.file('journal.1.1.ndjson'), 0);
    const store = await folder.open({ fence: fence(2) });
    assert.match(store.readOnly?.reason ?? '', /could not be read/);
  });

  it('tells how many changes are lost with a journal that is gone', async () => {
    await fillJournal();
    const second = await folder.open({ fence: fence(2) });
    await second.change([putTag('a'), putTag('b')]);
    await second.change([putTag('c')]);
    await second.close();
    const third = await folder.open({ fence: fence(3) });
    await third.change([putTag('d')]);
    await third.close();
    await rm(folder.file('journal.2.1.ndjson'));
    const store = await folder.open({ fence: fence(4) });
    assert.equal(store.count('tags'), 11);
    assert.match(store.repairs.join('\n'), /2 changes are lost/);
  });

  it('uses the generation before, with both journals, when the newest snapshot is damaged', async () => {
    await fillSnapshot();
    await damage('library.2.1.json', (bytes) => {
      bytes.write('X', bytes.indexOf('text of 4')); // still valid JSON
      return bytes;
    });
    const store = await folder.open({ fence: fence(3) });
    assert.equal(store.get('tags', '4')?.text, 'text of 4');
    assert.deepEqual(tagIds(store), ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
    assert.match(store.repairs.join('\n'), /library\.2\.1\.json could not be trusted/);
    assert.ok((await quarantined()).includes('library.2.1.json'));
    assert.equal(store.readOnly, undefined);
  });

  it('salvages a damaged snapshot line by line when there is no generation before', async () => {
    await fillSnapshot();
    await rm(folder.file('journal.1.1.ndjson'));
    await damage('library.2.1.json', (bytes) => {
      bytes.write('#', bytes.indexOf('"id":"4"'));
      return bytes;
    });
    const store = await folder.open({ fence: fence(3) });
    assert.deepEqual(tagIds(store), ['0', '1', '2', '3', '5', '6', '7', '8', '9', '10']);
    assert.match(store.repairs.join('\n'), /salvaged line by line/);
    await store.close();
    assert.deepEqual((await folder.open({ fence: fence(4) })).repairs, []);
  });

  const garbage = {
    null: 'null',
    false: 'false',
    'an empty file': '',
    'an empty object': '{}',
    noise: '\u0000\u0001\u00ff'.repeat(99),
    BOM: '\ufeff{}',
  };
  for (const [what, text] of Object.entries(garbage)) {
    it(`opens read-only, never empty, when the document is ${what}`, async () => {
      await writeFile(folder.file('library.1.1.json'), text);
      const store = await folder.open({ fence: fence(2) });
      assert.match(store.readOnly?.reason ?? '', /Restore a backup or start empty/);
      await assert.rejects(store.change([putTag('a')]), (error: ApiError) => error.code === 'internal');
      await store.close();
      assert.equal(await folder.text('library.1.1.json'), text, 'nothing is written over it');
      assert.deepEqual(await folder.names(/^(library|journal)/), ['library.1.1.json']);
    });
  }

  it('opens read-only when only backups are left', async () => {
    await mkdir(folder.file('backups'));
    await writeFile(folder.file('backups/library-2024-01-01.json'), '{}');
    assert.ok((await folder.open()).readOnly);
  });

  it('opens read-only but shows what is left when the snapshot below the journals is gone', async () => {
    await fillSnapshot();
    await rm(folder.file('library.2.1.json'));
    await rm(folder.file('journal.1.1.ndjson'));
    await rm(folder.file('journal.1.2.ndjson'));
    const store = await folder.open({ fence: fence(3) });
    assert.ok(store.readOnly);
    assert.deepEqual(tagIds(store), ['10']);
  });

  it('takes files of the owner, the token, hidden and temporary files for an empty folder', async () => {
    for (const name of ['owner.1.json', 'owner.1.json.ab.tmp', 'token', '.DS_Store', 'library.1.1.json.00.tmp']) {
      await writeFile(folder.file(name), 'x');
    }
    const store = await folder.open();
    assert.equal(store.readOnly, undefined);
    assert.ok(!(await folder.names()).includes('library.1.1.json.00.tmp'), 'an orphan of a crash is removed');
  });

  it('drops ghosts: records of an older epoch beyond what its successor had read', async () => {
    await fillJournal();
    const next = await folder.open({ fence: fence(2) });
    await next.change([putTag('new')]);
    await next.close();
    // A frozen owner wakes up and writes on.
    await rename(folder.file('journal.2.1.ndjson'), folder.file('hidden'));
    const woken = await folder.open();
    await woken.change([putTag('ghost'), putTag('0', 'ghost')]);
    await woken.close();
    await rename(folder.file('hidden'), folder.file('journal.2.1.ndjson'));
    const store = await folder.open({ fence: fence(3) });
    assert.equal(store.get('tags', 'ghost'), undefined);
    assert.equal(store.get('tags', '0')?.text, 'text of 0');
    assert.equal(store.count('tags'), 11);
    assert.deepEqual(store.repairs, []);
    assert.ok(folder.log.some((text) => text.includes('1 changes that were never acknowledged')));
  });
});
