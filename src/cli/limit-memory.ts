import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import type { Clock } from '../base/clock.ts';

/** Size of the space for young objects: a larger one does not make reading a response of 24 MB faster. */
const ENOUGH_BYTES = 8 * 1024 * 1024;
/** V8 makes it small after each full collection, because little is allocated; then it has to grow again. */
const GROWTH = 2;
/**
 * Garbage among old objects before a collection, in percent of the live objects. What a cluster sends that is asked every ten
 * seconds lives so long that it becomes old: with the lower one fifty of them took a quarter more CPU, and no less memory.
 */
const OLD_GARBAGE_PERCENT = { one: 20, several: 40 };
/** Short: what it grows beyond the limit between two looks stays in use when it is small again. */
const LOOK_MS = 500;

/**
 * Keeps V8 from using memory that a monitor does not need. For commands that run for long; returns a function that
 * ends it.
 * - Over hours the space for young objects would grow to 130 MB, two thirds of the program's memory. With this
 *   limit it has some MB, for a tenth more CPU on a cluster of 3,000 streams. Where it could not grow at all it took
 *   a sixth more, with two collections a second.
 * - What is young is a megabyte, and sharing it among threads takes longer than collecting it.
 * - The HTTP parser is WebAssembly. Compiling it a second time, optimised, takes 10 MB that stay in use, and saves
 *   no CPU.
 */
export function limitMemory(clock: Clock, clusters: keyof typeof OLD_GARBAGE_PERCENT = 'one'): () => void {
  setFlagsFromString(`--heap-growing-percent=${OLD_GARBAGE_PERCENT[clusters]}`);
  setFlagsFromString('--no-parallel-scavenge');
  setFlagsFromString('--no-wasm-tier-up');
  setFlagsFromString('--no-wasm-dynamic-tiering');
  const look = () => {
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    const isSmall = (young?.space_size ?? 0) < ENOUGH_BYTES;
    setFlagsFromString(`--semi-space-growth-factor=${isSmall ? GROWTH : 1}`);
    cancel = clock.after(LOOK_MS, look);
  };
  let cancel = clock.after(LOOK_MS, look);
  return () => cancel();
}
