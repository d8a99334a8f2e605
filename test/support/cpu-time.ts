/** ms that this process computes while `work` runs. Unlike time on the wall it is not longer on a busy machine. */
export function cpuTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
