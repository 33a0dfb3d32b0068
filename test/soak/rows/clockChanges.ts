import assert from 'node:assert/strict';
import { createAssetLibrary } from '../../unit/api/assetLibrary';
import { fence, putTag, TemporaryFolder } from '../../unit/store/temporaryStore';
import type { Outcome, Round, Row } from '../row';
import { Random } from '../tools/random';

const dayMs = 86_400_000;
const steps = [-dayMs, -3_600_000, -1, 0, 0, 0, 1, 3_600_000, dayMs];
const changesPerOwner = 40;

/** Owners whose clocks jump and stand still: what was written last is what is read, in the order of writing. */
async function ownersInTurn(count: number, random: Random): Promise<void> {
  const folder = await TemporaryFolder.make();
  try {
    let time = Date.parse('2026-03-01T12:00:00Z');
    const now = () => (time += random.pick(steps));
    const limits = { journalBytes: 8_000, journalRecords: 15 };
    const expected = new Map<string, string>();
    for (let epoch = 1; epoch <= count; epoch += 1) {
      const store = await folder.open({ fence: fence(epoch), limits, now });
      assert.deepEqual(store.repairs, [], `owner ${epoch} has nothing to repair`);
      const found = [...store.list('tags')].map(({ id, text }) => [id, text]);
      assert.deepEqual(found, [...expected], `owner ${epoch} finds the last of each in order`);
      for (let number = 0; number < changesPerOwner; number += 1) {
        const id = `${random.below(30)}`;
        const isDelete = random.below(5) === 0;
        const text = `${epoch}.${number}`;
        await store.change([isDelete ? { op: 'delete', collection: 'tags', id } : putTag(id, text)]);
        if (isDelete) expected.delete(id);
        else expected.set(id, text);
      }
      await store.close();
    }
  } finally {
    await folder.remove();
  }
}

/** Saved, changed and looked at while the clock jumps: times of a record never go back, the timeline keeps its order. */
async function usedMeanwhile(count: number, random: Random): Promise<void> {
  const library = createAssetLibrary();
  const saved = [(await library.save('const first = 1;')).id];
  let updated = new Map<string, number>();
  for (let number = 0; number < count; number += 1) {
    library.pass(random.pick(steps));
    const asset = random.pick(saved);
    if (random.below(3) === 0) saved.push((await library.save(`const saved${number} = ${number};`)).id);
    else await library.call('assetUpdate', { body: { id: asset, name: `renamed ${number}` } });
    const times = new Map([...library.store.list('assets')].map((one) => [one.id, one.updated]));
    for (const [id, before] of updated) assert.ok((times.get(id) ?? 0) >= before, `${id} was changed before it was`);
    updated = times;
  }
  const { events } = await library.call('timeline', { body: { limit: 500 } });
  const recorded = [...library.store.list('activities')].map(({ asset, kind }) => `${kind} ${asset}`);
  assert.deepEqual(
    events.map(({ asset, kind }) => `${kind} ${asset}`).reverse(),
    recorded.slice(-events.length),
    'the timeline is in the order in which things were done',
  );
}

async function run({ count, seed }: Round): Promise<Outcome> {
  const random = new Random(seed);
  await ownersInTurn(count, random);
  await usedMeanwhile(10 * count, random);
  const figure = `${count} owners with ${count * changesPerOwner} changes, and ${10 * count} uses of assets, under a clock that jumps a day back and forth or stands: all in order`;
  return { figure, isKept: true };
}

export const clockChanges: Row = {
  id: 'D6',
  promise: 'keeps the order of changes when the clock goes back or stands',
  limit: '100%, ± 1 day',
  quick: 6,
  full: 200,
  run,
};
