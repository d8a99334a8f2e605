import type { TapeSink } from '../../src/recording/entry.ts';
import type { Tape } from '../../src/recording/tape.ts';
import { TapeIndex } from '../../src/recording/tape-index.ts';

/** A recording in memory, without limits. */
export function memoryTape(): Tape & TapeSink {
  const index = new TapeIndex();
  const bodies: Uint8Array[] = [];
  const times: number[] = [];
  return {
    get from() {
      return times[0];
    },
    get to() {
      return times.length === 0 ? undefined : Math.max(...times);
    },
    add({ body, ...listed }) {
      index.add(bodies.length, [{ ...listed, offset: 0, length: body.length }]);
      bodies.push(body);
      times.push(listed.at);
    },
    latest: (...request) => index.latest(...request),
    alike: (...request) => index.alike(...request),
    next: (...request) => index.next(...request),
    body: async ({ frame }) => bodies[frame] ?? Buffer.of(),
    close: async () => {},
  };
}
