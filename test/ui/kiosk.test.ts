import { expect, onTestFinished, test } from 'vitest';
import { startKiosk } from '../../src/ui/kiosk.ts';
import { Runtime } from '../../src/ui/runtime.ts';
import { createUiStore } from '../../src/ui/store.ts';
import { fakeServices } from '../support/fake-services.ts';
import { sampleState } from '../support/sample-state.ts';

const display = { units: 'bits', times: 'relative', ascii: false, lowBandwidth: false } as const;

function setUp(columns = 160, rows = 50) {
  const services = fakeServices(sampleState());
  const runtime = new Runtime(services, createUiStore('overview', display), { columns, rows }, () => {});
  runtime.start();
  const end = startKiosk(runtime, 10);
  onTestFinished(() => {
    end();
    runtime.stop();
  });
  const rowsOf = () =>
    runtime.panes().flatMap(({ lines }) => lines.map((line) => line.map(({ text }) => text).join('')));
  return { services, clock: services.clock, runtime, end, rowsOf };
}

test('the tour shows one screen after the other by itself, and begins again', async () => {
  const { clock, runtime } = setUp();
  const seen: string[] = [];
  for (let n = 0; n < 6; n++) {
    seen.push(runtime.ui.getState().screen);
    await clock.advance(10_000);
  }
  expect(seen).toEqual(['overview', 'servers', 'streams', 'journal', 'applications', 'overview']);
});

test('a key stops it for a minute after the last one', async () => {
  const { clock, runtime } = setUp();
  runtime.press({ name: '9', text: '9' });
  await clock.advance(30_000);
  runtime.press({ name: '?', text: '?' });
  await clock.advance(59_000);
  expect(runtime.ui.getState()).toMatchObject({ screen: 'cloud', dialogs: [{ kind: 'help' }] });
  await clock.advance(1_000);
  expect(runtime.ui.getState()).toMatchObject({ screen: 'servers', dialogs: [] });
});

test('a window on a wall has name, clock and story in large letters; a small one has the story in its footer', async () => {
  const wall = setUp();
  await wall.clock.advance(100);
  const band = wall.runtime.panes().find(({ id }) => id === 'kiosk.band');
  expect(band?.rect).toEqual({ x: 0, y: 0, width: 160, height: 7 });
  expect(band?.lines.filter((line) => line.some(({ text }) => text.includes('██')))).toHaveLength(5);
  expect(wall.runtime.panes().find(({ id }) => id === 'chrome.header')?.rect.y).toBe(7);
  expect(wall.rowsOf().some((row) => row.includes('The whole cluster'))).toBe(true);
  for (const { rect, lines } of wall.runtime.panes()) {
    expect(lines).toHaveLength(rect.height);
    expect(rect.y + rect.height).toBeLessThanOrEqual(50);
  }
  const small = setUp(120, 40);
  await small.clock.advance(100);
  expect(small.runtime.panes().some(({ id }) => id === 'kiosk.band')).toBe(false);
  const footer = small.runtime.panes().find(({ id }) => id === 'chrome.footer');
  expect(footer?.lines[0]?.map(({ text }) => text).join('')).toContain('The whole cluster');
});

test('after a day nothing has piled up', async () => {
  const { clock, runtime, end } = setUp(40, 12);
  await clock.advance(600_000);
  const timers = clock.waiting;
  // The second hand of a whole day is drawn for its first minutes; the tour goes on for all of it.
  runtime.stop();
  for (let hour = 0; hour < 24; hour++) {
    await clock.advance(3_600_000);
    runtime.resize({ columns: 160, rows: 50 });
    const { back, dialogs, slices } = runtime.ui.getState();
    expect([clock.waiting <= timers, back, dialogs]).toEqual([true, [], []]);
    expect(JSON.stringify(slices).length).toBeLessThan(2_000);
  }
  end();
  expect(clock.waiting).toBe(0);
});
