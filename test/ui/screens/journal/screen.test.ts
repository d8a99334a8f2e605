import { expect, test, vi } from 'vitest';
import type { Ground } from '../../../../src/base/text.ts';
import type { JournalItem } from '../../../../src/cluster/journal/log.ts';
import type { ClusterState } from '../../../../src/cluster/state.ts';
import type { JournalEntry } from '../../../../src/protocol/journal.ts';
import { journalScreen } from '../../../../src/ui/screens/journal/screen.ts';
import { eventually } from '../../../support/eventually.ts';
import { panesOf } from '../../../support/panes-of.ts';
import { sampleNow, sampleState } from '../../../support/sample-state.ts';
import { sampleView } from '../../../support/sample-view.ts';
import { areas, expectTiled } from '../../../support/screen-rows.ts';
import { openScreen } from '../../open-screen.ts';

const item = (id: number, more: Partial<JournalEntry> = {}): JournalItem => {
  const createDate = sampleNow - 600_000 + id * 10;
  const said = { message: `message ${id}`, objectName: 'Stream: arena', threadName: `worker-${id % 3}` };
  return { kind: 'entry', key: `${id}`, entry: { id, createDate, ...said, ...more } };
};

const count = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => item(from + index));

function stateOf(items: readonly JournalItem[], dropped = 0, more = {}): ClusterState {
  const state = sampleState();
  return { ...state, journal: { ...state.journal, items, dropped, ...more } };
}

function start(state: ClusterState, columns = 120, rows = 24) {
  const saved: { name: string; text: string }[] = [];
  const saveFile = async (name: string, text: string) => {
    saved.push({ name, text });
    return `/home/operator/${name}`;
  };
  const size = { columns, rows };
  const { hands, services } = openScreen('journal', state, { size, services: { saveFile } });
  const lookBack = vi.fn();
  services.session.monitor.lookBack.read = lookBack;
  // What is folded has tests of its own.
  hands.press(':routine');
  return {
    hands,
    services,
    lookBack,
    saved,
    press: (...keys: string[]) => hands.press(...keys),
    text: () => hands.body('journal.'),
    /** Another state, drawn at once. */
    show: (next: ClusterState) => {
      services.show(next);
      hands.runtime.draw();
    },
    /** The lines of the log without its border. */
    log: () => hands.rows('journal.log').slice(1, -1),
    spansOn: (on: Ground) => hands.on(on, 'journal.'),
  };
}

test.each(areas)('fills $width × $height with wrapping, side pane, filter and hostile text', (area) => {
  const words = '\u001b[31mred\u202e reversed 👨‍👩‍👧‍👦 配信を開始しました\n\tsecond line é́́ ';
  const hostile = item(900, { message: words.repeat(8), objectName: '東京'.repeat(30) });
  const lines: JournalItem[] = [
    ...count(0, 200),
    { kind: 'gap', key: 'gap', missing: undefined, at: sampleNow },
    { kind: 'restart', key: 'restart', at: sampleNow },
    hostile,
  ];
  const state = stateOf(lines);
  const view = sampleView(state);
  for (const patch of [
    {},
    { wrap: true },
    { rates: true, focus: 'rates' as const },
    { rates: true, wrap: true, filter: 'message' },
    { filter: 'nothing at all' },
    { filter: '/[/' },
    {
      wrap: true,
      cursor: { key: '150', position: 150 },
      top: { anchor: { key: '149', position: 149 }, skip: 0 },
    },
    { mark: { key: '190', position: 190 } },
  ]) {
    expectTiled(panesOf(journalScreen, view, { ...journalScreen.initial, ...patch }, area), area);
  }
});

test('a journal that may lack its newest entries says so, and ! says why', () => {
  const doubt = { said: sampleNow, given: sampleNow - 90_000 };
  const { hands } = start(stateOf(count(0, 50), 0, { doubt }));
  hands.sees('⚠ not the newest?').press('!');
  const said = hands
    .rows('dialog.message')
    .join('')
    .replace(/[│\s]+/g, ' ');
  expect(said).toContain('the newest one it sent is 1m 30s older');
});

test('when scrolled up, the view does not move while a thousand entries arrive and old ones are dropped', () => {
  const { press, log, show, text } = start(stateOf(count(0, 9_990)));
  press('pgup', 'k', 'k');
  const before = log();
  show(stateOf(count(0, 9_995)));
  expect(text()).toContain('+5 new');
  show(stateOf(count(990, 10_990), 990));
  expect(log()).toEqual(before);
  expect(text()).toContain('+1.00k new');
  press('G');
  expect(log().at(-1)).toContain('message 10989');
  expect(text()).toContain('following');
});

