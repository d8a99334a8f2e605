import { expect, test } from 'vitest';
import type { ClusterState } from '../../../src/cluster/state.ts';
import { fleetTotals } from '../../../src/views/fleet/figures.ts';
import { fleetRows } from '../../../src/views/fleet/member.ts';
import { everyKind } from '../../support/every-kind.ts';
import { fleetMember, silentState, troubled } from '../../support/fleet-members.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';

function refused(): ClusterState {
  const state = sampleState();
  return { ...state, session: { ...state.session, status: 'refused', message: 'wrong password' } };
}

const critical = troubled(sampleProblem({ severity: 'critical' }));
const warning = troubled(sampleProblem({ severity: 'warning' }));

test('clusters are listed worst first, and equal ones stay in the order of the configuration', () => {
  const members = [
    fleetMember('calm'),
    fleetMember('warned', { triage: warning }),
    fleetMember('silent', { state: silentState() }),
    fleetMember('broken', { triage: critical }),
    fleetMember('also calm'),
    fleetMember('also broken', { triage: critical }),
  ];
  const rows = fleetRows(members, sampleNow);
  const verdicts = ['critical broken', 'critical also broken', 'unknown silent', 'warning warned'];
  const order = [...verdicts, 'ok calm', 'ok also calm'];
  expect(rows.map(({ member, verdict }) => `${verdict} ${member.name}`)).toEqual(order);
});

test.each([
  ['does not answer', { state: silentState() }, 'no answer within 10 s'],
  ['refused the login', { state: refused() }, 'login refused: wrong password'],
  ['is paused', { paused: 'paused: it sent too much' }, 'paused: it sent too much'],
])('a cluster that %s has no figures and no verdict of its last state', (_, changes, words) => {
  const [row] = fleetRows([fleetMember('eu', { triage: critical, ...changes })], sampleNow);
  expect(row).toMatchObject({ verdict: 'unknown', problem: undefined, figures: undefined });
  expect(row?.doubt).toContain(words);
});

test('totals name the clusters that they do not include', () => {
  const one = fleetTotals(fleetRows([fleetMember('eu')], sampleNow));
  const members = [fleetMember('eu'), fleetMember('us', { state: silentState() })];
  const both = fleetTotals(fleetRows(members, sampleNow));
  expect(one.sums.viewers).toBeGreaterThan(0);
  expect(both).toEqual({ ...one, without: ['us'] });
});

test.each(['stale', 'session'] as const)('silent, it is critical once its problem of kind %s is', (kind) => {
  const triage = troubled(sampleProblem({ severity: 'critical' }, everyKind[kind]));
  const verdict = (paused?: string) =>
    fleetRows([fleetMember('eu', { triage, state: silentState(), paused })], sampleNow)[0]?.verdict;
  expect([verdict(), verdict('paused: it sent too much')]).toEqual(['critical', 'unknown']);
});
