import { once } from 'node:events';
import type { ScenarioName } from '../../../src/simulator/scenarios.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { startSimulator } from '../../world/start.ts';

/*
 * Simulated clusters in a process of their own, so that their memory is not measured. They send their address, advance their
 * clock by the ms of each message, and answer when these have passed.
 */
async function obey(clock: ManualClock, address: unknown): Promise<void> {
  process.on('message', async (ms: number) => {
    await clock.advance(ms);
    process.send?.('passed');
  });
  process.send?.(address);
  await once(process, 'disconnect');
}

/** `size`: servers, streams, journal entries a second. */
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

/** Several steady clusters of 10 servers and 300 streams; their address is a list of URLs. */
export async function clockedFleet(count: string) {
  const clock = new ManualClock();
  const urls: string[] = [];
  for (let seed = 1; seed <= Number(count); seed++) {
    const { url } = await startSimulator({ seed, scenario: 'steady', clock, servers: 10, streams: 300 });
    urls.push(url);
  }
  await obey(clock, urls);
}
