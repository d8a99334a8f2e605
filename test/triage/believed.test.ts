import { expect, test } from 'vitest';
import type { Problem, Subject } from '../../src/triage/problem.ts';
import { believe, type Watched } from '../../src/triage/watched.ts';
import { everyKind } from '../support/every-kind.ts';
import { sampleProblem } from '../support/sample-problem.ts';
import { bench, cluster, cpuOf, START } from './support.ts';

const BEGAN = START - 1_800_000;
const hot = cluster([cpuOf('edge-1', 98)]);
const well = cluster([cpuOf('edge-1', 30)]);

/** A loss for half an hour, and a hot server as its effect, as a recorder says. */
const since = { at: BEGAN, known: 'exact' } as const;
const incident = { root: 'loss:viewers', since, severity: 'critical', times: 2 } as const;
const lost = sampleProblem(
  { key: 'loss:viewers', subject: { kind: 'cluster' }, since: BEGAN, noticedAt: BEGAN, incident },
  everyKind.loss,
);
const edge: Subject = { kind: 'server', name: 'edge-1' };
const follows = sampleProblem(
  { key: 'server-hot:edge-1', subject: edge, since: BEGAN + 60_000, noticedAt: BEGAN + 90_000, incident },
  everyKind['server-hot'],
);

/** A triage beside a recorder; `says` is what that says from now on. */
function beside(...problems: readonly Problem[]) {
  let watched: Watched | undefined = { problems, knowsNormal: true };
  const b = bench({ watched: () => watched });
  const says = (next: readonly Problem[] | undefined) => {
    watched = next && { problems: next, knowsNormal: true };
  };
  return { ...b, says };
}
const placesOf = (problems: readonly Problem[]) =>
  problems.map(({ key, since, incident: of }) => [key, since.at, of?.root, of?.since.at, of?.times]);

test('the first step has the incident of the recorder, with its cause and its beginnings', () => {
  const b = beside(lost, follows);
  const expected = [lost, follows].map(({ key, since }) => [key, since.at, lost.key, BEGAN, 2]);
  expect(placesOf(b.step(2_000, hot).problems)).toEqual(expected);
  // What is found here takes the place of what was told, and nothing about it changes.
  expect(placesOf(b.during(60_000, 2_000, hot).problems)).toEqual(expected);
});

test('a problem that was found here, too, keeps its beginning when the recorder is no longer there', () => {
  const b = beside(lost, follows);
  b.during(60_000, 2_000, hot);
  b.says(undefined);
  const { problems } = b.step(2_000, hot);
  expect(problems.map(({ key, since }) => [key, since.at])).toEqual([[follows.key, BEGAN + 60_000]]);
});

test('a problem that only the recorder knows can be acknowledged, and clears when the recorder says so', () => {
  const b = beside(lost);
  b.step(2_000, well);
  const [known] = b.triage.acknowledge(lost.key, { at: START, note: 'known' }).problems;
  expect(known?.acknowledged?.note).toBe('known');
  b.says([]);
  const { key, since } = lost;
  expect(b.step(2_000, well)).toMatchObject({ problems: [], cleared: [{ key, since }] });
});

test('of what began before, the recorder decides what needs time; what began here is told', () => {
  const at = (since: number, key: string) =>
    sampleProblem({ key, subject: { kind: 'server', name: key }, since, noticedAt: since }, everyKind.parted);
  const found = [at(START - 1, 'before'), at(START + 1, 'here')];
  const { problems, under } = believe(found, { problems: [], knowsNormal: true }, START);
  expect([problems.map(({ key }) => key), under]).toEqual([['here'], ['before']]);
});
