import { expect, test } from 'vitest';
import { createHistory } from '../../src/cluster/create-history.ts';
import type { Dashboard } from '../../src/protocol/dashboard.ts';
import { judgeLooks } from '../../src/triage/one-shot.ts';
import { mergeThresholds, defaultThresholds as t } from '../../src/triage/thresholds.ts';
import { namedRows } from './rules/family.ts';
import { limits } from './rules/limits.ts';
import { links } from './rules/links.ts';
import { servers } from './rules/servers.ts';
import { streams } from './rules/streams.ts';
import { bench, cluster, cpuOf, raised, recorded, stream, swept } from './support.ts';

/*
 * A monitor starts while the cluster is in trouble: the problem has lasted for an unknown time, so it is reported at
 * once, as `check` does.
 */

const cpu = (cpuUsage: number) => cluster([cpuOf('edge-1', cpuUsage)]);
const sick = stream({ healthScore: 20, healthGrade: 'Bad' });

test.each(namedRows([servers, limits, streams, links]))(
  '$name: what check reports is reported within ten seconds of a start',
  ({ bad, every }) => {
    const b = bench();
    const polls = Math.max(1, Math.floor(10_000 / every));
    for (let poll = 0; poll < polls; poll++) b.step(Math.min(every, 10_000), bad);
    const known = new Set(raised(b.triage.state()));
    const { problems } = judgeLooks([{ state: b.state(), at: b.now() }], mergeThresholds(), []);
    // One look compares a low bitrate with the mean of the stream, a monitor with what it has seen.
    for (const { key, severity, kind: rule } of problems)
      if (rule !== 'ingest-bitrate') expect(known).toContain(`${severity} ${key}`);
  },
);

test('a fall that the dashboard itself shows is reported by the first poll, and by check alike', () => {
  const b = bench();
  const viewers = [1_000, 1_000, 1_000, 1_000, 1_000, 760, 760];
  const data = viewers.map((value, n) => ({ timestamp: b.now() - 10_000 * (viewers.length - n), value }));
  const viewersStats = { total: { value: 760, limit: null }, viewerCountHistory: { data } };
  b.step(2_000, recorded(createHistory(), cluster([], { viewersStats } as Partial<Dashboard>)));
  expect(raised(b.triage.state())).toEqual(['critical loss:viewers']);
  const { problems } = judgeLooks([{ state: b.state(), at: b.now() }], mergeThresholds(), []);
  expect(problems.map(({ key, severity }) => `${severity} ${key}`)).toEqual(raised(b.triage.state()));
});

test('a problem older than the watch says so while it stands and after it has cleared', () => {
  const b = bench();
  b.step(2_000, cpu(92));
  const began = b.now();
  expect(raised(b.triage.state())).toEqual([]);
  const { problems } = b.step(2_000, cpu(92));
  expect(problems).toMatchObject([{ since: { at: began, known: 'before' }, severity: 'warning' }]);
  const since = { at: began, known: 'before' };
  expect(b.during(600_000, 2_000, cpu(99)).problems).toMatchObject([{ since }]);
  expect(b.during(120_000, 2_000, cpu(30)).cleared).toMatchObject([{ since }]);
});

test('a good sample among the first ones, or a later beginning, makes the problem wait for its time', () => {
  const b = bench();
  b.step(2_000, cpu(92));
  b.step(2_000, cpu(30));
  expect(raised(b.during(t.hotFor - 4_000, 2_000, cpu(92)))).toEqual([]);
  const { problems } = b.during(8_000, 2_000, cpu(92));
  expect(raised(b.triage.state())).toHaveLength(1);
  expect(problems[0]?.since.known).toBe('exact');
});

test('a warning of the first look becomes critical only after its time', () => {
  const b = bench();
  b.during(4_000, 2_000, cpu(92));
  expect(raised(b.during(t.hotFor - 4_000, 2_000, cpu(99)))).toEqual(['warning server-hot:edge-1']);
  expect(raised(b.during(8_000, 2_000, cpu(99)))).toEqual(['critical server-hot:edge-1']);
});

test('a list that is read once a minute counts as first look when it was read whole; later streams do not', () => {
  const b = bench();
  expect(raised(b.step(3_000, swept([sick])))).toEqual(['warning stream-unhealthy:live/news']);
  const late = { ...sick, id: 's2', streamKey: 'late' };
  expect(raised(b.step(60_000, swept([sick, late])))).toEqual(['warning stream-unhealthy:live/news']);
});

test('a first look counts again after a sleep, but not after a short silence', () => {
  const b = bench();
  const hotAfter = (silence: number) => {
    b.during(120_000, 2_000, cpu(30));
    b.step(silence, cpu(92));
    return b.step(2_000, cpu(92)).problems.find(({ kind }) => kind === 'server-hot')?.since.known;
  };
  expect([hotAfter(300_000), hotAfter(300_001)]).toEqual([undefined, 'before']);
  expect(hotAfter(8 * 3_600_000)).toBe('before');
});

test('a login that has just begun is not reported as hanging', () => {
  const b = bench();
  const waiting = () => ({ session: { ...b.state().session, status: 'logging-in' as const } });
  b.step(100, waiting);
  expect(raised(b.during(t.loginFor - 1_000, 1_000, waiting))).toEqual([]);
});
