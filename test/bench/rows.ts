// What the benchmarks measure with, and the table they print.

export interface Row {
  what: string;
  ours: number;
  /** Milliseconds of processor time in it, where that says something. */
  cpu?: number;
  unit: string;
  /** What it is held against, measured in the same run: a limit or a peer. */
  against: string;
  theirs: number;
}

export const rows: Row[] = [];

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

export const median = (values: readonly number[]) => quantile(values, 0.5);

export async function timed(work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Milliseconds of all threads of this program. */
export async function cpuTimed(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Wall and processor time of each run of `work`, in milliseconds. */
export async function bothTimed(work: () => unknown): Promise<{ wall: number; cpu: number }> {
  let wall = 0;
  const cpu = await cpuTimed(async () => {
    wall = await timed(work);
  });
  return { wall, cpu };
}

export function print(): void {
  const cells = rows.map(({ what, ours, cpu, unit, against, theirs }) => [
    what,
    `${ours.toFixed(2)} ${unit}`,
    cpu === undefined ? '' : `${cpu.toFixed(2)} ms`,
    against,
    `${theirs.toFixed(2)} ${unit}`,
    `${(ours / theirs).toFixed(2)}x`,
  ]);
  const table = [['what', 'Quarry', 'of that CPU', 'against', 'it takes', 'ratio'], ...cells];
  const widths = [0, 1, 2, 3, 4, 5].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  for (const row of table) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}
