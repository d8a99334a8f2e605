import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { historyFile, openDatabase } from '../../../src/history/database.ts';
import { defaultRetention } from '../../../src/history/retention.ts';
import { HistoryWriter } from '../../../src/history/writer.ts';
import { calm } from '../../support/fake-services.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';
import { newHome, runCommand } from '../run-command.ts';

const URL = 'https://eu.example';
const MINUTE = 60_000;
const time = (at: number) => new Date(at).toISOString();

/**
 * A recorder that watches for 30 minutes, pauses for 20, and watches for 10 more. In the first 10 minutes a problem stands;
 * from minute 15 to 20 the dashboard cannot be read.
 */
async function recordedHome() {
  const home = newHome();
  const stateDir = join(home, 'state/castwatch');
  await mkdir(stateDir, { recursive: true, mode: 0o700 });
  const clock = new ManualClock(sampleNow);
  const watch = async (from: number, to: number) => {
    const db = await openDatabase(historyFile(stateDir, URL), { create: true });
    const writer = new HistoryWriter(db, { clock, retention: defaultRetention });
    for (let minute = from; minute < to; minute++) {
      const state = sampleState();
      const isRead = minute < 15 || minute >= 20;
      const error = { code: 'TIMEOUT', message: 'no answer', since: clock.now() };
      const read = isRead ? { updatedAt: clock.now() } : { updatedAt: sampleNow + 14 * MINUTE, error };
      const problems = minute < 10 ? [sampleProblem({ noticedAt: sampleNow })] : [];
      writer.take({ ...state, dashboard: { ...state.dashboard, ...read } }, { ...calm, problems });
      await clock.advance(MINUTE);
    }
    await writer.close();
  };
  await watch(0, 30);
  await clock.advance(20 * MINUTE);
  await watch(50, 60);
  return home;
}

test('snapshot and check of an earlier time say what the history has of it, and why it has nothing', async () => {
  const home = await recordedHome();
  const run = (command: string, minute: number | string, ...more: string[]) => {
    const at = typeof minute === 'string' ? minute : time(sampleNow + minute * MINUTE);
    return runCommand([command, '--url', URL, '--at', at, ...more], {}, { home });
  };
  const json = async (command: string, minute: number) => {
    const { code, stdout } = await run(command, minute, '--format', 'json');
    return { code, told: JSON.parse(stdout) };
  };

  const early = await json('snapshot', 5);
  const { value } = sampleState().dashboard;
  expect(early.told).toMatchObject({
    at: time(sampleNow + 5 * MINUTE),
    totals: { viewers: { value: value?.viewersStats?.total?.value }, inTotalBytes: null },
    problems: [{ key: sampleProblem().key }],
    resources: { dashboard: { ok: true } },
  });
  expect((await json('snapshot', 12)).told.problems).toEqual([]);
  const unread = { partial: true, resources: { dashboard: { ok: false, error: { code: 'TIMEOUT' } } } };
  expect(await json('snapshot', 17)).toMatchObject({ code: 1, told: unread });
  expect((await run('snapshot', 5, '--format', 'table')).stdout).toContain(time(sampleNow + 5 * MINUTE));

  const critical = { at: time(sampleNow + 5 * MINUTE), status: 'CRITICAL', polls: 0 };
  expect(await json('check', 5)).toMatchObject({ code: 2, told: critical });
  const well = { status: 'OK', problems: [], unread: [] };
  expect(await json('check', 12)).toMatchObject({ code: 0, told: well });
  const notRead = [expect.stringMatching(/^dashboard: not read from .*TIMEOUT/)];
  expect(await json('check', 17)).toMatchObject({ code: 3, told: { unread: notRead } });

  for (const [minute, words] of [
    [-600, /the history has 2026-01-15 .* to .*, and not 2026-01-15/],
    // Nothing was written since: what stood is not over.
    [59.5, /the history has 2026-01-15 .* to .*, and not 2026-01-15/],
    [40, /the cluster was not watched from .* to .* \(NOT_WATCHED\)/],
    ['2999-01-01', /2999-01-01 .* is in the future/],
    ['noon', /--at takes a time such as/],
  ] as const) {
    const snapshot = await run('snapshot', minute);
    expect([snapshot.code, snapshot.stdout]).toEqual([2, '']);
    expect(snapshot.stderr).toMatch(words);
    const check = await run('check', minute);
    expect(check.code).toBe(3);
    expect(check.stdout).toMatch(/^CASTWATCH UNKNOWN - .*\n$/);
    expect(check.stdout).toMatch(words);
  }
  const none = await runCommand(['check', '--url', 'https://never.example', '--at', '1h'], {}, { home });
  expect([none.code, none.stdout]).toEqual([3, expect.stringMatching(/there is no history/)]);
});
