import { expect, test } from 'vitest';
import type { ClusterState } from '../../src/cluster/state.ts';
import { defaultThresholds as t } from '../../src/triage/thresholds.ts';
import { worded } from '../support/sample-problem.ts';
import {
  application,
  bench,
  type Change,
  cluster,
  cpuOf,
  journal,
  manyStreams,
  raised,
  stream,
  swept,
  sweptApplications,
} from './support.ts';

const cpu = (cpuUsage: number) => cluster([cpuOf('edge-1', cpuUsage)]);

test('a value that swings around its threshold raises one problem, once', () => {
  const b = bench();
  let most = 0;
  for (let step = 0; step < 900; step++) {
    const { problems } = b.step(2_000, cpu(step % 2 === 0 ? t.cpuWarn + 1 : t.cpuWarn - 1));
    most = Math.max(most, problems.length);
  }
  expect(most).toBe(1);
  expect(raised(b.triage.state())).toEqual(['warning server-hot:edge-1']);
  expect(b.triage.state().cleared).toEqual([]);
});

test('a problem is no longer pending, stays between the clear threshold and the threshold, and clears below after its calm time', () => {
  const b = bench();
  b.step(2_000, cpu(30));
  expect(b.during(t.hotFor + 4_000, 2_000, cpu(t.cpuWarn))).toMatchObject({ pending: [], problems: [{}] });
  expect(raised(b.during(600_000, 2_000, cpu(t.cpuWarn - t.clearMargin)))).toHaveLength(1);
  expect(raised(b.during(t.hotClearFor, 2_000, cpu(t.cpuWarn - t.clearMargin - 1)))).toHaveLength(1);
  expect(raised(b.during(4_000, 2_000, cpu(t.cpuWarn - t.clearMargin - 1)))).toEqual([]);
});

test('a warning that becomes critical is the same problem, and one critical sample is not enough', () => {
  const b = bench();
  b.during(60_000, 2_000, cpu(92));
  const since = b.triage.state().problems[0]?.since;
  expect(raised(b.step(2_000, cpu(99)))).toEqual(['warning server-hot:edge-1']);
  expect(raised(b.step(2_000, cpu(92)))).toEqual(['warning server-hot:edge-1']);
  const [problem] = b.during(60_000, 2_000, cpu(99)).problems;
  expect(problem).toMatchObject({ severity: 'critical', since, measure: { trend: 'rising' } });
  b.during(120_000, 2_000, cpu(91));
  expect(raised(b.triage.state())).toEqual(['warning server-hot:edge-1']);
  expect(b.triage.state().cleared).toEqual([]);
});

test('an acknowledgement holds until the problem clears or becomes worse', () => {
  const b = bench();
  b.during(60_000, 2_000, cpu(92));
  const key = 'server-hot:edge-1';
  const known = b.triage.acknowledge(key, { at: b.now(), note: 'Ann looks' });
  expect(known.problems[0]?.acknowledged).toEqual({ at: b.now(), until: undefined, note: 'Ann looks' });
  const later = b.during(30_000, 2_000, cpu(92));
  expect(later.problems[0]?.acknowledged?.note).toBe('Ann looks');
  expect(b.during(60_000, 2_000, cpu(99)).problems[0]).toMatchObject({ severity: 'critical' });
  expect(b.triage.state().problems[0]?.acknowledged).toBeUndefined();
  b.triage.acknowledge(key, { at: b.now(), note: 'for a minute', until: b.now() + 60_000 });
  expect(b.during(58_000, 2_000, cpu(91)).problems[0]?.acknowledged?.note).toBe('for a minute');
  expect(b.step(2_000, cpu(99)).problems[0]?.acknowledged).toBeUndefined();
  b.triage.acknowledge(key, { at: b.now(), note: 'again' });
  const milder = { severity: 'warning', acknowledged: { note: 'again' } };
  expect(b.during(120_000, 2_000, cpu(91)).problems).toMatchObject([milder]);
  expect(b.triage.unacknowledge(key).problems[0]?.acknowledged).toBeUndefined();
  b.triage.acknowledge(key, { at: b.now(), note: 'once more' });
  b.during(90_000, 2_000, cpu(30));
  expect(b.during(90_000, 2_000, cpu(99)).problems[0]?.acknowledged).toBeUndefined();
});

