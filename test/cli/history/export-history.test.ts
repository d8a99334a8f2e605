import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../src/base/durations.ts';
import { byMinute, HISTORY_VIEWS } from '../../../src/cli/history/export-history.ts';
import { kinds } from '../../../src/history/samples/kinds.ts';
import { createSampleStore } from '../../../src/history/samples/sample-store.ts';
import { storedMetrics } from '../../../src/views/metrics/stored-metrics.ts';
import { openTestHistory } from '../../history/rig.ts';
import { runCommand } from '../run-command.ts';

const START = Date.UTC(2026, 0, 15, 12);
const PERIOD = ['--since', '2026-01-15 11:00', '--until', '2026-01-15 13:00'];

/** A history of some minutes with a hostile server name. */
async function recorded(): Promise<string> {
  const db = await openTestHistory();
  const store = createSampleStore(db);
  for (const minute of [1, 2, 3]) {
    const at = START + minute * MINUTE_MS;
    const cpu = minute === 2 ? null : 10 * minute;
    store.addFrame({ kind: 'total', at, rows: new Map([['cluster', [100 * minute, 5]]]) });
    store.addFrame({ kind: 'server', at, rows: new Map([['=a\u001b[2J"\u202e', [cpu, 50]]]) });
    store.addFrame({ kind: 'stream', at, rows: new Map([['live/one', [1, 2, 3, 90]]]) });
  }
  const { path } = db;
  db.close();
  return path;
}

