import assert from 'node:assert/strict';
import { cp, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { StoredRecord } from '../../../src/store/disk/journal';
import { schema as current, type Collections, type Schema } from '../../../src/store/library';
import { openStore } from '../../../src/store/openStore';
import type { Store } from '../../../src/store/types';
import { fence, putTag, tagIds, TemporaryFolder } from '../../unit/store/temporaryStore';
import type { Outcome, Round, Row } from '../row';
import { crashState, survivals } from '../tools/crashStates';
import { MemoryFiles } from '../tools/memoryFiles';
import { Random } from '../tools/random';
import { RecordedFiles } from '../tools/recordedFiles';

/** One folder for each schema that was released, as that version wrote it. */
const fixtures = path.resolve('test/fixtures/store');

/** Done twice it would show: every tag's text gets one sign more. */
function withSign(collections: Collections): Collections {
  const withOne = (record: StoredRecord): StoredRecord => {
    const text = 'text' in record ? { text: `${String(record.text)}+` } : {};
    return { ...record, ...text };
  };
  return new Map([...collections].map(([name, records]) => [name, records.map(withOne)]));
}

const next: Schema = { current: current.current + 1, steps: { ...current.steps, [current.current]: withSign } };

const textsOf = (store: Store): Map<string, string> =>
  new Map([...store.list('tags')].map(({ id, text }) => [id, text]));

async function contents(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return new Map(await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as const)));
}

/** A released library opens here, takes changes, and is migrated by the next version, which we then leave alone. */
async function bothWays(name: string): Promise<void> {
  const folder = await TemporaryFolder.make();
  try {
    await cp(path.join(fixtures, name), folder.path, { recursive: true });
    const store = await folder.open({ fence: fence(100) });
    assert.equal(store.readOnly, undefined, `${name} takes changes`);
    assert.deepEqual(store.repairs, [], `${name} needs no repair`);
    assert.ok(tagIds(store).length > 0, `${name} holds something`);
    await store.change([putTag('added here')]);
    const before = textsOf(store);
    await store.close();

    const newer = await folder.open({ fence: fence(101), schema: next });
    const migrated = new Map([...before].map(([id, text]) => [id, `${text}+`]));
    assert.deepEqual(textsOf(newer), migrated, `${name} is migrated`);
    assert.ok((await folder.text(`backups/pre-${current.current}.json`)).includes('added here'), 'a copy is kept');
    await newer.close();

    const written = await contents(folder.path);
    const older = await folder.open({ fence: fence(102) });
    assert.match(older.readOnly?.reason ?? '', /newer version.*Reload this window/);
    assert.deepEqual(textsOf(older), migrated, 'it can be read here');
    await assert.rejects(older.change([putTag('not taken')]));
    await older.close();
    assert.deepEqual(await contents(folder.path), written, 'not a byte was changed');
  } finally {
    await folder.remove();
  }
}

/** A migration that is broken off anywhere is done once by the next opening, and the older version writes nothing. */
async function brokenOff(count: number, { seed, progress }: Round): Promise<number> {
  const folder = await TemporaryFolder.make();
  try {
    const limits = { journalBytes: 4_000, journalRecords: 8 };
    const options = { directory: folder.path, log: () => undefined, limits };
    const files = new RecordedFiles();
    const store = await openStore({ ...options, fence: fence(1), files });
    for (let number = 0; number < 30; number += 1) await store.change([putTag(`${number}`, `text ${number}`)]);
    await store.close();
    const from = files.steps.length;
    await (await openStore({ ...options, fence: fence(2), files, schema: next })).close();
    const random = new Random(seed);
    const { steps } = files;
    for (let state = 0; state < count; state += 1) {
      const prefix = from + (state % (steps.length - from + 1));
      const crash = crashState(steps, prefix, { data: random.pick(survivals), names: random.pick(survivals), random });
      const where = `state ${state} (step ${prefix} of ${steps.length})`;
      const disk = new MemoryFiles(crash.files);
      const newer = await openStore({ ...options, fence: fence(3), files: disk, schema: next });
      assert.equal(newer.readOnly, undefined, `${where}: takes changes`);
      const texts = textsOf(newer);
      assert.equal(texts.size, 30, `${where}: all are there`);
      for (const [id, text] of texts) assert.equal(text, `text ${id}+`, `${where}: migrated once`);
      await newer.change([putTag('after')]);
      await newer.close();
      const older = await openStore({ ...options, fence: fence(4), files: disk });
      assert.ok(older.readOnly, `${where}: the older version writes nothing`);
      await older.close();
      if (state % 500 === 499) progress(`${state + 1} of ${count} states`);
    }
    return steps.length - from;
  } finally {
    await folder.remove();
  }
}

async function run(round: Round): Promise<Outcome> {
  const released = (await readdir(fixtures)).filter((name) => /^schema-\d+$/.test(name));
  assert.equal(released.length, current.current, 'one fixture for each released schema');
  for (const name of released) await bothWays(name);
  const steps = await brokenOff(round.count, round);
  const figure = `${released.length} released of ${released.length} both ways; ${round.count} states of a migration broken off in its ${steps} steps, done once each`;
  return { figure, isKept: true };
}

export const schemaChange: Row = {
  id: 'D5',
  promise: 'migrates a library of any released schema, once, and opens one of a newer schema read-only',
  limit: '100% of the released, wherever a migration is broken off',
  quick: 60,
  full: 3_000,
  run,
};
