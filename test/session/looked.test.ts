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

/** A look at a monitor of the user, from its start at that time to its end. */
async function lookAt(file: Parameters<typeof rememberLooks>[0], now: number) {
  const { looked, back } = start(file, now);
  await looked.close();
  return { back, left: looked.left };
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

test('who comes back after some time hears when they left; the first time, nothing', async () => {
  const open = memory();
  expect(await lookAt(open(), START)).toEqual({ back: [], left: undefined });
  expect(await lookAt(open(), START + 8 * HOUR_MS)).toEqual({ back: [START], left: START });
  // A restart after a short time continues the same look.
  const again = await lookAt(open(), START + 8 * HOUR_MS + 10 * MINUTE_MS);
  expect(again).toEqual({ back: [], left: START });
  expect((await lookAt(open('http://b'), START + 9 * HOUR_MS)).back).toEqual([]);
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
  await lookAt(open(), START);
  await rememberLooks(open(), new ManualClock(START + HOUR_MS), assert.fail).close();
  expect((await lookAt(open(), START + 8 * HOUR_MS)).back).toEqual([START]);
});
