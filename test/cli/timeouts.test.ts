import { expect, test } from 'vitest';
import { json, serveWithLogin } from '../http/support.ts';
import { eventually } from '../support/eventually.ts';
import { manualSystemClock } from '../support/manual-system-clock.ts';
import { type RunningCommand, startCommand } from './run-command.ts';

const clock = manualSystemClock();

/** Time that the server takes for each page of an endless list of streams, ms. */
const SLOW_MS = 5_000;

const empty = { data: { list: [], topology: [] } };
const env = { CASTWATCH_PASSWORD: 'hunter2-secret' };
const about = (url: string, ...words: readonly string[]) => [
  ...words,
  '--url',
  url,
  '--username',
  'op',
  '--no-token-cache',
];

/** Advances time until the condition holds. */
const inTime = (assertion: () => void, step = 100) =>
  eventually(async () => {
    await clock.advance(step);
    assertion();
  });

/** Answers the waiting requests one by one, `SLOW_MS` apart, until the command ends; returns the time it took, ms. */
async function runToEnd(
  { ended }: RunningCommand,
  waiting: (() => void)[],
  patienceMs: number,
): Promise<number> {
  const begun = clock.monotonic();
  let isOver = false;
  void ended.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await eventually(() => expect(isOver || waiting.length > 0).toBe(true));
    await clock.advance(SLOW_MS);
    waiting.shift()?.();
    if (clock.monotonic() - begun >= patienceMs) await ended;
  }
  return clock.monotonic() - begun;
}

test('reading an endless list takes a minute; then the part read is printed, and the missing part is named', async () => {
  const waiting: (() => void)[] = [];
  let pages = 0;
  const { url } = await serveWithLogin((request, response) => {
    const list = [{ id: `s-${pages}`, streamKey: 'k' }];
    const answer = () => json(response, 200, { data: { list, hasNext: true, itemsPerPage: 1 }, meta: {} });
    if (!request.url?.startsWith('/api/streams')) json(response, 200, empty);
    else {
      pages++;
      waiting.push(answer);
    }
  });
  const command = startCommand(about(url, 'snapshot'), env);
  expect(await runToEnd(command, waiting, 60_000)).toBe(60_000);
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
  const command = startCommand(about(url, 'check', '--interval', '7'), env);
  await inTime(() => expect(command.stdout).not.toBe(''));
  await command.ended;
  expect(hits.filter((hit) => hit.includes('/dashboard'))).toHaveLength(2);
  expect(clock.monotonic() - begun).toBeGreaterThanOrEqual(7_000);
});

test('a check whose second look has no dashboard is unknown, whatever the first one found', async () => {
  let looks = 0;
  const { url } = await serveWithLogin((request, response) => {
    const isLate = request.url?.includes('/dashboard') && ++looks > 1;
    json(response, isLate ? 500 : 200, empty);
  });
  const command = startCommand(about(url, 'check', '--format', 'json'), env);
  await inTime(() => expect(command.stdout).not.toBe(''));
  expect((await command.ended).code).toBe(3);
  expect(JSON.parse(command.stdout)).toMatchObject({
    status: 'UNKNOWN',
    polls: 2,
    unread: expect.arrayContaining([expect.stringMatching(/^dashboard: /)]),
  });
});

/** Advances time until the command has ended. */
async function endOf({ ended }: RunningCommand) {
  let isOver = false;
  void ended.finally(() => {
    isOver = true;
  });
  await inTime(() => expect(isOver).toBe(true));
  return ended;
}

test.each([
  [[], 10_000],
  [['--interval', '3'], 3_000],
])('a snapshot that watches %j asks for everything again after %i ms', async (more, everyMs) => {
  const { url } = await serveWithLogin((_request, response) => json(response, 200, empty));
  const command = startCommand(about(url, 'snapshot', '--watch', ...more), env, { readerLeavesAfter: 2 });
  const rounds = () => command.stdout.split('\n').length - 1;
  await inTime(() => expect(rounds()).toBe(1), 10);
  const first = clock.monotonic();
  await inTime(() => expect(rounds()).toBe(2));
  const waited = clock.monotonic() - first;
  expect(waited).toBeGreaterThanOrEqual(everyMs - 100);
  expect(waited).toBeLessThan(4 * everyMs);
  await endOf(command);
});

test('--only problems prints a line when a problem is raised, for as long as somebody reads, and says once that nothing is read yet', async () => {
  let dashboards = -2;
  const { url } = await serveWithLogin((request, response) => {
    if (request.url?.startsWith('/api/cluster/dashboard') && dashboards++ < 0) {
      json(response, 404, {});
      return;
    }
    // The second server is gone from the fourth dashboard on, the others from each fourth one after it.
    const there = [1, 2, 3, 4].filter((n) => n === 1 || dashboards <= 4 * n - 5);
    const topology = there.map((n) => ({ serverName: `edge-${n}` }));
    json(response, 200, { data: { list: [], topology, viewersStats: { total: { value: 9 } } } });
  });
  const fields = ['--fields', 'change,problem.kind,problem.subject.name'];
  const words = ['snapshot', '--watch', '--interval', '1', '--only', 'problems', ...fields];
  const command = startCommand(about(url, ...words), env, { readerLeavesAfter: 2 });
  const { stdout, stderr } = await endOf(command);
  const raised = (name: string) => ({
    change: 'raised',
    problem: { kind: 'server-gone', subject: { name } },
  });
  const lines = stdout.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual(['edge-2', 'edge-3'].map(raised));
  expect(stderr).toMatch(/^castwatch: .*404[^\n]*\n$/);
});
