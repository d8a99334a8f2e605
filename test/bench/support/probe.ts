import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * Loaded before the program (`--import`): measures how long its event loop is blocked, from some time after the start
 * until it ends, and writes the result as JSON.
 */
const RESOLUTION = 1;
const START_UP = 6_000;

const file = process.env.CASTWATCH_BENCH_PROBE;
const histogram = monitorEventLoopDelay({ resolution: RESOLUTION });
setTimeout(() => histogram.enable(), START_UP).unref();
process.on('exit', () => {
  // The histogram includes the timer's own interval.
  const over = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION);
  if (file !== undefined) {
    writeFileSync(file, JSON.stringify({ p99: over(histogram.percentile(99)), max: over(histogram.max) }));
  }
});
