import { expect, test } from 'vitest';
import type { ScreenName } from '../../../src/actions/screen-table.ts';
import { menuDialog } from '../../../src/ui/dialogs/menu.ts';
import { createMouse, type MouseEvent, parseMouse } from '../../../src/ui/program/mouse.ts';
import type { JournalSlice } from '../../../src/ui/screens/journal/slice.ts';
import { objectRates } from '../../../src/views/journal/rates.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';
import { answeredStreams } from '../answered-streams.ts';
import { openScreen } from '../open-screen.ts';

test.each<[string, MouseEvent | undefined]>([
  ['0;1;1M', { kind: 'press', x: 0, y: 0 }],
  ['64;2;3M', { kind: 'wheel', up: true, x: 1, y: 2 }],
  ['65;120;40M', { kind: 'wheel', up: false, x: 119, y: 39 }],
  ['32;5;1M', { kind: 'drag', x: 4, y: 0 }],
  ...['0;1;1m', '1;1;1M', '2;1;1M', '35;1;1M', '0;1M'].map((other): [string, undefined] => [
    other,
    undefined,
  ]),
])('the report %s', (report, event) => {
  expect(parseMouse(`\x1b[<${report}`)).toEqual(event);
});

const SIZE = { columns: 120, rows: 40 };

/** A screen and a mouse that finds its targets by their text. */
function start(screen: ScreenName, size = SIZE, state = sampleState()) {
  const { hands, services } = openScreen(screen, state, { size });
  const mouse = createMouse(hands.runtime);
  const place = (words: string) => {
    const rows = hands.screen.split('\n');
    const y = rows.findIndex((row) => row.includes(words));
    return { x: (rows[y]?.indexOf(words) ?? 0) + 1, y };
  };
  const press = (x: number, y: number) => mouse({ kind: 'press', x, y });
  const click = (words: string) => mouse({ kind: 'press', ...place(words) });
  const wheel = (words: string, up = false) => mouse({ kind: 'wheel', up, ...place(words) });
  const slice = () => hands.slice(screen);
  return { hands, clock: services.clock, mouse, place, click, press, wheel, slice };
}

test('a click selects a row, and a click on the selected row opens it', async () => {
  const { hands, click, clock, slice } = start('servers');
  click('edge-2a');
  expect(slice()).toMatchObject({ position: { selectedId: 'server edge-2a' }, opened: undefined });
  await clock.advance(1_000);
  click('edge-1a');
  expect(slice()).toMatchObject({ position: { selectedId: 'server edge-1a' }, opened: undefined });
  await clock.advance(1_000);
  click('edge-1a');
  hands.sees('┌─ Server edge-1a');
});

test('a double click within 400 ms on one cell opens the row of its first press, also when the list moved meanwhile', async () => {
  const opens = async (ms: number, dy = 0) => {
    const { hands, clock, place, press, slice } = start('servers');
    const { x, y } = place('edge-2a');
    press(x, y);
    hands.press('S');
    expect(place('edge-2a').y).not.toBe(y);
    await clock.advance(ms);
    press(x, y + dy);
    return slice().opened;
  };
  expect(await opens(399)).toBe('edge-2a');
  expect(await opens(400)).toBeUndefined();
  expect(await opens(100, 1)).toBeUndefined();
});

test('of two lists a click or the wheel goes to the one below the pointer', () => {
  const { hands, press, slice, mouse } = start('streams', SIZE, answeredStreams());
  /** A row of a pane, counted from its border. */
  const at = (id: string, row: number) => {
    const { x = 0, y = 0 } = hands.pane(id)?.rect ?? {};
    return [x + 12, y + row] as const;
  };
  press(...at('streams.worst', 2));
  const selectedId = hands.pane('streams.worst')?.list?.ids[0];
  expect(slice()).toMatchObject({ part: 'worst', worst: { selectedId } });
  press(...at('streams.all', 4));
  const chosen = hands.pane('streams.all')?.list?.ids[2];
  expect(slice()).toMatchObject({ part: 'all', all: { selectedId: chosen, index: 2 } });
  expect(hands.pane('streams.all')).toMatchObject({ focus: true, list: { selected: chosen } });
  const [x, y] = at('streams.worst', 3);
  mouse({ kind: 'wheel', up: true, x, y });
  expect(slice()).toMatchObject({ part: 'worst', opened: undefined });
});

