import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import type { Clock } from '../base/clock.ts';

/** Room for young objects: more of it makes reading a response of 24 MB no faster. */
const ENOUGH_BYTES = 4 * 1024 * 1024;
/** Garbage among old objects before it is collected, in percent of what is alive. */
const OLD_GARBAGE_PERCENT = 20;
const LOOK_MS = 2_000;

/**
 * Over hours V8 lets the room for young objects grow to 130 MB, two thirds of what the program takes then. Kept from
 * growing beyond 4 MB, the program takes a sixth less than with 16 MB, for the same CPU on a small cluster and a
 * twentieth more on a large one. V8 also shrinks it, and may then grow it again. For commands that run for long; returns
 * how to end it.
 */
export function limitYoungGeneration(clock: Clock): () => void {
  setFlagsFromString(`--heap-growing-percent=${OLD_GARBAGE_PERCENT}`);
  let mayGrow = true;
  let cancel = () => {};
  const look = () => {
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    const isSmall = (young?.space_size ?? 0) < ENOUGH_BYTES;
    if (isSmall !== mayGrow) {
      mayGrow = isSmall;
      setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`);
    }
    cancel = clock.after(LOOK_MS, look);
  };
  look();
  return () => cancel();
}
