import { expect, onTestFinished, test } from 'vitest';
import { watchLink } from '../../../src/ui/program/slow-link.ts';
import { startedInk } from '../react/started-ink.ts';

async function watched() {
  const { hands, runtime, screen, clock, output } = startedInk({ columns: 120, rows: 40 });
  onTestFinished(watchLink(screen, runtime, clock));
  await clock.advance(1_000);
  output.take();
  return { output, clock, notice: () => hands.ui.notice, low: () => hands.ui.display.lowBandwidth };
}

test('a terminal that takes no frame for a second is painted every five seconds, without ornaments', async () => {
  const { output, clock, low } = await watched();
  expect(low()).toBe(false);
  output.blocked = true;
  await clock.advance(1_500);
  expect(low()).toBe(false);
  await clock.advance(1_500);
  expect(low()).toBe(true);
  // One frame is being sent, and none waits behind it, however long it takes.
  expect(output.writes).toHaveLength(1);
  await clock.advance(10_000);
  expect(output.writes).toHaveLength(1);
  output.drain();
  await clock.advance(0);
  output.take();
  await clock.advance(10_000);
  expect(output.writes.length).toBeGreaterThanOrEqual(2);
  expect(output.writes.length).toBeLessThanOrEqual(3);
  await clock.advance(120_000);
  expect(low()).toBe(false);
});

test('notices say that the terminal is slow, once they can be read, and that it is fast again', async () => {
  const { output, clock, notice } = await watched();
  output.blocked = true;
  await clock.advance(3_000);
  expect(notice()).toBeUndefined();
  output.drain();
  expect(notice()).toMatchObject({ tone: 'warn', text: expect.stringContaining('every five seconds') });
  await clock.advance(119_000);
  expect(notice()).toBeUndefined();
  await clock.advance(1_500);
  expect(notice()).toMatchObject({ tone: 'ok', text: 'The terminal is fast enough again.' });
});
