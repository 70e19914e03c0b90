/**
 * Processor time of some work, in milliseconds: the least of `tries` runs. On a busy machine the wall clock goes on
 * without us; ratios of two of these hold anywhere.
 */
export function processorTime(work: () => void, tries = 3): number {
  let least = Infinity;
  for (let i = 0; i < tries; i++) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
