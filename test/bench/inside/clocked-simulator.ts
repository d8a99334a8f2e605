import type { ScenarioName } from '../../../src/simulator/scenarios.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { startSimulator } from '../../world/start.ts';
import { obey } from './obey.ts';

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
  await obey(clock, { url, username, password });
}