test('polls of one application or stream do not count for the others', () => {
  const lost = (name: string) => application({ name, clusterConnection: false });
  const bad = (id: string) => stream({ id, streamKey: id, healthScore: 10 });
  const b = bench({ thresholds: { staleWarn: '1h', staleCrit: '1h' } });
  const both = (change: Change, other: Change) =>
    b.step(2_000, (now, step) => ({ ...change(now, step), ...other(now, step) }));
  both(sweptApplications([application({ name: 'a' }), application({ name: 'b' })]), swept(manyStreams(2)));
  both(sweptApplications([lost('a'), lost('b')]), swept([bad('s0'), bad('s1')]));
  const { watchedApplications, watchedStreams } = b.state();
  const watched = <T>(id: string, value: T) => [{ id, value, endedAt: undefined }];
  b.during(300_000, 3_000, (updatedAt) => ({
    watchedApplications: { ...watchedApplications, value: watched('a', lost('a')), updatedAt },
    watchedStreams: { ...watchedStreams, value: watched('s0', bad('s0')), updatedAt },
  }));
  expect(raised(b.triage.state())).toEqual(['critical link:a', 'warning stream-unhealthy:live/s0']);
});

test('a cleared problem keeps its worst moment and the journal entries of it', () => {
  const b = bench();
  const said = journal([{ at: b.now(), object: 'Server: edge-1', message: 'Encoder restarted' }]);
  b.during(60_000, 2_000, (now, step) => ({ ...cpu(99)(now, step), ...said(now) }));
  b.during(90_000, 2_000, (now, step) => ({ ...cpu(91)(now, step), ...said(now) }));
  expect(raised(b.triage.state())).toEqual(['warning server-hot:edge-1']);
  b.during(90_000, 2_000, (now, step) => ({ ...cpu(30)(now, step), ...said(now) }));
  // Newer entries came since then.
  b.during(30_000, 2_000, (now, step) => ({ ...cpu(30)(now, step), ...journal([])(now) }));
  const [cleared] = b.triage.state().cleared;
  expect(worded(cleared)).toMatchObject({ severity: 'critical', reason: 'edge-1: CPU 99%' });
  expect(cleared?.evidence?.entries.map(({ item }) => item.entry.message)).toEqual(['Encoder restarted']);
});

test('a problem of a stream is the same object while nothing changes, and follows the stream to its new id', () => {
  const b = bench();
  const sick = (id: string) => swept([stream({ id, healthScore: 20, healthGrade: 'Bad' })]);
  const [before] = b.during(600_000, 60_000, sick('s1')).problems;
  expect(b.step(60_000, sick('s1')).problems[0]).toBe(before);
  expect(before?.subject).toMatchObject({ id: 's1' });
  expect(b.step(60_000, sick('s2')).problems[0]?.subject).toMatchObject({ id: 's2' });
});

test('after a suspension the program waits before it reports that the login fails', () => {
  const b = bench({ thresholds: { loginFor: '60s', staleWarn: '10h', staleCrit: '10h' } });
  const login = (status: 'ok' | 'failed') => (): Partial<ClusterState> => ({
    session: { ...b.state().session, status },
  });
  b.during(20_000, 2_000, login('ok'));
  b.step(2_000, login('failed'));
  // One sample counts for at most fifteen seconds, however long the program slept.
  expect(raised(b.step(3_600_000, login('failed')))).toEqual([]);
  expect(raised(b.during(60_000, 2_000, login('failed')))).toEqual(['critical session:login']);
});
