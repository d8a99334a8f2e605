import { samplesOf } from '../../../src/history/sessions/stream-sessions.ts';
import type { Stream } from '../../../src/protocol/stream.ts';
import type { World } from '../../../src/simulator/world.ts';

/** What simulated streams did, summed over all of them; times are ms. */
export interface StreamTruth {
  readonly publishedMs: number;
  readonly viewerMs: number;
  /** A stream that comes back counts anew. */
  readonly publishings: number;
}

/** Adds up what the simulated cluster really does, past the network and everything that castwatch does with it. */
export function createStreamTruth() {
  let publishedMs = 0;
  let viewerMs = 0;
  let publishings = 0;
  const starts = new Map<string, number>();
  return {
    /** What is so now was so for the `ms` before. */
    add({ streams }: World, ms: number) {
      const items = [...streams.select({})].map((index) => streams.item(index)) as unknown as Stream[];
      const published = samplesOf(items.filter(({ state }) => state === 'PUBLISHED'));
      for (const [name, { viewers = 0, startTime = 0 }] of published) {
        publishedMs += ms;
        viewerMs += viewers * ms;
        if (startTime > (starts.get(name) ?? Number.NEGATIVE_INFINITY)) publishings++;
        starts.set(name, startTime);
      }
    },
    sum: (): StreamTruth => ({ publishedMs, viewerMs, publishings }),
  };
}
