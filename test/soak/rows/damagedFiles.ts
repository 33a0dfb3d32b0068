import assert from 'node:assert/strict';
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { fence, putTag, TemporaryFolder } from '../../unit/store/temporaryStore';
import type { Outcome, Round, Row } from '../row';
import { Random } from '../tools/random';

const tags = 11;

/** What a crash leaves at the very end of a journal cannot be told from damage there, so damage keeps away from it. */
const endBytes = 120;

function replaceAt(bytes: Buffer, at: number, gone: number, put: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + gone)]);
}

const damages: Record<string, (bytes: Buffer, at: number) => Buffer> = {
  'one bit flipped': (bytes, at) => replaceAt(bytes, at, 1, Buffer.of((bytes[at] ?? 0) ^ 0x10)),
  'text inserted': (bytes, at) => replaceAt(bytes, at, 0, Buffer.from('}\n')),
  '40 bytes cut out': (bytes, at) => replaceAt(bytes, at, 40, Buffer.alloc(0)),
  'a page of zeros': (bytes, at) => replaceAt(bytes, at, 100, Buffer.alloc(100)),
  'the rest cut off': (bytes, at) => bytes.subarray(0, at),
  'a byte order mark in front': (bytes) => Buffer.concat([Buffer.from('\ufeff'), bytes]),
  'bytes that are not UTF-8': (bytes, at) => replaceAt(bytes, at, 2, Buffer.of(0xff, 0xfe)),
  emptied: () => Buffer.alloc(0),
  'null in it': () => Buffer.from('null'),
  'a list in it': () => Buffer.from('[1, 2, 3]'),
  'another program’s JSON': () => Buffer.from('{"collections": {"tags": "none"}}'),
};

/** A library with two generations and their journals. */
async function fill(folder: TemporaryFolder): Promise<string[]> {
  for (const epoch of [1, 2]) {
    const store = await folder.open({ fence: fence(epoch), limits: { journalBytes: 0, journalRecords: 4 } });
    for (let id = 0; id < tags; id += 1) await store.change([putTag(String(id))]);
    await store.close();
  }
  return (await readdir(folder.path)).filter((name) => /^(library|journal)/.test(name));
}

async function run({ count, seed, progress }: Round): Promise<Outcome> {
  const random = new Random(seed);
  const folder = await TemporaryFolder.make();
  const told = { whole: 0, repaired: 0, readOnly: 0 };
  try {
    const files = await fill(folder);
    for (let round = 0; round < count; round += 1) {
      const copy = await TemporaryFolder.make();
      for (const file of files) await copyFile(folder.file(file), copy.file(file));
      const [name, kind] = [random.pick(files), random.pick(Object.keys(damages))];
      const bytes = await readFile(copy.file(name));
      const at = random.below(Math.max(1, bytes.byteLength - endBytes));
      await writeFile(copy.file(name), damages[kind]?.(bytes, at) ?? bytes);
      const store = await copy.open({ fence: fence(3) });
      const where = `round ${round}: ${name} with ${kind} at ${at}`;
      const texts = [...store.list('tags')].map(({ id, text }) => text === `text of ${id}`);
      assert.ok(texts.every(Boolean), `${where}: what is there is right`);
      const isWhole = texts.length === tags;
      assert.ok(isWhole || store.readOnly || store.repairs.length > 0, `${where}: ${texts.length} left, nobody told`);
      if (store.readOnly) told.readOnly += 1;
      else if (store.repairs.length > 0) told.repaired += 1;
      else told.whole += 1;
      await copy.remove();
      if (round % 250 === 249) progress(`${round + 1} of ${count} damaged libraries`);
    }
  } finally {
    await folder.remove();
  }
  const figure = `${count} damaged libraries: ${told.whole} whole, ${told.repaired} repaired and told, ${told.readOnly} read-only, 0 silent`;
  return { figure, isKept: true };
}

export const damagedFiles: Row = {
  id: 'D4',
  promise: 'keeps the rest of a damaged library, sets the damaged file aside, and is never silently empty',
  limit: '1,000 seeded damages, 0 silent',
  quick: 150,
  full: 1_000,
  run,
};
