import { expect, test } from 'vitest';
import type { Problem, Severity } from '../../../src/triage/problem.ts';
import { fleetIncidents, fleetProblems, rowsByProblem } from '../../../src/views/fleet/common.ts';
import { fleetJournal } from '../../../src/views/fleet/journal.ts';
import { fleetRows } from '../../../src/views/fleet/member.ts';
import { fleetProblemRows, incidentWords } from '../../../src/views/fleet/rows.ts';
import { ShownOrders } from '../../../src/views/lists/steady-order.ts';
import { fleetMember, troubled } from '../../support/fleet-members.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';

const SECOND = 1_000;

/** Clusters with these problems. */
function rowsOf(clusters: Readonly<Record<string, readonly Problem[]>>) {
  const members = Object.entries(clusters).map(([name, problems]) =>
    fleetMember(name, { triage: troubled(...problems) }),
  );
  return fleetRows(members, sampleNow);
}

function problemsOf(began: Readonly<Record<string, Parameters<typeof sampleProblem>[0]>>) {
  const clusters = Object.entries(began).map(([name, problem]) => [name, [sampleProblem(problem)]]);
  return fleetProblems(rowsOf(Object.fromEntries(clusters)));
}

test('the same kind of problem beginning within a minute on several clusters is one incident', () => {
  const since = sampleNow - 300 * SECOND;
  const later = (seconds: number) => ({ since: since + seconds * SECOND });
  const problems = problemsOf({ eu: later(40), us: later(0), ap: later(200) });
  const [incident, ...others] = fleetIncidents(problems);
  expect(others).toEqual([]);
  expect(incident?.parts.map(({ cluster }) => cluster)).toEqual(['us', 'eu']);
  expect(incident && incidentWords(incident)).toMatch(/ on 2 clusters since /);
  const rows = fleetProblemRows(problems).map((row) => ('cluster' in row ? row.cluster : row.kind));
  expect(rows.join(' ')).toBe('incident us eu ap');
});

test('the row of a cluster has the problem with which it is first named in the list of all', () => {
  const at = (seconds: number) => sampleNow - seconds * SECOND;
  const hurt = (count: number) => ({ viewers: { lost: count, degraded: 0 } });
  const drawn = (key: string, severity: Severity, seconds: number, lost?: number) =>
    sampleProblem({ key, severity, since: at(seconds), ...(lost && { hit: hurt(lost) }) });
  const members = {
    eu: [drawn('common', 'critical', 60, 50_000), drawn('older', 'warning', 600)],
    // Its own problem is worse than its part of the common one, and less bad than the common one elsewhere.
    us: [drawn('own', 'critical', 900, 20), drawn('common', 'warning', 50)],
    ap: [drawn('alone', 'critical', 2_000, 9_000)],
    // Triage keeps rows in their places for some time: the order is that of the cluster.
    sa: [drawn('kept', 'warning', 3_000), drawn('new', 'critical', 4_000)],
  };
  const rows = rowsOf(members);
  const listed = fleetProblemRows(fleetProblems(rows)).map((row) =>
    'cluster' in row ? `${row.cluster} ${row.problem.key}` : row.kind,
  );
  const order = 'us own, incident, eu common, us common, ap alone, sa kept, sa new, eu older';
  expect(listed.join(', ')).toBe(order);
  for (const { member, problem } of rows)
    expect(listed.find((one) => one.startsWith(`${member.name} `))).toBe(`${member.name} ${problem?.key}`);
});

test('problems of two clusters stay where they are while their viewers vary, and swap on a real change', () => {
  const shown = new ShownOrders(() => 0);
  // 316 viewers are the end of a step, which a figure may cross with each poll.
  const order = (eu: number, us: number) => {
    const rows = rowsOf({ eu: [hurting(eu, 'critical', 300)], us: [hurting(us, 'critical', 600)] });
    return fleetProblems(rows, shown).map(({ cluster }) => cluster);
  };
  expect(order(310, 312)).toEqual(['us', 'eu']);
  expect(order(320, 312)).toEqual(['us', 'eu']);
  expect(order(325, 305)).toEqual(['us', 'eu']);
  expect(order(900, 305)).toEqual(['eu', 'us']);
});

test.each([
  ['more viewers', hurting(40), hurting(9_000), hurting(2)],
  ['a worse level', hurting(9_000, 'warning'), hurting(2), hurting(9_000, 'info')],
  ['an earlier beginning', hurting(40), hurting(40, 'critical', 600), hurting(40)],
])('with %s a cluster is the first row and named above all', (_, eu, us, ap) => {
  const rows = rowsOf({ eu: [eu], us: [us], ap: [ap] });
  const problems = fleetProblems(rows);
  expect(problems[0]?.cluster).toBe('us');
  expect(rowsByProblem(rows, problems)[0]?.member.name).toBe('us');
});

function hurting(lost: number, severity: Severity = 'critical', ageS = 60) {
  const since = { at: sampleNow - ageS * SECOND, known: 'exact' } as const;
  return sampleProblem({ severity, since, hit: { viewers: { lost, degraded: 0 } } });
}

test('what follows from another problem is not compared', () => {
  const since = { at: sampleNow - 60 * SECOND, known: 'exact' } as const;
  const incident = { root: 'another cause', since, severity: 'critical', times: 1 } as const;
  expect(fleetIncidents(problemsOf({ eu: { since, incident }, us: { since, incident } }))).toEqual([]);
});

test('entries of all journals are ordered by one clock', () => {
  const state = sampleState();
  const ahead = fleetMember('ahead', { state: { ...state, clockSkew: 60 * SECOND } });
  const entries = fleetJournal([fleetMember('right'), ahead]);
  const right = entries.find(({ cluster }) => cluster === 'right');
  const same = entries.find(({ cluster, item }) => cluster === 'ahead' && item.key === right?.item.key);
  expect(right && same && right.at - same.at).toBe(60 * SECOND - (state.clockSkew ?? 0));
  expect(entries.map(({ at }) => at)).toEqual(entries.map(({ at }) => at).toSorted((a, b) => b - a));
});
