import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import type { Clock } from '../base/clock.ts';

/** Room for young objects, bytes: from here on more of it saves no time that can be measured. */
const ENOUGH_BYTES = 16 * 1024 * 1024;
const LOOK_MS = 2_000;

/**
 * Over hours V8 lets the room for young objects grow to 130 MB, two thirds of what the program takes then. Kept from
 * growing beyond 16 MB, the monitor of a large cluster takes half as much, and a response of 24 MB is read as fast. V8
 * also shrinks it, and may then grow it again. For commands that run for long; returns how to end it.
 */
export function limitYoungGeneration(clock: Clock): () => void {
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
