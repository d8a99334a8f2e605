import { accelerated } from './accelerated.ts';

const MINUTES = 5;

/** Requests a minute at rest on the Overview, after the first minute. */
export async function requests(servers: string, streams: string) {
  const stack = await accelerated({ servers: Number(servers), streams: Number(streams) });
  stack.monitor.start();
  const run = async (minutes: number) => {
    for (let passed = 0; passed < minutes * 60_000; passed += 200) await stack.step(200);
  };
  await run(1);
  const before = stack.requests();
  await run(MINUTES);
  const perMinute = (stack.requests() - before) / MINUTES;
  await stack.close();
  return { perMinute };
}
