import { expect, test } from 'vitest';
import { json, serveWithLogin } from '../http/support.ts';
import { eventually } from '../support/eventually.ts';
import { manualSystemClock } from '../support/manual-system-clock.ts';
import { anyPassword, startCommand, wordsTo } from './run-command.ts';

const { clock, inTime, comesInTime } = manualSystemClock();

/** Time that the server takes for each page of an endless list of streams, ms. */
const SLOW_MS = 5_000;

const empty = { data: { list: [], topology: [] } };

test('reading an endless list takes a minute; then the part read is printed, and the missing part is named', async () => {
  const waiting: (() => void)[] = [];
  let pages = 0;
  const { url } = await serveWithLogin((request, response) => {
    if (!request.url?.startsWith('/api/streams')) return json(response, 200, empty);
    const list = [{ id: `s-${pages++}`, streamKey: 'k' }];
    waiting.push(() => json(response, 200, { data: { list, hasNext: true, itemsPerPage: 1 }, meta: {} }));
  });
  const command = startCommand(wordsTo(url, 'snapshot'), anyPassword);
  for (let at = 0; at < 60_000; at += SLOW_MS) {
    await eventually(() => expect(waiting).not.toHaveLength(0));
    await clock.advance(SLOW_MS);
    waiting.shift()?.();
  }
  const { code, stdout } = await command.ended;
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    partial: true,
    resources: {
      dashboard: { ok: true },
      streams: { ok: false, error: { code: 'TIMEOUT', message: 'not read within 60 s' } },
    },
  });
});

test('a check looks twice, with its interval between the two starts', async () => {
  const { url, hits } = await serveWithLogin((_request, response) => json(response, 200, empty));
  const begun = clock.monotonic();
  const command = startCommand(wordsTo(url, 'check', '--interval', '7'), anyPassword);
  await comesInTime(command.ended);
  expect(hits.filter((hit) => hit.includes('/dashboard'))).toHaveLength(2);
  expect(clock.monotonic() - begun).toBeGreaterThanOrEqual(7_000);
});

test('a check whose second look has no dashboard is unknown, whatever the first one found', async () => {
  let looks = 0;
  const { url } = await serveWithLogin((request, response) => {
    const isLate = request.url?.includes('/dashboard') && ++looks > 1;
    json(response, isLate ? 500 : 200, empty);
  });
  const command = startCommand(wordsTo(url, 'check', '--format', 'json'), anyPassword);
  const { code, stdout } = await comesInTime(command.ended);
  expect(code).toBe(3);
  expect(JSON.parse(stdout)).toMatchObject({
    status: 'UNKNOWN',
    polls: 2,
    unread: expect.arrayContaining([expect.stringMatching(/^dashboard: /)]),
  });
});

test.each([
  [[], 10_000],
  [['--interval', '3'], 3_000],
])('a snapshot that watches %j asks for everything again after %i ms', async (more, everyMs) => {
  const { url } = await serveWithLogin((_request, response) => json(response, 200, empty));
  const command = startCommand(wordsTo(url, 'snapshot', '--watch', ...more), anyPassword, {
    readerLeavesAfter: 2,
  });
  const rounds = () => command.stdout.split('\n').length - 1;
  await inTime(() => expect(rounds()).toBe(1), 10);
  const first = clock.monotonic();
  await inTime(() => expect(rounds()).toBe(2), 500);
  const waited = clock.monotonic() - first;
  expect(waited).toBeGreaterThanOrEqual(everyMs - 500);
  expect(waited).toBeLessThan(4 * everyMs);
  await comesInTime(command.ended);
});

test('--only problems prints a line when a problem is raised, for as long as somebody reads, and says once that nothing is read yet', async () => {
  let dashboards = -2;
  const { url } = await serveWithLogin((request, response) => {
    if (request.url?.startsWith('/api/cluster/dashboard') && dashboards++ < 0) return json(response, 404, {});
    // The second server is gone from the fourth dashboard on, the others from each fourth one after it.
    const there = [1, 2, 3, 4].filter((n) => n === 1 || dashboards <= 4 * n - 5);
    const topology = there.map((n) => ({ serverName: `edge-${n}` }));
    json(response, 200, { data: { list: [], topology, viewersStats: { total: { value: 9 } } } });
  });
  const fields = ['--fields', 'change,problem.kind,problem.subject.name'];
  const words = ['snapshot', '--watch', '--interval', '1', '--only', 'problems', ...fields];
  const command = startCommand(wordsTo(url, ...words), anyPassword, { readerLeavesAfter: 2 });
  const { stdout, stderr } = await comesInTime(command.ended);
  const raised = (name: string) => ({
    change: 'raised',
    problem: { kind: 'server-gone', subject: { name } },
  });
  const lines = stdout.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual(['edge-2', 'edge-3'].map(raised));
  expect(stderr).toMatch(/^castwatch: .*404[^\n]*\n$/);
});
