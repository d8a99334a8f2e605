import { expect, test } from 'vitest';
import { launch } from './driver.ts';

/** While the terminal does not read, this many screens are opened one after the other, at this interval. */
const SCREENS = 120;
const RHYTHM_MS = 25;

test('a terminal that stops reading gets the newest frame when it reads again, and fewer frames', async () => {
  await using app = launch({ args: ['demo'], columns: 200, rows: 60 });
  await app.sees('hottest first');
  app.pty.pause();
  const before = app.raw.length;
  for (let turn = 0; turn < SCREENS; turn++) {
    app.press(turn % 2 === 0 ? '3' : '1');
    await new Promise((resolve) => setTimeout(resolve, RHYTHM_MS));
  }
  app.pty.resume();
  await app.sees('The terminal is slow');
  // All those screens would be more than half a million characters.
  expect(app.raw.length - before).toBeLessThan(200_000);
  app.press('q');
  expect(await app.ends()).toBe(0);
});