test('a frozen screen requests nothing', () => {
  const { press, lookBack } = start(stateOf(count(0, 10)));
  press('space', 'g', 'k', 'k');
  expect(lookBack).not.toHaveBeenCalled();
  press('space', 'g', 'k', 'k');
  expect(lookBack).toHaveBeenCalled();
});

test('each day begins with its date', () => {
  const day = 86_400_000;
  const dates = [sampleNow - 2 * day, sampleNow - 2 * day + 1_000, sampleNow];
  const { log } = start(stateOf(dates.map((createDate, at) => item(at + 1, { createDate }))));
  const kinds = log()
    .map((row) => /\d{4}-\d\d-\d\d|message \d/.exec(row)?.[0])
    .filter(Boolean);
  const date = (time: number) => new Date(time).toLocaleDateString('sv');
  expect(kinds).toEqual([date(sampleNow - 2 * day), 'message 1', 'message 2', date(sampleNow), 'message 3']);
});

test('the filter applies while one types; an invalid pattern is marked, hides nothing and is not accepted', () => {
  const { press, log, hands } = start(stateOf(count(0, 100)));
  press('/', ...'/[0-');
  expect(hands.rows('dialog.prompt')[0]).toContain('✖');
  expect(log().at(-1)).toContain('message 99');
  expect(press('enter').dialogs).toHaveLength(1);
  press(...'3]7$/');
  expect(log().join('\n')).toContain('message 37');
  expect(log().join('\n')).not.toContain('message 99');
  press('esc');
  expect(log().at(-1)).toContain('message 99');
});

test('a leading ? highlights without hiding, and n and N go from match to match', () => {
  const { press, log, spansOn } = start(stateOf(count(0, 100)));
  press('/', ...'?/message .7$/', 'enter');
  expect(log().at(-1)).toContain('message 99');
  expect(spansOn('match')).toEqual(['message 87', 'message 97']);
  press('N', 'N');
  expect(spansOn('matchCurrent')).toEqual(['message 87']);
  press('N');
  expect(spansOn('matchCurrent')).toEqual(['message 77']);
  press('n');
  expect(spansOn('matchCurrent')).toEqual(['message 87']);
  expect(spansOn('select').join('')).toContain('Stream: arena');
});

test('the current line stays visible when a filter is set and removed', () => {
  const { press, spansOn } = start(stateOf(count(0, 300)));
  press('pgup', 'pgup', 'k');
  const before = spansOn('select').join('');
  const number = /message (\d+)/.exec(before)?.[1] ?? '';
  press('/', ...`/message ${number}$/`, 'enter');
  expect(spansOn('matchCurrent')).toEqual([`message ${number}`]);
  press('esc');
  expect(spansOn('select').join('')).toBe(before);
});

test('y copies the current line; V selects lines, which are copied in order', () => {
  const { press, services, spansOn } = start(stateOf(count(0, 50)));
  press('y');
  expect(services.copied.at(-1)).toMatch(
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}Stream: arena {2}\[worker-1\] {2}message 49$/,
  );
  press(':select', 'k', 'k');
  expect(spansOn('mark').join('')).toContain('message 48');
  press('y');
  const copied = services.copied
    .at(-1)
    ?.split('\n')
    .map((line) => line.slice(-10));
  expect(copied).toEqual(['message 47', 'message 48', 'message 49']);
  expect(spansOn('mark')).toEqual([]);
});

test('W saves the filtered entries and names the file', async () => {
  const { press, saved, hands } = start(stateOf(count(0, 5_000)));
  press('/', ...'/message 4.9$/', 'enter', ':save', 'enter');
  await eventually(() => expect(saved).toHaveLength(1));
  expect(saved[0]?.name).toMatch(/^castwatch-journal-\d{8}-\d{6}\.log$/);
  expect(saved[0]?.text.trim().split('\n')).toHaveLength(10);
  await eventually(() => hands.sees(`/home/operator/${saved[0]?.name}`));
});

