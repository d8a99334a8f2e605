/** CPU time of this process while `work` runs, ms. Unlike wall time it does not grow on a busy machine. */
export function cpuTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
