import { ManualClock } from '../../support/manual-clock.ts';
import { startSimulator } from '../../world/start.ts';
import { obey } from './obey.ts';

/** As `clockedSimulator`, but several steady clusters of 10 servers and 300 streams; sends their addresses. */
export async function clockedFleet(count: string) {
  const clock = new ManualClock();
  const urls: string[] = [];
  for (let seed = 1; seed <= Number(count); seed++) {
    const { url } = await startSimulator({ seed, scenario: 'steady', clock, servers: 10, streams: 300 });
    urls.push(url);
  }
  await obey(clock, urls);
}
