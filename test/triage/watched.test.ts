import { expect, test } from 'vitest';
import { judgeLooks } from '../../src/triage/one-shot.ts';
import { type Problem, partOf } from '../../src/triage/problem.ts';
import { mergeThresholds } from '../../src/triage/thresholds.ts';
import { withWatched } from '../../src/triage/watched.ts';
import { everyKind } from '../support/every-kind.ts';
import { sampleProblem } from '../support/sample-problem.ts';
import { sampleState } from '../support/sample-state.ts';
import { cluster, cpuOf, START } from './support.ts';

const state = { ...sampleState(), ...cluster([cpuOf('edge-1', 98)])(START, 0) };
const one = judgeLooks([{ state, at: START }], mergeThresholds(), []);
const hot = one.problems.find(({ key }) => key === 'server-hot:edge-1') as Problem;
const lost = sampleProblem({ key: 'loss:viewers', subject: { kind: 'cluster' } }, everyKind.loss);

function keys(watched: readonly Problem[]): readonly string[] {
  return withWatched(one, { problems: watched, knowsNormal: true }).problems.map(({ key }) => key);
}

test('the problems of one look include a loss that only the monitor can know', () => {
  expect(one.problems.map(({ key }) => key)).not.toContain('loss:viewers');
  expect(keys([lost])).toContain('loss:viewers');
});

test('what needs time is kept of one look where the monitor was not asked for the whole cluster', () => {
  const seen = { ...one, problems: [lost] };
  const kept = (isPart: boolean) => withWatched(seen, { problems: [], knowsNormal: true, isPart }).problems;
  expect([kept(true), kept(false)]).toMatchObject([[{ key: lost.key }], []]);
});

test('servers of one look that the monitor saw become hot together are its row', () => {
  const named = (name: string): Problem => {
    return { ...hot, key: `server-hot:${name}`, subject: { kind: 'server', name } };
  };
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
  const since = { at: START - 120_000, known: 'exact' } as const;
  const incident = { root: lost.key, since, severity: 'critical', times: 3 } as const;
  const watched = [lost, { ...hot, since }].map((each) => ({ ...each, incident }));
  const { problems } = withWatched(one, { problems: watched, knowsNormal: true });
  const known = { root: lost.key, since, times: 3 };
  expect(problems.find(({ key }) => key === hot.key)?.incident).toMatchObject(known);
});

test('everything was judged only when the monitor knows the usual values', () => {
  const judged = (knowsNormal: boolean) => withWatched(one, { problems: [], knowsNormal }).notJudged;
  expect(judged(true)).toEqual([]);
  expect(judged(false)).toEqual(one.notJudged);
});
