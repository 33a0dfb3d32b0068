import assert from 'node:assert/strict';
import { openStore } from '../../../src/store/openStore';
import type { Store } from '../../../src/store/types';
import { fence, putTag, TemporaryFolder } from '../../unit/store/temporaryStore';
import type { Outcome, Round, Row } from '../row';
import { crashState, survivals } from '../tools/crashStates';
import { MemoryFiles } from '../tools/memoryFiles';
import { Random } from '../tools/random';
import { RecordedFiles } from '../tools/recordedFiles';

/** Small, so that one recorded run meets several snapshots, a backup and the removal of old generations. */
const limits = { journalBytes: 6_000, journalRecords: 12 };
const owners = 3;
const groupsPerOwner = 10;
const dayMs = 86_400_000;

/** Ids written in pairs; a pair must never be seen in halves. */
async function recordWork(folder: string, seed: number): Promise<RecordedFiles> {
  const files = new RecordedFiles();
  const random = new Random(seed);
  for (let epoch = 1; epoch <= owners; epoch += 1) {
    const now = () => epoch * dayMs; // each owner lives on another day, so that backups are due
    const store = await openStore({ directory: folder, fence: fence(epoch), log: () => undefined, files, limits, now });
    for (let group = 0; group < groupsPerOwner; group += 1) {
      const size = 1 + random.below(4);
      const changes = Array.from({ length: size }, async (_, at) => {
        const id = `${random.below(12)}.${at}`;
        const text = `${epoch * 1_000 + group} ${'x'.repeat(random.below(1_200))}`;
        await store.change([putTag(id, text), putTag(`pair of ${id}`, text)]);
        files.mark(`${id} ${epoch * 1_000 + group}`);
      });
      await Promise.all(changes);
    }
    await store.close();
  }
  return files;
}

function acknowledgedBy(marks: readonly string[]): Map<string, number> {
  return new Map(marks.map((mark) => [mark.split(' ')[0] ?? '', Number(mark.split(' ')[1])]));
}

function check(store: Store, acknowledged: Map<string, number>, where: string): void {
  assert.equal(store.readOnly, undefined, `${where}: opens for changes`);
  for (const [id, number] of acknowledged) {
    const found = parseInt(store.get('tags', id)?.text ?? '', 10);
    assert.ok(found >= number, `${where}: ${id} was acknowledged as ${number}, ${found} is there`);
  }
  for (const { id, text } of store.list('tags')) {
    if (!id.startsWith('pair'))
      assert.equal(store.get('tags', `pair of ${id}`)?.text, text, `${where}: ${id} is whole`);
  }
}

async function run({ count, seed, progress }: Round): Promise<Outcome> {
  const folder = await TemporaryFolder.make();
  try {
    const { steps } = await recordWork(folder.path, seed);
    const random = new Random(seed);
    let falseAlarms = 0;
    for (let state = 0; state < count; state += 1) {
      // Every prefix in turn, each time with another choice of what survived.
      const prefix = 1 + (state % steps.length);
      const [data, names] = [random.pick(survivals), random.pick(survivals)];
      const { files, marks } = crashState(steps, prefix, { data, names, random });
      const where = `state ${state} (step ${prefix} of ${steps.length}, data ${data}, names ${names})`;
      const options = { directory: folder.path, fence: fence(owners + 1), log: () => undefined, limits };
      const store = await openStore({ ...options, files: new MemoryFiles(files) });
      check(store, acknowledgedBy(marks), where);
      if (store.repairs.length > 0) falseAlarms += 1;
      await store.change([putTag('after', `${where}`)]);
      await store.close();
      if (state % 1_000 === 999) progress(`${state + 1} of ${count} states`);
    }
    return {
      figure: `${count} states of ${steps.length} steps, 0 lost, ${falseAlarms} told of damage that cost nothing`,
      isKept: falseAlarms === 0,
    };
  } finally {
    await folder.remove();
  }
}

export const powerCut: Row = {
  id: 'D2',
  promise: 'loses nothing acknowledged when the power goes at any step, whatever of the unsynced survives',
  limit: '≥ 5,000 states, 0 lost',
  quick: 600,
  full: 12_000,
  run,
};
