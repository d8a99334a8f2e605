import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { openPlannedWork, parsePlanned } from '../../src/config/planned-work-file.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { newFolder } from '../support/new-folder.ts';

const NOON = Date.UTC(2026, 0, 15, 12);
const HOUR = 3_600_000;

const work = { from: NOON, until: NOON + HOUR, note: '' };
const swap = { until: NOON + 2 * HOUR, note: 'disk swap' };

test.each<[line: string, read: object | undefined]>([
  ['2026-01-15T12:00Z 2h prod edge-1 disk swap', { ...work, cluster: 'prod', object: 'edge-1', ...swap }],
  ['2026-01-15T12:00Z 2026-01-15T13:00Z * "EU West"', { ...work, cluster: '*', object: 'EU West' }],
  ['2026-01-15T12:00Z 2026-01-15T11:00Z prod edge-1', undefined],
  ['2026-01-15T12:00Z soon prod edge-1', undefined],
  ['today 2h prod edge-1', undefined],
  ['2026-01-15T12:00Z 2h prod', undefined],
])('the words of planned work: %s', (line, read) => {
  const { lines, unreadable } = parsePlanned(`# a comment\n\n${line}\n`);
  expect(lines).toEqual(read ? [read] : []);
  expect(unreadable).toEqual(read ? [] : [3]);
});

test('an added entry is read back beside one of another program, and is ended by its name', async () => {
  const dir = newFolder();
  const path = join(dir, 'state', 'maintenance.txt');
  const file = openPlannedWork(join(dir, 'state'), systemClock);
  expect(await file.read()).toEqual({ lines: [], doubts: [] });
  const line = { cluster: 'prod', object: 'my edge', from: NOON, until: NOON + HOUR, note: 'a\nb "c"' };
  await file.add(line);
  await appendFile(path, '2026-01-15T12:00Z 3h prod edge-2 cron');
  await file.add({ ...line, object: 'edge-3' });
  const read = (await file.read()).lines.map(({ object, note }) => `${object}: ${note}`);
  expect(read).toEqual(['my edge: a b c', 'edge-2: cron', 'edge-3: a b c']);
  expect(await file.end('other', 'edge-2', NOON)).toBe(0);
  expect(await file.end('prod', 'edge-2', NOON)).toBe(1);
  expect((await file.read()).lines.map(({ object }) => object)).toEqual(['my edge', 'edge-3']);
  expect(await readFile(path, 'utf8')).toMatch(/^# begin/);
});

test('the clusters of a program share a reading, and see at once what one of them or another program changes', async () => {
  const [dir, clock] = [newFolder(), new ManualClock()];
  const [one, other] = [openPlannedWork(dir, clock), openPlannedWork(dir, clock)];
  expect(await other.read()).toBe(await one.read());
  await appendFile(join(dir, 'maintenance.txt'), '2026-01-15T12:00Z 3h prod edge-1 cron\n');
  expect((await other.read()).lines.map(({ object }) => object)).toEqual(['edge-1']);
  await one.add({ ...work, cluster: 'prod', object: 'edge-2' });
  expect((await other.read()).lines.map(({ object }) => object)).toEqual(['edge-1', 'edge-2']);
  expect(await other.read()).toBe(await one.read());
});
