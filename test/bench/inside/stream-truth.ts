import { samplesOf } from '../../../src/history/sessions/stream-sessions.ts';
import type { Stream } from '../../../src/protocol/stream.ts';
import type { World } from '../../../src/simulator/world.ts';

/** What simulated streams did, summed over all of them; times are ms. */
export type StreamTruth = ReturnType<ReturnType<typeof createStreamTruth>['sum']>;

/** Sums up what the simulated cluster does, independent of the network and of castwatch. */
export function createStreamTruth() {
  let publishedMs = 0;
  let viewerMs = 0;
  /** A stream that comes back is counted as a new one. */
  let publishings = 0;
  const starts = new Map<string, number>();
  return {
    /** The current state held for the `ms` before. */
    add({ streams }: World, ms: number) {
      const items = [...streams.select({})].map((row) => streams.item(row)) as unknown as Stream[];
      // The simulator lists what a stream's other servers have of it as rows of this type.
      const published = samplesOf(items.filter(({ type }) => type !== 'CLUSTER_STREAM'));
      for (const [name, { viewers = 0, startTime = 0 }] of published) {
        publishedMs += ms;
        viewerMs += viewers * ms;
        if (startTime > (starts.get(name) ?? Number.NEGATIVE_INFINITY)) publishings++;
        starts.set(name, startTime);
      }
    },
    sum: () => ({ publishedMs, viewerMs, publishings }),
  };
}
