import assert from 'node:assert';
import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../src/base/durations.ts';
import { openClusterMemory } from '../../src/config/state-files.ts';
import { rememberLooks } from '../../src/session/looked.ts';
import { eventually } from '../support/eventually.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { newFolder } from '../support/new-folder.ts';

const START = Date.UTC(2026, 0, 15, 12);

/** The state files of a user. */
function memory() {
  const dir = newFolder();
  return (url = 'http://a') => openClusterMemory(dir, url, new ManualClock(START), assert.fail);
}

/** A monitor of the user that was started at that time; what `onBack` says is kept. */
function start(file: Parameters<typeof rememberLooks>[0], now: number) {
  const clock = new ManualClock(now);
  const looked = rememberLooks(file, clock, assert.fail);
  const back: number[] = [];
  looked.onBack((left) => back.push(left));
  looked.look();
  return { clock, looked, back };
}

test('who comes back hears when they left; the first time, nothing', async () => {
  const open = memory();
  const first = start(open(), START);
  await first.looked.close();
  expect([first.back, first.looked.left]).toEqual([[], undefined]);
  const second = start(open(), START + 8 * HOUR_MS);
  await second.looked.close();
  expect([second.back, second.looked.left]).toEqual([[START], START]);
  const other = start(open('http://b'), START + 9 * HOUR_MS);
  await other.looked.close();
  expect(other.back).toEqual([]);
});

test('a restart after a short time continues the same look', async () => {
  const open = memory();
  await start(open(), START).looked.close();
  await start(open(), START + 8 * HOUR_MS).looked.close();
  const again = start(open(), START + 8 * HOUR_MS + 10 * MINUTE_MS);
  await again.looked.close();
  expect([again.back, again.looked.left]).toEqual([[], START]);
});

test('a key after a long pause is a new look, unless another monitor of the user was looked at', async () => {
  const open = memory();
  const { clock, looked, back } = start(open(), START);
  clock.jumpWall(2 * HOUR_MS);
  looked.look();
  await eventually(async () => expect(back).toEqual([START]));
  clock.jumpWall(2 * HOUR_MS);
  await open().look({ last: START + 4 * HOUR_MS - MINUTE_MS, left: START + 3 * HOUR_MS });
  looked.look();
  await eventually(async () => expect(looked.left).toBe(START + 3 * HOUR_MS));
  expect(back).toEqual([START]);
});

test('the last look is on the disk after a minute, also if the program is killed', async () => {
  const open = memory();
  const { clock } = start(open(), START);
  await clock.advance(MINUTE_MS);
  await eventually(async () => expect((await open().read()).looked).toMatchObject({ last: START }));
});

test('a monitor that nobody looked at forgets nothing of an earlier look', async () => {
  const open = memory();
  await start(open(), START).looked.close();
  await rememberLooks(open(), new ManualClock(START + HOUR_MS), assert.fail).close();
  const next = start(open(), START + 8 * HOUR_MS);
  await next.looked.close();
  expect(next.back).toEqual([START]);
});
