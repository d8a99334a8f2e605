import { expect, test, vi } from 'vitest';
import { limitMemory } from '../../src/cli/limit-memory.ts';
import { ManualClock } from '../support/manual-clock.ts';

/** What V8 was asked for, and the space of its young objects, bytes. */
const engine = vi.hoisted(() => ({ flags: [] as string[], young: 1024 * 1024 }));
vi.mock('node:v8', () => ({
  setFlagsFromString: (flag: string) => void engine.flags.push(flag),
  getHeapSpaceStatistics: () => [
    { space_name: 'old_space', space_size: 64 * 1024 * 1024 },
    { space_name: 'new_space', space_size: engine.young },
  ],
}));

const NO_GROWTH = '--semi-space-growth-factor=1';

test('the space for young objects grows to eight megabytes and not further, and again after V8 made it small', async () => {
  const clock = new ManualClock();
  limitMemory(clock);
  await clock.advance(60_000);
  expect(engine.flags).not.toContain(NO_GROWTH);
  engine.young = 8 * 1024 * 1024;
  await clock.advance(2_000);
  expect(engine.flags.at(-1)).toBe(NO_GROWTH);
  engine.young = 1024 * 1024;
  await clock.advance(2_000);
  expect(engine.flags.at(-1)).toMatch(/growth-factor=[2-9]$/);
});
