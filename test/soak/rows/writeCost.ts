import { fence, putTag, TemporaryFolder } from '../../unit/store/temporaryStore';
import type { Store } from '../../../src/store/types';
import type { Outcome, Round, Row } from '../row';

const limits = { medianMs: 2, worstPercentMs: 20, perSecond: 5_000 };
/** The largest library against the smallest, in processor time for one change. */
const maxRatio = 2;
/** A difference of less, in milliseconds for one change, is noise. */
const noiseMs = 0.2;

const sizes = { quick: [300, 6_000], full: [1_000, 10_000, 100_000] };
/** Each library in turn, so that a busy moment meets all of them. */
const batches = 8;
const filling = 'x'.repeat(1_900);
const group = 1_000;

interface Measured {
  store: Store;
  records: number;
  tookMs: number[];
  /** Processor time for one change, the least of all batches. */
  processorMs: number;
}

/** All at once: they share one sync for each thousand. */
async function fill(store: Store, from: number, count: number): Promise<void> {
  for (let first = from; first < from + count; first += group) {
    const size = Math.min(group, from + count - first);
    await Promise.all(Array.from({ length: size }, (_, at) => store.change([putTag(`${first + at}`, filling)])));
  }
}

async function batch(measured: Measured, changes: number): Promise<void> {
  const before = process.cpuUsage();
  for (let number = 0; number < changes; number += 1) {
    const began = performance.now();
    await measured.store.change([putTag(`${number % measured.records}`, `${number} ${filling}`)]);
    measured.tookMs.push(performance.now() - began);
  }
  const { user, system } = process.cpuUsage(before);
  measured.processorMs = Math.min(measured.processorMs, (user + system) / 1_000 / changes);
}

const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

async function groupedPerSecond({ store, records }: Measured, changes: number): Promise<number> {
  const began = performance.now();
  await fill(store, records, changes);
  return (changes / (performance.now() - began)) * 1_000;
}

async function run({ count, isFull, slack, progress }: Round): Promise<Outcome> {
  const folders: TemporaryFolder[] = [];
  try {
    const all: Measured[] = [];
    for (const records of isFull ? sizes.full : sizes.quick) {
      const folder = await TemporaryFolder.make();
      folders.push(folder);
      const making = await folder.open();
      await fill(making, 0, records);
      await making.close();
      // Opened again, no snapshot of the filling is under way.
      const store = await folder.open({ fence: fence(2) });
      all.push({ store, records, tookMs: [], processorMs: Infinity });
      progress(`${records} records are there`);
    }
    for (let number = 0; number < batches; number += 1)
      for (const measured of all) await batch(measured, Math.ceil(count / batches));
    const [smallest, largest] = [all[0], all.at(-1)];
    if (!smallest || !largest) throw new RangeError('There is nothing to compare.');
    const ratio = largest.processorMs / smallest.processorMs;
    const isConstant = ratio <= maxRatio || largest.processorMs - smallest.processorMs <= noiseMs;
    const [median, worst] = [quantile(largest.tookMs, 0.5), quantile(largest.tookMs, 0.99)];
    const perSecond = await groupedPerSecond(largest, count);
    const figure =
      `${largest.records} records against ${smallest.records}: ${ratio.toFixed(2)} times the processor time for a change; ` +
      `acknowledged after ${median.toFixed(1)} ms in the median, ${worst.toFixed(1)} ms for 99 of 100; ${Math.round(perSecond)}/s grouped`;
    const isQuick =
      median <= slack * limits.medianMs &&
      worst <= slack * limits.worstPercentMs &&
      perSecond >= limits.perSecond / slack;
    return { figure, isKept: isConstant && (!isFull || isQuick) };
  } finally {
    for (const folder of folders) await folder.remove();
  }
}

export const writeCost: Row = {
  id: 'D7',
  promise: 'takes a change at the same cost whatever the size of the library',
  limit: 'at 1,000 to 100,000 records of 2 KB: acknowledged in ≤ 2 ms, p99 ≤ 20 ms; ≥ 5,000/s grouped',
  quick: 240,
  full: 8_000,
  run,
};
