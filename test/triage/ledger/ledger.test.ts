import { expect, test } from 'vitest';
import { emptyResource } from '../../../src/cluster/resource.ts';
import { ProblemPlaces } from '../../../src/triage/incidents/place-problems.ts';
import { billAt, billOf, billSince, harmTogether } from '../../../src/triage/ledger/ledger.ts';
import { nameOf } from '../../../src/triage/problem.ts';
import { everyKind } from '../../support/every-kind.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { bench, cluster, edge, record, START } from '../support.ts';

const MINUTE_MS = 60_000;
const lose = (lost: number, minute: number) =>
  sampleProblem({
    key: 'server-gone:edge-1',
    subject: { kind: 'server', name: 'edge-1' },
    since: { at: START, known: 'exact' },
    hit: { viewers: { lost, degraded: minute } },
  });

test('an incident counts the viewer-minutes that it has cost, and goes on where it comes back', () => {
  const places = new ProblemPlaces();
  const b = bench();
  b.step(2_000, cluster([]));
  const minutesAt = (minute: number, lost: number | undefined) => {
    const now = START + minute * MINUTE_MS;
    const [root] = places.place(lost === undefined ? [] : [lose(lost, minute)], b.state(), now);
    const { bill } = root?.hit ?? {};
    return bill && Math.round(billAt(bill, now).viewerMinutes);
  };
  expect(minutesAt(0, 0)).toBeUndefined();
  // Whoever was lost before it was noticed was lost since it began.
  expect(minutesAt(1, 100)).toBe(100);
  expect(minutesAt(3, 40)).toBe(300);
  expect(minutesAt(4, 0)).toBe(340);
  expect(minutesAt(6, 0)).toBe(340);
  expect(minutesAt(7, undefined)).toBeUndefined();
  expect(minutesAt(8, 10)).toBe(340);
  expect(minutesAt(9, 10)).toBe(350);
});

test('a bill names the servers of the lost viewers, none with more than it had, and what is left belongs to nobody', () => {
  const gone = (name: string, viewers: number) => record(edge(name, viewers, 0), START, { goneSince: START });
  const lost = { lost: 500, degraded: 0 };
  const about = { subject: { kind: 'group', name: 'EU' }, hit: { viewers: lost } } as const;
  const { lostOf } = harmTogether([sampleProblem(about)], {
    servers: [gone('edge-1', 300), gone('edge-2', 100)],
    streamSweep: emptyResource(),
  });
  const bill = billOf([], { lost: 500, lostOf, minutes: () => 2, now: START });
  const later = bill && billAt(bill, START + MINUTE_MS);
  const minutes = later?.objects.map(({ object, viewerMinutes }) => `${nameOf(object)} ${viewerMinutes}`);
  expect(minutes).toEqual(['edge-1 900', 'edge-2 300']);
  expect(later?.viewerMinutes).toBe(1_500);
  const ended = bill && billOf([bill], { lost: 0, lostOf: [], minutes: () => 0, now: START + MINUTE_MS });
  expect(ended && billSince(ended, bill)).toMatchObject({ viewerMinutes: 500, lost: 0 });
});

test('what all servers lose alike is lost at each of them, and what nobody knows the place of at none', () => {
  const there = (name: string, viewers: number) => record(edge(name, viewers, 0), START);
  const servers = [there('edge-1', 300), there('edge-2', 100)];
  const ofAll = (alike: number | undefined) => {
    const facts = { of: 'viewers', lost: 80, before: 480, losers: { count: 0, first: [] }, alike } as const;
    const hit = { viewers: { lost: 80, degraded: 0 } };
    const problem = sampleProblem({ subject: { kind: 'cluster' }, hit }, { kind: 'loss', facts });
    const { lostOf } = harmTogether([problem], { servers, streamSweep: emptyResource() });
    return lostOf.map(({ object, lost }) => `${nameOf(object)} ${lost}`);
  };
  expect(ofAll(2)).toEqual(['edge-1 60', 'edge-2 20']);
  expect(ofAll(undefined)).toEqual([]);
});

test('the health of all viewers counts whom a list does not show that is read in part', () => {
  const hit = (degraded: number) => ({ hit: { viewers: { lost: 0, degraded } } });
  const sick = [sampleProblem(hit(48_000)), sampleProblem({ ...everyKind.health, ...hit(208_000) })];
  const harmWith = (truncated: boolean) => {
    const value = { items: new Map(), totalItems: 9_000, completedAt: START, truncated };
    return harmTogether(sick, { servers: [], streamSweep: { ...emptyResource(), value } }).harm;
  };
  expect([harmWith(true)?.degraded, harmWith(false)?.degraded]).toEqual([208_000, 48_000]);
});
