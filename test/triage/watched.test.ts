import { expect, test } from 'vitest';
import { judgeLooks, type Look } from '../../src/triage/one-shot.ts';
import { type Problem, partOf } from '../../src/triage/problem.ts';
import { mergeThresholds } from '../../src/triage/thresholds.ts';
import { withWatched } from '../../src/triage/watched.ts';
import { everyKind } from '../support/every-kind.ts';
import { sampleProblem } from '../support/sample-problem.ts';
import { sampleState } from '../support/sample-state.ts';
import { cluster, START, server } from './support.ts';

const state = {
  ...sampleState(),
  ...cluster([server('edge-1', { serverStats: { cpuUsage: 98 } })])(START, 0),
};
const look: Look = { state, at: START };
const one = judgeLooks([look], mergeThresholds(), []);
const hot = one.problems.find(({ key }) => key === 'server-hot:edge-1') as Problem;
const lost = sampleProblem({ key: 'loss:viewers', subject: { kind: 'cluster' } }, everyKind.loss);

function keys(watched: readonly Problem[]): readonly string[] {
  const { problems } = withWatched(one, { problems: watched, knowsNormal: true });
  return problems.map(({ key }) => key);
}

test('the problems of one look include a loss that only the monitor can know', () => {
  expect(one.problems.map(({ key }) => key)).not.toContain('loss:viewers');
  expect(keys([lost])).toContain('loss:viewers');
});

test('what needs time is kept of one look where the monitor was not asked for the whole cluster', () => {
  const keysOf = (isPart: boolean) =>
    withWatched({ ...one, problems: [lost] }, { problems: [], knowsNormal: true, isPart }).problems.map(
      ({ key }) => key,
    );
  expect([keysOf(true), keysOf(false)]).toEqual([[lost.key], []]);
});

test('servers of one look that the monitor saw become hot together are its row', () => {
  const named = (name: string) => ({
    ...hot,
    key: `server-hot:${name}`,
    subject: { kind: 'server', name } as const,
  });
  const all = ['a', 'b', 'c'].map(named);
  const folded = { count: 3, first: all.map((each) => partOf(each, 'server-hot:many/edge')) };
  const row = { ...hot, key: 'server-hot:many/edge', subject: { kind: 'cluster' } as const, folded };
  const rowsOf = (problems: readonly Problem[]) =>
    withWatched({ ...one, problems }, { problems: [row], knowsNormal: true }).problems.map(({ key }) => key);
  expect(rowsOf([...all, named('d')])).toEqual(['server-hot:d', row.key]);
});

test('a problem stands as long, and is as severe, as the monitor says', () => {
  const near = { ...hot, key: 'server-hot:edge-9', subject: { kind: 'server', name: 'edge-9' } } as const;
  expect(keys([near])).toContain('server-hot:edge-9');
  const mild = { ...one, problems: [{ ...hot, severity: 'warning' } as const] };
  const worse = { problems: [{ ...hot, severity: 'critical' } as const], knowsNormal: true };
  expect(withWatched(mild, worse).problems.map(({ severity }) => severity)).toEqual(['critical']);
});

test('a problem that both know has the beginning that the monitor knows', () => {
  const known = { ...hot, since: { at: START - 90_000, known: 'exact' }, noticedAt: START - 80_000 } as const;
  const { problems } = withWatched(one, { problems: [known], knowsNormal: true });
  const found = problems.find(({ key }) => key === hot.key);
  expect(found).toMatchObject({ since: known.since, noticedAt: known.noticedAt, facts: hot.facts });
});

test('a problem stays in the incident that the monitor knows', () => {
  const incident = {
    root: lost.key,
    since: { at: START - 120_000, known: 'exact' },
    severity: 'critical',
    times: 3,
  } as const;
  const { since } = incident;
  const watched = [
    { ...lost, incident },
    { ...hot, since, incident },
  ];
  const { problems } = withWatched(one, { problems: watched, knowsNormal: true });
  expect(problems.find(({ key }) => key === hot.key)?.incident).toMatchObject({
    root: lost.key,
    since,
    times: 3,
  });
});

test('a loss that one look sees, and the watching program explains or saw end, is not listed', () => {
  const seen = { ...one, problems: [lost] };
  expect(withWatched(seen, { problems: [], knowsNormal: true }).problems).toEqual([]);
});

test('everything was judged only when the monitor knows the usual values', () => {
  const judged = (knowsNormal: boolean) => withWatched(one, { problems: [], knowsNormal }).notJudged;
  expect(judged(true)).toEqual([]);
  expect(judged(false)).toEqual(one.notJudged);
});
