import assert from 'node:assert/strict';
import type { StoreCost } from '../children/storeCost.child';
import { TemporaryFolder } from '../../unit/store/temporaryStore';
import type { Outcome, Round, Row } from '../row';
import { Child } from '../tools/children';

const limits = { blockedMs: 50, memoryMiB: 100, openMs: 2_000 };

async function run({ count, isFull, slack, progress }: Round): Promise<Outcome> {
  const folder = await TemporaryFolder.make();
  let epoch = 0;
  const costOf = async (what: 'make' | 'snapshot' | 'open'): Promise<StoreCost> => {
    epoch += 1;
    const args = [folder.path, `${epoch}`, what, `${count}`];
    const child = new Child<StoreCost>('storeCost', args, ['--expose-gc']);
    await child.until(({ lines }) => lines.length > 0);
    await child.end();
    const [cost] = child.lines;
    assert.ok(cost);
    progress(`${what}: ${Math.round(cost.tookMs)} ms, ${Math.round(cost.blockedMs)} ms blocked`);
    return cost;
  };
  try {
    await costOf('make');
    const snapshot = await costOf('snapshot');
    const open = await costOf('open');
    const round = Math.round;
    const figure =
      `${count} records of 2 KB: snapshot blocks ${round(snapshot.blockedMs)} ms, takes ${round(snapshot.memoryMiB)} MiB more; ` +
      `opening blocks ${round(open.blockedMs)} ms, takes ${round(open.memoryMiB)} MiB more and ${(open.tookMs / 1_000).toFixed(1)} s`;
    const isCalm = [snapshot, open].every(
      ({ blockedMs, memoryMiB }) => blockedMs <= slack * limits.blockedMs && memoryMiB <= limits.memoryMiB,
    );
    return { figure, isKept: isCalm && (!isFull || open.tookMs <= limits.openMs) };
  } finally {
    await folder.remove();
  }
}

export const snapshotCost: Row = {
  id: 'D8',
  promise: 'goes on answering while a large library is opened and while it is written as a snapshot',
  limit: 'at 100,000 records of 2 KB: ≤ 50 ms of processor time in one turn, ≤ 100 MiB more; opened in ≤ 2 s',
  quick: 2_000,
  full: 100_000,
  run,
};
