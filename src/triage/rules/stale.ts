import { alwaysPolled } from '../../cluster/resources.ts';
import type { Resource } from '../../cluster/state.ts';
import { named } from '../facts.ts';
import type { KindFacts } from '../kind-facts.ts';
import { nameOf } from '../problem.ts';
import type { Context, Finding, Rule } from '../rule.ts';
import { everyStep } from '../samples.ts';
import { SESSION_KEY } from './session.ts';

type OneStale = Extract<Finding, { kind: 'stale' }> & {
  readonly facts: Extract<KindFacts['stale'], { of: 'resource' }>;
};

const ALL_KEY = 'stale:all';
/** Up to this age data is only late, ms. */
const LATE_UNTIL_MS = 120_000;
/** Resources with a shorter interval than this are polled quickly, ms. */
const QUICK_MS = 5_000;
const quickKeys: ReadonlySet<string> = new Set(
  alwaysPolled.filter(({ interval }) => interval < QUICK_MS).map(({ name }) => staleKey(name)),
);

/** Can the screen be trusted? Finds a resource without new data; if all are without, the server cannot be reached. */
export const stale: Rule = {
  name: 'stale',
  inputs: [],
  // The age is the duration. Two steps are needed, so that a program that was suspended can fetch first.
  timing: () => ({ after: 1_000, clearAfter: 0 }),
  sample: everyStep,
  evaluate({ state }, context) {
    const polled = alwaysPolled.filter(({ key }) => state[key].interval !== undefined);
    const findings = polled.flatMap((row) => judgeAge(row, state[row.key], context) ?? []);
    // Sweeps age slowly. If everything that is polled quickly is old, no data arrives at all.
    const quick = findings.filter(({ key }) => quickKeys.has(key));
    const isInPart = quick.length < quickKeys.size && findings.length < polled.length;
    const [first, second] = findings;
    if (!first || !second || isInPart) return findings;
    const whole: Finding = {
      key: ALL_KEY,
      severity: findings.some(({ severity }) => severity === 'critical') ? 'critical' : 'warning',
      subject: { kind: 'cluster' },
      kind: 'stale',
      facts: {
        of: 'all',
        cluster: state.name,
        first: first.facts,
        others: named(findings.slice(1).map(({ subject }) => nameOf(subject))),
      },
      since: first.since,
      within: [SESSION_KEY],
    };
    return [whole, ...findings.map((one) => ({ ...one, within: [ALL_KEY, SESSION_KEY] }))];
  },
};

export function staleKey(name: string): string {
  return `stale:${name}`;
}

function judgeAge(
  { name, vital }: (typeof alwaysPolled)[number],
  resource: Resource<unknown>,
  context: Context,
): OneStale | undefined {
  const { updatedAt, error, interval } = resource;
  const t = context.thresholds;
  const from = updatedAt ?? error?.since;
  if (from === undefined) return undefined;
  const age = context.now - from;
  const limit = Math.max(t.staleWarn, 3 * (interval ?? 0));
  if (age < limit) return undefined;
  return {
    key: staleKey(name),
    severity: age >= Math.max(t.staleCrit, 2 * limit) && vital ? 'critical' : 'warning',
    subject: { kind: 'resource', name },
    kind: 'stale',
    facts: {
      of: 'resource',
      name,
      answered: updatedAt !== undefined,
      age: age < LATE_UNTIL_MS ? undefined : 1000 * Math.floor(age / 1000),
      error: error?.message || undefined,
    },
    since: from,
    within: [SESSION_KEY],
  };
}
