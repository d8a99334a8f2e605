import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPreferences } from '../../../src/actions/preferences.ts';
import { preferencesOf, withPreferences } from '../../../src/ui/program/preferences.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { newFolder } from '../../support/new-folder.ts';
import { sampleNow } from '../../support/sample-state.ts';
import { openScreen } from '../open-screen.ts';

const start = () => {
  const { hands } = openScreen('servers');
  const chosen = () => preferencesOf(hands.ui, hands.runtime.startDisplay);
  return { hands, chosen };
};

test('columns, order, view, units and filters are restored in the next run from a private file', async () => {
  const directory = newFolder();
  const file = openPreferences(directory, new ManualClock(sampleNow));
  const { hands, chosen } = start();
  hands.press(':columns', 'space', '>', 'esc').lacks(/│ Server +Load/);
  hands.press('s', 'j', 'j', 'enter', 'v', ':units', ':times');
  hands.runtime.run('app.theme', 'paper');
  hands.press('/').type('edge').press('enter');
  await file.write(chosen());
  const path = join(directory, 'preferences.json');
  expect((await stat(path)).mode & 0o077).toBe(0);
  expect(await readFile(path, 'utf8')).not.toContain('password');
  const next = start();
  const read = await file.read();
  if (read) next.hands.runtime.ui.setState((ui) => withPreferences(ui, read));
  expect(next.chosen()).toEqual(chosen());
  const { theme, display } = next.hands.ui;
  expect([theme, display.units, display.times]).toEqual(['paper', 'bytes', 'absolute']);
  next.hands.press(':reset');
  expect(next.chosen()).toEqual({ screens: {} });
  expect(next.hands.screen).toMatch(/│ Server +Load/);
});

test('an unreadable file and choices that no longer exist change nothing', async () => {
  const file = openPreferences(newFolder(), new ManualClock(sampleNow));
  expect(await file.read()).toBeUndefined();
  await file.write({ screens: { servers: { sort: { key: 'none', descending: true }, view: 'none' } } });
  const read = await file.read();
  const { hands, chosen } = start();
  expect(chosen()).toEqual({ screens: {} });
  if (read) hands.runtime.ui.setState((ui) => withPreferences(ui, read));
  expect(chosen()).toEqual({ screens: {} });
});
