import { expect, test } from 'vitest';
import { watchLink } from '../../../src/ui/program/slow-link.ts';
import { startInk } from '../../../src/ui/react/start-ink.ts';
import { Screen } from '../../../src/ui/terminal/screen-writer.ts';
import { resolveTheme } from '../../../src/ui/theme/resolve.ts';
import { FakeOutput } from '../../support/fake-output.ts';
import { fakeServices } from '../../support/fake-services.ts';
import { Keyboard } from '../../support/keyboard.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';
import { UiDriver } from '../../support/ui-driver.ts';

async function watched() {
  const output = new FakeOutput(120, 40);
  const clock = new ManualClock(sampleNow);
  const screen = new Screen({ output, theme: resolveTheme('dark', '256'), clock });
  const services = { ...fakeServices(sampleState()), clock };
  const { runtime } = new UiDriver(services, { columns: 120, rows: 40 }, 'overview');
  runtime.start();
  const onCrash = (error: unknown) => expect.unreachable(String(error));
  const input = new Keyboard().stream;
  const ink = startInk({ screen, runtime, suspendHandle: { over: undefined }, input, onCrash });
  const offLink = watchLink(screen, runtime, clock);
  await clock.advance(1_000);
  output.take();
  const off = () => {
    offLink();
    runtime.stop();
    ink.unmount();
  };
  const notice = () => runtime.ui.getState().notice;
  return { output, clock, off, notice, low: () => runtime.ui.getState().display.lowBandwidth };
}

test('a terminal that takes no frame for a second is painted every five seconds, without ornaments', async () => {
  const { output, clock, off, low } = await watched();
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
  off();
});

test('notices say that the terminal is slow, once they can be read, and that it is fast again', async () => {
  const { output, clock, off, notice } = await watched();
  output.blocked = true;
  await clock.advance(3_000);
  expect(notice()).toBeUndefined();
  output.drain();
  expect(notice()).toMatchObject({ tone: 'warn', text: expect.stringContaining('every five seconds') });
  await clock.advance(119_000);
  expect(notice()).toBeUndefined();
  await clock.advance(1_500);
  expect(notice()).toMatchObject({ tone: 'ok', text: 'The terminal is fast enough again.' });
  off();
});
