/** Milliseconds of processor time `work` takes: other programs of the machine do not count, as they would on a clock. */
export function processorMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
