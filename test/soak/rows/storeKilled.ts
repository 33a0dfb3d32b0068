import assert from 'node:assert/strict';
import { fence, TemporaryFolder } from '../../unit/store/temporaryStore';
import type { Outcome, Round, Row } from '../row';
import { Child } from '../tools/children';
import { Random } from '../tools/random';

/** From the first acknowledgement on: long enough to meet appends, snapshots and the end of old generations. */
const longestLifeMs = 200;

/** Returns the last number acknowledged per id. */
async function killWhileWriting(directory: string, epoch: number, afterMs: number): Promise<Map<string, number>> {
  const child = new Child<[id: string, number: number]>('storeWriter', [directory, String(epoch)]);
  await child.until(({ lines }) => lines.length > 0);
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  await child.end('SIGKILL');
  return new Map(child.lines);
}

async function run({ count, seed, slack, progress }: Round): Promise<Outcome> {
  const folder = await TemporaryFolder.make();
  const random = new Random(seed);
  let acknowledgedInAll = 0;
  let slowestOpenMs = 0;
  try {
    for (let kill = 0; kill < count; kill += 1) {
      const acknowledged = await killWhileWriting(folder.path, 2 * kill + 1, random.below(longestLifeMs));
      const began = performance.now();
      const store = await folder.open({ fence: fence(2 * kill + 2) });
      slowestOpenMs = Math.max(slowestOpenMs, performance.now() - began);
      assert.equal(store.readOnly, undefined, `kill ${kill}: opens for changes`);
      assert.deepEqual(store.repairs, [], `kill ${kill}: nothing had to be repaired`);
      for (const [id, number] of acknowledged) {
        const found = parseInt(store.get('tags', id)?.text ?? '', 10);
        assert.ok(found >= number, `kill ${kill}: ${id} was acknowledged as ${number}, ${found} is there`);
        assert.equal(
          parseInt(store.get('tags', `pair of ${id}`)?.text ?? '', 10),
          found,
          `kill ${kill}: ${id} is whole`,
        );
      }
      acknowledgedInAll += acknowledged.size;
      await store.close();
      if (kill % 50 === 49) progress(`${kill + 1} of ${count} kills`);
    }
  } finally {
    await folder.remove();
  }
  const figure = `${count} kills, ${acknowledgedInAll} last acknowledgements checked, 0 lost, opened in at most ${Math.round(slowestOpenMs)} ms`;
  return { figure, isKept: slowestOpenMs <= slack * 2_000 };
}

export const storeKilled: Row = {
  id: 'D1',
  promise: 'loses nothing acknowledged and tears no change when the writing process is killed, and opens alone',
  limit: '500 kills at random points under 64 writers, 0 lost, opened in ≤ 2 s',
  quick: 6,
  full: 500,
  run,
};
