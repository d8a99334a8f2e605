import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';

/**
 * Loaded before the program (`--import`): counts in its process, after it has settled, what is allocated in three minutes,
 * also what is collected meanwhile, and then how often some functions are called in one, and writes the result as JSON.
 */
const SETTLE_MS = 45_000;
const ALLOCATE_MS = 180_000;
const COUNT_MS = 60_000;
/** V8 takes a sample about every so many bytes. */
const INTERVAL = 16_384;

const file = process.env.CASTWATCH_WEIGHT_PROBE;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());

interface Node {
  readonly selfSize: number;
  readonly children: readonly Node[];
}
const sizeOf = ({ selfSize, children }: Node): number =>
  children.reduce((sum, child) => sum + sizeOf(child), selfSize);

async function measure(): Promise<void> {
  await pause(SETTLE_MS);
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.startSampling', {
    samplingInterval: INTERVAL,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
  await pause(ALLOCATE_MS);
  const { profile } = await session.post('HeapProfiler.stopSampling');
  const allocated = sizeOf(profile.head);
  // Counting keeps V8 from inlining, so it is done after the allocations.
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await pause(COUNT_MS);
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const calls = (name: string) =>
    result
      .flatMap(({ functions }) => functions)
      .filter(({ functionName }) => functionName === name)
      .reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0);
  writeFileSync(
    file as string,
    JSON.stringify({ allocated, panes: calls('panel'), evaluations: calls('evaluate') }),
  );
}

if (file !== undefined) void measure();
