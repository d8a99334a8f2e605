import { expect, test } from 'vitest';
import type { Severity } from '../../../src/triage/problem.ts';
import { fleetIncidents, fleetProblems, rowsByProblem } from '../../../src/views/fleet/common.ts';
import { fleetJournal } from '../../../src/views/fleet/journal.ts';
import { fleetRows } from '../../../src/views/fleet/member.ts';
import { fleetProblemRows, incidentWords } from '../../../src/views/fleet/rows.ts';
import { ShownOrders } from '../../../src/views/lists/steady-order.ts';
import { fleetMember, troubled } from '../../support/fleet-members.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';

const SECOND = 1_000;

function problemsOf(began: Readonly<Record<string, Parameters<typeof sampleProblem>[0]>>) {
  const members = Object.entries(began).map(([name, problem]) =>
    fleetMember(name, { triage: troubled(sampleProblem(problem)) }),
  );
  return fleetProblems(fleetRows(members, sampleNow));
}

test('the same kind of problem beginning within a minute on several clusters is one incident', () => {
  const since = sampleNow - 300 * SECOND;
  const problems = problemsOf({
    eu: { since: since + 40 * SECOND },
    us: { since },
    ap: { since: since + 200 * SECOND },
  });
  const [incident, ...others] = fleetIncidents(problems);
  expect(others).toEqual([]);
  expect(incident?.parts.map(({ cluster }) => cluster)).toEqual(['us', 'eu']);
  expect(incident && incidentWords(incident)).toMatch(/ on 2 clusters since /);
  const rows = fleetProblemRows(problems);
  expect(rows.map((row) => (row.kind === 'incident' ? 'incident' : row.cluster)).join(' ')).toBe(
    'incident us eu ap',
  );
});

test('the row of a cluster has the problem with which it is first named in the list of all', () => {
  const at = (seconds: number) => sampleNow - seconds * SECOND;
  const hurt = (count: number) => ({ viewers: { lost: count, degraded: 0 } });
  const drawn = (key: string, changes: Parameters<typeof sampleProblem>[0]) =>
    sampleProblem({ key, ...changes });
  const rows = fleetRows(
    [
      fleetMember('eu', {
        triage: troubled(
          drawn('common', { severity: 'critical', since: at(60), hit: hurt(50_000) }),
          drawn('older', { severity: 'warning', since: at(600) }),
        ),
      }),
      // Its own problem is worse than its part of the common one, and less bad than the common one elsewhere.
      fleetMember('us', {
        triage: troubled(
          drawn('own', { severity: 'critical', since: at(900), hit: hurt(20) }),
          drawn('common', { severity: 'warning', since: at(50) }),
        ),
      }),
      fleetMember('ap', {
        triage: troubled(drawn('alone', { severity: 'critical', since: at(2_000), hit: hurt(9_000) })),
      }),
      // Triage keeps rows in their places for some time: the order is that of the cluster.
      fleetMember('sa', {
        triage: troubled(
          drawn('kept', { severity: 'warning', since: at(3_000) }),
          drawn('new', { severity: 'critical', since: at(4_000) }),
        ),
      }),
    ],
    sampleNow,
  );
  const listed = fleetProblemRows(fleetProblems(rows)).map((row) =>
    row.kind === 'incident' ? 'incident' : `${row.cluster} ${row.problem.key}`,
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
    const member = (name: string, viewers: number, minutes: number) =>
      fleetMember(name, {
        triage: troubled(
          sampleProblem({
            since: sampleNow - minutes * 60 * SECOND,
            hit: { viewers: { lost: viewers, degraded: 0 } },
          }),
        ),
      });
    const rows = fleetRows([member('eu', eu, 5), member('us', us, 10)], sampleNow);
    return fleetProblems(rows, shown).map(({ cluster }) => cluster);
  };
  expect(order(310, 312)).toEqual(['us', 'eu']);
  expect(order(320, 312)).toEqual(['us', 'eu']);
  expect(order(325, 305)).toEqual(['us', 'eu']);
  expect(order(900, 305)).toEqual(['eu', 'us']);
});

test.each([
  ['more viewers', { eu: hurting(40), us: hurting(9_000), ap: hurting(2) }],
  ['a worse level', { eu: hurting(9_000, 'warning'), us: hurting(2), ap: hurting(9_000, 'info') }],
  ['an earlier beginning', { eu: hurting(40), us: hurting(40, 'critical', 600), ap: hurting(40) }],
])('with %s a cluster is the first row and named above all', (_, clusters) => {
  const members = Object.entries(clusters).map(([name, problem]) =>
    fleetMember(name, { triage: troubled(problem) }),
  );
  const rows = fleetRows(members, sampleNow);
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