async function told(what: string, ...words: string[]): Promise<string> {
  const file = ['--file', await recorded(), ...PERIOD];
  const { code, stdout, stderr } = await runCommand(['history', what, ...file, ...words], {});
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

test('CSV of one metric has its unit in the header, empty cells where nothing was measured, and no control characters', async () => {
  const text = await told('export', '--metric', 'castwatch_server_cpu_ratio');
  const [head, ...rows] = text.trimEnd().split('\r\n');
  expect(head).toBe('time (UTC),server,mean (ratio),least (ratio),most (ratio)');
  expect(rows).toHaveLength(3);
  expect(rows[0]).toMatch(/^2026-01-15T12:01:00.000Z,"'=a.*""[^"]*",0.1,0.1,0.1$/);
  expect(rows[1]).toMatch(/,,,$/);
  expect(text).not.toMatch(/[\u001b\u202e]/);
});

test('JSON lines name metric, unit and labels in each line', async () => {
  const words = '--format ndjson --metric cluster_viewers --label cluster=eu';
  const text = await told('export', ...words.split(' '));
  const lines = text.trimEnd().split('\n');
  const rows = lines.map((line) => JSON.parse(line));
  const first = { time: '2026-01-15T12:01:00.000Z', metric: 'castwatch_cluster_viewers', unit: '' };
  expect(rows[0]).toEqual({ ...first, labels: { cluster: 'eu' }, mean: 100, least: 100, most: 100 });
  expect(rows.map(({ mean }) => mean)).toEqual([100, 200, 300]);
});

test('OpenMetrics has each family once, its samples in the order of time, and an end; streams only if named', async () => {
  const text = await told('backfill', '--label', 'job=a"b');
  expect(text).toMatch(/^# TYPE castwatch_server_cpu_ratio gauge\n# UNIT castwatch_server_cpu_ratio ratio$/m);
  const viewers = 'castwatch_cluster_viewers{job="a\\"b"}';
  expect(text).toContain(`${viewers} 100 1768478460\n${viewers} 200 1768478520\n`);
  expect(text).not.toContain('castwatch_stream_');
  expect(text).toMatch(/\n# EOF\n$/);
  expect(text).not.toMatch(/[\u001b\u202e]/);
  const heads = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
  expect(new Set(heads).size).toBe(heads.length);
  expect(await told('export', '--format', 'openmetrics', '--metric', 'stream_viewers')).toContain(
    'castwatch_stream_viewers{application="live",stream="one"} 3 ',
  );
});

test.each([
  ['export', 'name one with --metric'],
  ['export --metric nothing', 'there is no nothing. There are: castwatch_cluster_viewers'],
  ['export --metric server_cpu_ratio --label x', 'expected NAME=VALUE'],
  ['export --metric server_cpu_ratio --label server=all', 'a label server of their own'],
  ['backfill --format csv', 'leave out --format'],
  ['backfill --all', 'name it with --profile'],
])('history %s is refused in words', async (words, message) => {
  const { code, stderr } = await runCommand(['history', ...words.split(' ')], {});
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

test('a copy has all that the history has, and what is damaged is missing in an export and said', async () => {
  const path = await recorded();
  const run = (...words: string[]) => runCommand(['history', ...words, '--file', path], {});
  const copy = `${path}.copy`;
  expect(await run('copy', copy)).toMatchObject({ code: 0, stderr: '' });
  expect(statSync(copy).mode & 0o077).toBe(0);
  expect((await run('copy', copy)).stderr).toContain('exists: name a new file');
  expect(await run('verify')).toEqual({ code: 0, stdout: `${path}: nothing is damaged\n`, stderr: '' });
  const bytes = readFileSync(copy);
  // In the compressed figures of a frame.
  const at = bytes.lastIndexOf('28b52ffd', undefined, 'hex') + 20;
  writeFileSync(copy, bytes.with(at, (bytes[at] ?? 0) ^ 8));
  const damaged = (...words: string[]) => runCommand(['history', ...words, '--file', copy], {});
  const said =
    /^castwatch: history\.db\.copy is damaged: 1 row of the table frame, from [^\n]*\. What it held is missing here\n$/;
  expect(await damaged('verify')).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(said) });
  const period = [...PERIOD, '--format', 'ndjson'];
  const [whole, left] = [await run('export', ...period), await damaged('export', ...period)];
  expect([whole.code, left.code, left.stderr]).toEqual([0, 1, expect.stringMatching(said)]);
  const lines = whole.stdout.split('\n');
  expect(left.stdout.split('\n').filter((line) => !lines.includes(line))).toEqual([]);
  expect(new Set(lines).size).toBeGreaterThan(new Set(left.stdout.split('\n')).size);
});

test('the views can be made in a history, and leave the file as it was', async () => {
  const db = await openTestHistory();
  db.sql("INSERT INTO event (at, kind, subject, message) VALUES (0, 'restart', 'edge-1', 'restarted')").run();
  for (const view of HISTORY_VIEWS.split(/;\n/).filter((part) => part.includes('CREATE'))) db.sql(view).run();
  const views = db.sql("SELECT name FROM sqlite_temp_master WHERE type = 'view'").all();
  for (const { name } of views) db.sql(`SELECT * FROM ${name}`).all();
  expect(db.sql('SELECT * FROM events').all()).toEqual([
    { time_utc: '1970-01-01T00:00:00.000Z', kind: 'restart', subject: 'edge-1', message: 'restarted' },
  ]);
  expect(db.sql("SELECT 1 FROM main.sqlite_master WHERE type = 'view'").all()).toEqual([]);
});

test('full resolution becomes minutes, and gaps stay gaps', () => {
  const point = (at: number, value: number | null) => ({ at, mean: value, least: value, most: value });
  const minutes = byMinute([point(1_000, 2), point(60_000, 4), point(60_001, null), point(61_000, null)]);
  expect(minutes).toEqual([
    { at: 60_000, mean: 3, least: 2, most: 4 },
    { at: 120_000, mean: null, least: null, most: null },
  ]);
  const rolledUp = [point(HOUR_MS, 1)];
  expect(byMinute(rolledUp)).toEqual(rolledUp);
});

test('each exported metric is a column of the history', () => {
  for (const { kind, column } of storedMetrics) expect(kinds[kind].columns).toContain(column);
});
