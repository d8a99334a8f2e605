import fc from 'fast-check';
import { expect, test } from 'vitest';
import { incidentsOf } from '../../../src/triage/incidents/incident.ts';
import { ProblemPlaces } from '../../../src/triage/incidents/place-problems.ts';
import type { ProblemKind } from '../../../src/triage/kind-facts.ts';
import { type Problem, type Severity, type Subject, viewersHit } from '../../../src/triage/problem.ts';
import { isStandingRemark } from '../../../src/triage/rank.ts';
import { everyKind } from '../../support/every-kind.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { bench, cluster, edge, START, server } from '../support.ts';

/*
 * What holds for any problems: seconds count from the start, subjects are servers of two groups, their group or the
 * whole cluster.
 */

const NOW = START + 600_000;
const edges = ['edge-1', 'edge-2', 'edge-3'].map((name) => edge(name, 100, 1e6));
const origin = server('origin-1', { applications: [{ name: 'live', type: 'origin' }] });
const b = bench();
b.step(2_000, cluster([...edges, origin], { viewersStats: { total: { value: 10_000, limit: null } } }));
const state = b.state();

const subjects: readonly Subject[] = [
  ...['edge-1', 'edge-2', 'edge-3', 'origin-1'].map((name) => ({ kind: 'server', name }) as const),
  { kind: 'group', name: 'EU' },
  { kind: 'application', name: 'live' },
  { kind: 'cluster' },
];
const severities: readonly Severity[] = ['info', 'warning', 'critical'];
const kinds = Object.keys(everyKind) as readonly ProblemKind[];

const drawn = fc.record({
  kind: fc.constantFrom(...kinds),
  subject: fc.constantFrom(...subjects),
  severity: fc.constantFrom(...severities),
  // Many are just within, or just beyond, the time in which one may follow from another.
  seconds: fc.constantFrom(0, 10, 285, 295, 305, 315, 590),
  viewers: fc.integer({ min: 0, max: 9_000 }),
});
type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never;

function problemOf({ kind, subject, severity, seconds, viewers }: Drawn): Problem {
  const key = `${kind}:${'name' in subject ? subject.name : subject.kind}`;
  const hit = { viewers: { lost: 0, degraded: viewers } } as const;
  return sampleProblem({ key, subject, severity, since: START + 1_000 * seconds, hit }, everyKind[kind]);
}
const problems = fc.uniqueArray(drawn.map(problemOf), { selector: ({ key }) => key, maxLength: 12 });

/** A server that was busy at the first look, without viewers. */
function remarkOn(name: string): Problem {
  const since = { at: START, known: 'before' } as const;
  const remark = { key: `server-hot:${name}`, subject: { kind: 'server', name }, since } as const;
  return sampleProblem({ ...remark, severity: 'critical' }, everyKind['server-hot']);
}

test('a younger problem is never a part of a standing remark, and comes before it', () => {
  const busy = fc.constantFrom('edge-1', 'edge-2', 'origin-1');
  fc.assert(
    fc.property(problems, busy, (younger, name) => {
      const remark = remarkOn(name);
      const all = [remark, ...younger.filter(({ key }) => key !== remark.key)];
      const incidents = incidentsOf(new ProblemPlaces().place(all, state, NOW));
      const own = incidents.findIndex(({ root }) => root.key === remark.key);
      expect(incidents[own]?.parts).toEqual([]);
      expect(incidents.slice(own + 1)).toEqual([]);
    }),
  );
});

test('a problem of any severity is never a part of a mere remark', () => {
  fc.assert(
    fc.property(problems, (all) => {
      for (const { root, parts } of incidentsOf(new ProblemPlaces().place(all, state, NOW)))
        if (root.severity === 'info' || isStandingRemark(root)) expect(parts).toEqual([]);
    }),
  );
});

test('the cause of an incident and its beginning stay while only figures waver', () => {
  const factors = fc.array(fc.double({ min: 0.9, max: 1.1, noNaN: true }), { minLength: 5, maxLength: 5 });
  fc.assert(
    fc.property(problems, factors, (all, steps) => {
      const places = new ProblemPlaces();
      const seen = steps.map((factor, step) => {
        const wavering = all.map((one) => {
          const degraded = Math.round((viewersHit(one.hit) ?? 0) * factor);
          return { ...one, hit: { viewers: { lost: 0, degraded } } };
        });
        return incidentsOf(places.place(wavering, state, NOW + 2_000 * step))
          .map(({ root, parts, since }) => `${root.key} ${since.at} ${parts.map(({ key }) => key).join()}`)
          .toSorted();
      });
      for (const one of seen) expect(one).toEqual(seen[0]);
    }),
  );
});
