import { once } from 'node:events';
import type { ManualClock } from '../../support/manual-clock.ts';

/** In the process of the clusters: advances their clock by the ms of each message, and answers when they have passed. */
export async function obey(clock: ManualClock, address: unknown): Promise<void> {
  process.on('message', async (ms: number) => {
    await clock.advance(ms);
    process.send?.('passed');
  });
  process.send?.(address);
  await once(process, 'disconnect');
}
