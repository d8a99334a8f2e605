import { expect, test } from 'vitest';
import type { ScreenName } from '../../../src/actions/screen-table.ts';
import { paletteDialog } from '../../../src/ui/dialogs/palette.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { sampleState } from '../../support/sample-state.ts';
import type { UiDriver } from '../../support/ui-driver.ts';
import { openScreen } from '../open-screen.ts';

const state = sampleState();
const stream = [...(state.streamSweep.value?.items.values() ?? [])][0];
const group = state.servers.find(({ name }) => name === 'edge-1a')?.server.groupName ?? '';

const start = (screen: ScreenName = 'overview') =>
  openScreen(screen, state, { problems: [sampleProblem()] }).hands;

/** Rows of the palette, as word and name. */
function rows(hands: UiDriver): string[] {
  const all = hands.rows('dialog.palette').slice(3, -1);
  return all.map((row) => row.replace(/[│ ]+/g, ' ').trim());
}

test('a server is found while one types, with its group, problem, streams and journal', () => {
  const hands = start();
  hands.press(':').type('edge-1');
  expect(rows(hands)[0]).toContain('server edge-1');
  hands.type('a');
  expect(rows(hands)[0]).toBe(`server edge-1a ${group}`);
  const all = rows(hands);
  const found = [`group ${group}`, 'problem Server load', 'journal edge-1a', 'streams .*'];
  for (const words of found) expect(all.join('\n')).toMatch(new RegExp(`^${words} of edge-1a$`, 'm'));
  hands.press('enter').sees('Server edge-1a').press('esc');
  expect(hands.ui.screen).toBe('overview');
});

test('Tab completes what is chosen, and Enter does so where more must be typed', () => {
  const hands = start();
  const typed = () => hands.rows('dialog.palette')[1];
  hands.press(':').type('edge-').press('down', 'tab');
  expect(typed()).toMatch(/edge-1b/);
  hands.press('esc', ':').type('them').press('enter');
  expect(typed()).toMatch(/theme /);
});

test('streams are found by key, and letters that no name contains open nothing', () => {
  const hands = start();
  const key = stream?.streamKey ?? '';
  const holed = key.slice(0, 2) + key.slice(3);
  hands.press(':').type(holed).press('enter');
  expect(hands.ui).toMatchObject({ screen: 'overview', dialogs: [{ dialog: paletteDialog }] });
  hands.press('esc', ':').type(key).press('enter');
  expect(hands.ui).toMatchObject({ screen: 'streams', slices: { streams: { opened: stream?.id } } });
});

test('every screen is offered and opened by its name, with its filter where it has one', () => {
  const hands = start('cloud');
  hands.press(':');
  expect(rows(hands).slice(0, 11)).toEqual([
    ':overview Overview 1',
    ':problems ‹filter› Problems 2',
    ':servers ‹filter› Servers 3',
    ':applications ‹filter› Applications',
    ':streams ‹filter› Streams 4',
    ':journal ‹filter› Journal 5',
    ':admin Admin 6',
    ':users ‹filter› Users',
    ':transcoding Transcoding',
    ':license License',
    ':cloud Cloud',
  ]);
  hands.type('transcoding').press('enter');
  expect(hands.ui.screen).toBe('transcoding');
  hands.press(':').type('servers edge-1').press('enter');
  expect(hands.ui).toMatchObject({ screen: 'servers', slices: { servers: { filter: 'edge-1' } } });
});

test.each([
  ...['report', 'post-mortem', 'note'].map((words) => [words, 'on Problems', 'problems']),
  ['delete user', 'on Users', 'users'],
  ['settings', ':transcoding', 'transcoding'],
  ['licence', ':license', 'license'],
  ['save', 'on Journal', 'journal'],
  ['past', '.*Back in time'],
  ['pause', '.*Freeze the screen'],
  ['downtime', '.*Planned work'],
  ['handover', '.*What happened since'],
  ['headroom', '.*Totals and limits'],
  ['sla', '.*What each stream did'],
])('common words find commands, and lead to their screens: %s', (words, label, screen) => {
  const hands = start();
  hands.press(':').type(words ?? '');
  expect(rows(hands)[0]).toMatch(new RegExp(`^${label} ?`));
  if (screen) expect(hands.press('enter') && hands.ui.screen).toBe(screen);
});
