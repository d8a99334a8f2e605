const MINUTE = 60_000;
const MIB = 2 ** 20;
const STEP = 1_000;
const SAMPLE = 10_000;

export interface SoakPoint {
  readonly minute: number;
  /** MB (2^20 bytes, as `ps` and `top` count): the live heap with its buffers after a collection, and what the process holds. */
  readonly live: number;
  readonly resident: number;
}

/** Memory after each of `minutes`, such as `2,6,240`, while `step` goes on second by second. */
export async function memoryOver(minutes: string, step: (ms: number) => Promise<void>) {
  const points: SoakPoint[] = [];
  let passed = 0;
  for (const minute of minutes.split(',').map(Number)) {
    let least = Number.POSITIVE_INFINITY;
    for (; passed < minute * MINUTE; passed += STEP) {
      await step(STEP);
      // A minute of real time leaves room for collections that a minute in half a second does not.
      if (passed % MINUTE === 0) globalThis.gc?.();
      // While lists are read, the old and the new one are in memory: the least of the last minute is what stays.
      if (passed >= (minute - 1) * MINUTE && passed % SAMPLE === 0) least = Math.min(least, liveNow());
    }
    points.push({ minute, live: least, resident: process.memoryUsage().rss / MIB });
  }
  return points;
}

/** MB that are in use after a collection. */
function liveNow(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / MIB;
}
