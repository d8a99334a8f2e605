import { once } from 'node:events';
import { type ChurningKind, churningCluster, churningKinds } from '../../support/churning-cluster.ts';
import { ManualClock } from '../../support/manual-clock.ts';

/**
 * A cluster in a process of its own in which everything of one kind, or of `all`, is new in each response. Messages are
 * those of `clockedSimulator`.
 */
export async function clockedChurn(kind: string) {
  const clock = new ManualClock();
  const renewed = new Set<ChurningKind>(churningKinds.filter((each) => kind === 'all' || each === kind));
  // Streams that stay the same are few: sweeps of 100,000 would take most of the time.
  const streams = renewed.has('streams') ? 100_000 : 2_000;
  const sizes = { servers: 100, streams, applications: 500, entries: 50 };
  const { url, username, password } = await churningCluster({ ...sizes, renewed, sick: true }, () =>
    clock.now(),
  );
  process.on('message', async (ms: number) => {
    await clock.advance(ms);
    process.send?.('passed');
  });
  process.send?.({ url, username, password });
  await once(process, 'disconnect');
}
