import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/base/durations.ts';
import { openDatabase } from '../../../src/history/database.ts';
import { createHistoryReader } from '../../../src/history/reader.ts';
import { capacityOf } from '../../../src/history/report/capacity.ts';
import { reportOf } from '../../../src/history/report/report.ts';
import { defaultRetention, usedBytes } from '../../../src/history/retention.ts';
import { usualAt } from '../../../src/history/samples/baseline.ts';
import { readPeriodData, sessionPeriods } from '../../../src/history/sessions/availability.ts';
import { SAME_SESSION_MS, type StreamSession } from '../../../src/history/sessions/stream-sessions.ts';
import type { ScenarioName } from '../../../src/simulator/scenarios.ts';
import { type Run, recordDays } from './recorded-days.ts';

/** Entries a second; `history` measures scenarios with a hundred times more. */
const JOURNAL_RATE = 0.2;
const SCENARIOS: readonly ScenarioName[] = ['steady', 'incident', 'daily', 'sick', 'peak'];

/**
 * Days of a cluster in Berlin, half of them around the change to summer time and half around the change back: a run of
 * three days each, with a night in between in which nothing is watched, and clocks that are set.
 */
function runsOf(days: number): readonly Run[] {
  const length = Math.min(3, days / 2);
  return [Date.UTC(2026, 2, 28), Date.UTC(2026, 9, 24)].flatMap((start) =>
    Array.from(
      { length: Math.round(days / 2 / length) },
      (_, index): Run => ({
        from: start + index * length * DAY_MS,
        lengthMs: length * DAY_MS - 6 * HOUR_MS,
        scenario: SCENARIOS[index % SCENARIOS.length] ?? 'steady',
        clockStepMs: [0, HOUR_MS / 2, -HOUR_MS / 2][index] ?? 0,
      }),
    ),
  );
}

/** Size of this many days, and the time of each query, ms. */
export async function month(days: string) {
  process.env.TZ = 'Europe/Berlin';
  const directory = await mkdtemp(join(tmpdir(), 'castwatch-bench-month-'));
  const path = join(directory, 'history.db');
  try {
    const runs = runsOf(Number(days));
    const cpu = process.cpuUsage();
    const truth = await recordDays({
      path,
      runs,
      roundMs: MINUTE_MS,
      retention: defaultRetention,
      servers: 12,
      streams: 60,
      journalRate: JOURNAL_RATE,
    });
    const { user, system } = process.cpuUsage(cpu);
    const db = await openDatabase(path, { create: false });
    const reader = createHistoryReader(db);
    const to = reader.range()?.to ?? 0;
    const times: Record<string, number> = {};
    const time = async (what: string, work: () => unknown) => {
      const before = performance.now();
      await work();
      times[what] = performance.now() - before;
    };
    for (const hours of [1 / 6, 1, 6, 24, 7 * 24, 30 * 24])
      await time(`chart of ${hours < 1 ? '10 min' : `${hours} h`}`, () =>
        reader.series.read({ kind: 'total', name: 'cluster', column: 'viewers' }, to - hours * HOUR_MS, to),
      );
    await time('usual at this hour', () =>
      usualAt(reader.series, { kind: 'total', name: 'cluster', column: 'viewers' }, to),
    );
    for (const span of [1, 7, 30])
      await time(`sessions of ${span} d`, async () => {
        const period = { from: to - span * DAY_MS, to };
        sessionPeriods(await readPeriodData(reader, period), period);
      });
    await time('capacity', () => capacityOf(reader.series, to, []));
    await time('report of an hour', () => reportOf(reader, 'bench', { from: to - HOUR_MS, to }));
    await time('report of a week', () => reportOf(reader, 'bench', { from: to - 7 * DAY_MS, to }));
    for (const days of [1, 13])
      await time(`an hour, ${days} d ago: chart, servers, streams, journal, problems`, async () => {
        const at = to - days * DAY_MS;
        reader.series.read({ kind: 'total', name: 'cluster', column: 'viewers' }, at - HOUR_MS, at);
        await reader.rows('server', reader.series.names('server'), at, 16 * MINUTE_MS);
        await reader.rows('stream', reader.series.names('stream'), at, 16 * MINUTE_MS);
        reader.journal(at - HOUR_MS, at);
        reader.problems(at - HOUR_MS, at);
      });
    await time('problems of 30 d', () => reader.problems(to - 30 * DAY_MS, to));
    await time('next problem', () => reader.markBeside(to - 20 * DAY_MS, 1));
    const whole = db.sql('PRAGMA integrity_check').get()?.integrity_check === 'ok';
    const bytes = usedBytes(db);
    const gaps = reader.gaps(0, to).filter(({ resource }) => resource === 'watching').length;
    const sessions = await reader.streamSessions(0, to);
    // A stream that returned within ten minutes is the same session; where nobody watched, the absence may be longer.
    const returns = reader
      .streamAbsences(0, to)
      .filter(({ began, ended }) => ended && ended.to - began.from <= SAME_SESSION_MS).length;
    const told = (of: (session: StreamSession) => number) =>
      sessions.reduce((total, session) => total + of(session), 0);
    const off = {
      publishedMs: told(({ watchedMs }) => watchedMs) / truth.publishedMs - 1,
      viewerMs: told(({ viewerMs }) => viewerMs) / truth.viewerMs - 1,
      publishings: (sessions.length + returns) / truth.publishings - 1,
    };
    db.close();
    return { runs: runs.length, gaps, whole, bytes, cpuS: (user + system) / 1e6, times, truth, off };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
