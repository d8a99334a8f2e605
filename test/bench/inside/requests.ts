import { watchServer } from '../../support/live.ts';
import { loginTo } from '../../support/login.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { startSimulator } from '../../world/start.ts';

const MINUTES = 5;

/** Requests a minute at rest on the Overview, after the first minute. */
export async function requests(servers: string, streams: string) {
  const clock = new ManualClock();
  const simulator = await startSimulator({ servers: Number(servers), streams: Number(streams), clock });
  let asked = 0;
  const live = watchServer({ ...loginTo(simulator), log: () => asked++ }, { name: 'bench', clock });
  await live.run(60_000);
  const before = asked;
  await live.run(MINUTES * 60_000);
  const perMinute = (asked - before) / MINUTES;
  await live.close();
  await simulator.close();
  return { perMinute };
}