test('a click on a header sorts, a second one turns the order round; one in the footer presses its key', () => {
  const { hands, click, slice } = start('servers', { columns: 120, rows: 24 });
  for (const descending of [false, true]) {
    click('Role');
    expect(slice()).toMatchObject({ sort: { key: 'role', descending } });
  }
  click('s sort');
  expect(hands.dialogs.at(-1)?.dialog).toBe(menuDialog);
});

test('while a dialog is open a click does nothing, and the wheel scrolls the dialog', () => {
  const { hands, click, wheel, slice } = start('servers');
  hands.press('?', 'tab', 'tab');
  const help = hands.screen;
  click('Help');
  expect(hands.screen).toBe(help);
  wheel('Help');
  expect(hands.screen).not.toBe(help);
  wheel('Help', true);
  expect([hands.screen, slice()]).toEqual([help, slice()]);
});

test('a click in the journal holds the line below the pointer, and one on its rates focuses them', () => {
  const { hands, place, press, slice } = start('journal', { columns: 160, rows: 40 });
  const { y } = place('following');
  press(10, y + 30);
  const row = hands.screen.split('\n')[y + 30] ?? '';
  const { cursor } = slice() as unknown as JournalSlice;
  const lines = sampleState().journal.items;
  const item = lines.find(({ key }) => key === cursor?.key);
  expect(item).toMatchObject({ kind: 'entry' });
  expect(row).toContain(item?.kind === 'entry' ? item.entry.message?.slice(0, 20) : '');
  expect(slice()).toMatchObject({ focus: 'log' });
  const object = objectRates(lines, sampleNow)[1]?.object ?? '';
  const rates = hands.screen.split('\n').findIndex((line) => line.includes(`│ ${object}`));
  press(150, rates);
  expect(slice()).toMatchObject({ focus: 'rates', ratesPosition: { selectedId: object, index: 1 }, cursor });
});

test('a click or the wheel focuses the pane below the pointer in an opened server; beside the list it does not', () => {
  const opened = start('servers');
  opened.hands.runtime.run('screen.servers', 'edge-1a');
  opened.wheel('─ Journal ', true);
  expect(opened.slice()).toMatchObject({ pane: 'journal' });
  opened.click('live-edge-1a');
  expect(opened.slice()).toMatchObject({ pane: 'applications', opened: 'edge-1a' });
  const beside = start('servers', { columns: 200, rows: 50 });
  const before = beside.slice();
  beside.click('─ Applications ');
  expect(beside.slice()).toEqual(before);
});

test('a click in the heat map selects the server below the pointer, in every column', async () => {
  const state = sampleState();
  const more = state.servers.flatMap((one) => ['x', 'y'].map((end) => ({ ...one, name: one.name + end })));
  const many = { ...state, servers: [...state.servers, ...more] };
  const { hands, clock, click, press, place, slice } = start('servers', { columns: 120, rows: 60 }, many);
  hands.press('v');
  expect(hands.screen).toContain('Servers, heat map');
  const { x, y } = place(' origin-3 ');
  for (const name of ['edge-1b', 'edge-2b', 'origin-3']) {
    click(` ${name} `);
    expect(slice()).toMatchObject({ position: { selectedId: `server ${name}` }, opened: undefined });
    expect(hands.screen).toContain(`┌─ Server ${name} `);
  }
  await clock.advance(1_000);
  press(x, y);
  expect(slice()).toMatchObject({ opened: 'origin-3' });
});

test('the histogram of the journal: wheel, click and drag move the cursor through time', () => {
  const { hands, mouse, slice } = start('journal');
  const cursor = () => (slice() as unknown as JournalSlice).cursor?.position;
  const { rect, list } = hands.pane('journal.histogram') ?? {};
  if (!rect || !list?.across) throw new Error('no histogram');
  const last = rect.x + list.across.from + list.across.count - 1;
  for (let turn = 0; turn < 2; turn++) mouse({ kind: 'wheel', up: true, x: last, y: rect.y });
  const back = cursor();
  expect(back).toBeDefined();
  mouse({ kind: 'press', x: last, y: rect.y });
  const newest = cursor() ?? 0;
  expect(newest).toBeGreaterThan(back ?? 0);
  // The pointer leaves the row while the button is down.
  mouse({ kind: 'drag', x: rect.x + list.across.from, y: rect.y + 5 });
  expect(cursor()).toBeLessThan(back ?? 0);
});
