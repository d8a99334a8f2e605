import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { openPreferences, type Preferences } from '../../src/actions/preferences.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { newFolder } from '../support/new-folder.ts';
import { sampleNow } from '../support/sample-state.ts';

let parent: string;
beforeEach(() => {
  parent = newFolder();
});

const stateDir = () => join(parent, 'state');
const open = () => openPreferences(stateDir(), new ManualClock(sampleNow));

const chosen: Preferences = {
  theme: 'paper',
  units: 'bytes',
  times: 'absolute',
  screens: {
    servers: { sort: { key: 'cpu', descending: true }, view: 'groups', columns: ['name', 'cpu'] },
    streams: { history: ['live', 'cam'], saved: { mine: 'viewers>100' } },
  },
};

test('every choice is restored from a private file in a private directory', async () => {
  await open().write(chosen);
  expect(await open().read()).toEqual(chosen);
  expect(await readdir(stateDir())).toEqual(['preferences.json']);
  expect((await stat(stateDir())).mode & 0o777).toBe(0o700);
  expect((await stat(join(stateDir(), 'preferences.json'))).mode & 0o777).toBe(0o600);
});

test('without choices nothing is written', async () => {
  expect(await open().read()).toBeUndefined();
  expect(await readdir(parent)).toEqual([]);
});

test.each([
  ['no JSON', '{'],
  ['nothing', ''],
  ['a list', '[]'],
  ['an unknown unit', JSON.stringify({ ...chosen, units: 'miles' })],
  ['an order of another shape', JSON.stringify({ screens: { servers: { sort: 'cpu' } } })],
])('a file that holds %s is reported as damaged, with a remedy', async (_what, text) => {
  await open().write({ screens: {} });
  const path = join(stateDir(), 'preferences.json');
  await writeFile(path, text);
  await expect(open().read()).rejects.toThrow(`${path} is damaged: repair it, or delete it to start again`);
});

test('fields that this version does not know are skipped', async () => {
  await open().write({ ...chosen, mood: 'good' } as Preferences);
  expect(await open().read()).toEqual(chosen);
});

test('a file that another program is about to write is not written', async () => {
  await open().write(chosen);
  await writeFile(join(stateDir(), 'preferences.json.lock'), '');
  const clock = new ManualClock(sampleNow);
  let why: unknown;
  const refused = (error: unknown) => {
    why = error;
  };
  openPreferences(stateDir(), clock).write({ screens: {} }).catch(refused);
  while (why === undefined) await clock.advance(20);
  expect(String(why)).toContain('another castwatch holds');
  expect(await open().read()).toEqual(chosen);
});