test('the side pane counts entries for each object, marks new objects, and filters by one', () => {
  const written = (length: number, id: (nth: number) => number, message: string, objectName: string) =>
    Array.from({ length }, (_, nth) => item(id(nth), { message, objectName }));
  const old = written(20, (nth) => nth - 100_000, 'old', 'Transcoder');
  const now = written(30, (nth) => 59_000 + nth * 10, 'busy', 'Transcoder');
  const fresh = written(5, (nth) => 59_500 + nth, 'who', 'Stream: "new" one');
  const all = [...old, ...now, ...fresh].sort((a, b) => Number(a.key) - Number(b.key));
  const { press, text, log } = start(stateOf(all), 160, 30);
  press('tab');
  expect(text()).toMatch(/Transcoder +30/);
  expect(text()).toMatch(/Stream: "new" one +NEW +5/);
  press('j', 'enter');
  expect(log().join('\n')).toContain('who');
  expect(log().join('\n')).not.toContain('busy');
  press('tab', 'esc');
  expect(log().join('\n')).toContain('busy');
});

test.each([
  ['a server', 'something', 'Server: NODE', 'servers'],
  ['a stream', 'something', 'Stream: KEY', 'streams'],
  ['a server in the message', 'NODE answered', 'Transcoder', 'servers'],
  ['a viewer', 'Viewer connected: 77ab-12', 'Gateway', 'streams'],
] as const)('Enter on an entry that names %s opens it', (_, message, object, screen) => {
  const state = sampleState();
  const node = state.servers[0]?.name ?? '';
  const key = [...(state.streamSweep.value?.items.values() ?? [])][0]?.streamKey ?? '';
  const objectName = object.replace('NODE', node).replace('KEY', key);
  const { press } = start(stateOf([item(1, { message: message.replace('NODE', node), objectName })]));
  expect(press('enter').ui.screen).toBe(screen);
});

test('Enter on an entry that names nothing known says so and stays', () => {
  const { press } = start(stateOf([item(1, { message: 'node-99 gone', objectName: 'Somebody' })]));
  const { ui, notice } = press('enter');
  expect([ui.screen, notice]).toEqual(['journal', expect.stringContaining('names no known object')]);
});

test('n and N say when there is no further match', () => {
  const { press } = start(stateOf(count(0, 100)));
  expect(press('n').notice).toContain('Nothing is highlighted');
  expect(press('/', ...'?/message 5$/', 'enter', 'N', 'n').notice).toBe('No further match below.');
});

test('T to a time after the newest entry follows and says so; before the oldest it reads back to that time', () => {
  const late = start(stateOf(count(0, 300)));
  late.press('pgup', ':goto', ...'-1s', 'enter');
  expect(late.text()).toContain('following');
  expect(late.hands.notice).toBe('Nothing was written after that: following.');

  const early = start(stateOf(count(0, 300)));
  early.press(':goto', ...'-30m', 'enter');
  const [goal] = early.lookBack.mock.calls[0] ?? [];
  const at = sampleNow - 30 * 60_000;
  expect(goal.words).toMatch(/^to \d\d:\d\d:\d\d$/);
  expect(goal.reached([{ createDate: at + 60_000 }])).toBe(false);
  expect(goal.reached([{ createDate: at - 60_000 }])).toBe(true);
});

test('← leads from column to column of the histogram, → the same way back, and then it follows again', () => {
  const { press, spansOn, text } = start(stateOf(Array.from({ length: 90 }, (_, nth) => item(nth * 600))));
  const way = (key: string, steps: number) =>
    Array.from({ length: steps }, () => {
      press(key);
      return spansOn('select').join();
    });
  const back = way('left', 4);
  expect(new Set(back).size).toBe(4);
  expect(way('right', 3)).toEqual(back.slice(0, -1).reverse());
  way('right', 2);
  expect(text()).toContain('following');
});

test('Esc cancels the selection first, then follows again', () => {
  const { press, spansOn, text } = start(stateOf(count(0, 50)));
  press('k', ':select', 'k', 'esc');
  expect(spansOn('mark')).toEqual([]);
  expect(text()).not.toContain('following');
  press('esc');
  expect(text()).toContain('following');
});

test('W says when there is nothing to save, and tells a failure', async () => {
  const { press, saved } = start(stateOf(count(0, 5)));
  expect(press('/', ...'nothing like it', 'enter', ':save').notice).toBe('There is nothing to save.');
  expect(saved).toEqual([]);
  const failing = start(stateOf(count(0, 5)));
  failing.services.saveFile = async () => Promise.reject(new Error('the disk is full'));
  failing.press(':save', 'enter');
  await eventually(() => expect(failing.hands.notice).toBe('Not saved: the disk is full'));
});

test('Esc leads back to where the journal was opened from, once it has nothing of its own to cancel', () => {
  const { press, hands } = start(stateOf(count(0, 50)));
  hands.runtime.goTo('servers', {});
  hands.runtime.goTo('journal', {});
  expect(press('k', 'esc').ui.screen).toBe('journal');
  expect(press('esc').ui.screen).toBe('servers');
});
