import { expect, test } from 'vitest';
import { isLong } from '../../support/long.ts';
import { playWorld } from './world.ts';

/** `CASTWATCH_SEEDS=7-7` replays one. */
const [from = 1, to = isLong ? 500 : 4] = process.env.CASTWATCH_SEEDS?.split('-').map(Number) ?? [];
/** 500 worlds take minutes, ms. */
const timeout = 3_600_000;

test('whatever processes, disks, receivers and messages do, a critical incident is heard', {
  timeout,
}, async () => {
  const failures: string[] = [];
  for (let seed = from; seed <= to; seed++) {
    const broken = await playWorld(seed);
    failures.push(...broken.map((words) => `CASTWATCH_SEEDS=${seed}-${seed}: ${words}`));
  }
  expect(failures.join('\n')).toBe('');
});
