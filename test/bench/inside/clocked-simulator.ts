import { once } from 'node:events';
import type { ScenarioName } from '../../../src/simulator/scenarios.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { startSimulator } from '../../world/start.ts';

/**
 * A simulated cluster in a process of its own, so that its memory is not measured. Sends its address; advances its clock by
 * the ms of each message, and answers when they have passed. `size`: servers, streams, journal entries a second.
 */
export async function clockedSimulator(scenario: string, ...size: readonly string[]) {
  const clock = new ManualClock();
  const [servers, streams, journalRate] = size.map(Number);
  const { url, username, password } = await startSimulator({
    scenario: scenario as ScenarioName,
    clock,
    ...(servers === undefined ? {} : { servers, streams, journalRate }),
  });
  process.on('message', async (ms: number) => {
    await clock.advance(ms);
    process.send?.('passed');
  });
  process.send?.({ url, username, password });
  await once(process, 'disconnect');
}
