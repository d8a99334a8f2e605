import { expect, test } from 'vitest';
import { ProblemPlaces } from '../../../src/triage/incidents/place-problems.ts';
import { viewerMinutes } from '../../../src/triage/ledger/ledger.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { bench, cluster, START } from '../support.ts';

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
  const billAt = (minute: number, lost: number | undefined) => {
    const now = START + minute * MINUTE_MS;
    const [root] = places.place(lost === undefined ? [] : [lose(lost, minute)], b.state(), now);
    const { bill } = root?.hit ?? {};
    return bill && Math.round(viewerMinutes(bill, now));
  };
  expect(billAt(0, 0)).toBeUndefined();
  // Whoever was lost before it was noticed was lost since it began.
  expect(billAt(1, 100)).toBe(100);
  expect(billAt(3, 40)).toBe(300);
  expect(billAt(4, 0)).toBe(340);
  expect(billAt(6, 0)).toBe(340);
  expect(billAt(7, undefined)).toBeUndefined();
  expect(billAt(8, 10)).toBe(340);
  expect(billAt(9, 10)).toBe(350);
});
