import { duration } from '../../base/format.ts';
import { alwaysPolled } from '../../cluster/resources.ts';
import type { Resource } from '../../cluster/state.ts';
import { nameOf } from '../problem.ts';
import type { Context, Finding, Rule } from '../rule.ts';
import { everyStep } from '../samples.ts';
import { listed } from '../words.ts';
import { SESSION_KEY } from './session.ts';

const ALL_KEY = 'stale:all';
export const STALE_TITLE = 'Data stale';

/** Resources that are polled more often than this age quickly, ms. */
const QUICK_MS = 5_000;
const quickKeys: ReadonlySet<string> = new Set(
  alwaysPolled.filter(({ interval }) => interval < QUICK_MS).map(({ name }) => staleKey(name)),
);

/** Can I trust this screen? A resource that brings nothing new, or all of them: the server cannot be reached. */
export const stale: Rule = {
  name: 'stale',
  // The age is the duration. Two steps, so that a program that was suspended may fetch first.
  timing: () => ({ after: 1_000, clearAfter: 0 }),
  sample: everyStep,
  evaluate({ state }, context) {
    const findings: Finding[] = [];
    let polled = 0;
    for (const row of alwaysPolled) {
      const resource = state[row.key];
      if (resource.interval === undefined) continue;
      polled++;
      const finding = judgeAge(row, resource, context);
      if (finding) findings.push(finding);
    }
    // Sweeps age slowly: where all that is polled quickly is old, nothing comes at all.
    const quick = findings.filter(({ key }) => quickKeys.has(key));
    if (findings.length < 2 || (quick.length < quickKeys.size && findings.length < polled)) return findings;
    const first = findings[0];
    const whole: Finding = {
      key: ALL_KEY,
      severity: findings.some(({ severity }) => severity === 'critical') ? 'critical' : 'warning',
      subject: { kind: 'cluster' },
      title: 'No fresh data',
      reason: `nothing new from ${state.name}: ${first?.reason ?? ''} (also ${listed(findings.slice(1).map(({ subject }) => nameOf(subject)))}); the last good values are shown`,
      since: first?.since,
      explainedBy: [SESSION_KEY],
    };
    return [whole, ...findings.map((one) => ({ ...one, explainedBy: [ALL_KEY, SESSION_KEY] }))];
  },
};

export function staleKey(name: string): string {
  return `stale:${name}`;
}

function judgeAge(
  { name, vital }: (typeof alwaysPolled)[number],
  resource: Resource<unknown>,
  context: Context,
): Finding | undefined {
  const { updatedAt, error, interval } = resource;
  const t = context.thresholds;
  const from = updatedAt ?? error?.since;
  if (from === undefined) return undefined;
  const age = context.now - from;
  const limit = Math.max(t.staleWarn, 3 * (interval ?? 0));
  if (age < limit) return undefined;
  const why = error ? `: ${error.message}` : '';
  const what =
    updatedAt === undefined
      ? `${name} was never answered`
      : `${name} is ${age < 120_000 ? 'stale' : `${duration(age)} old`}`;
  return {
    key: staleKey(name),
    severity: age >= Math.max(t.staleCrit, 2 * limit) && vital ? 'critical' : 'warning',
    subject: { kind: 'resource', name },
    title: STALE_TITLE,
    reason: `${what}${why}`,
    since: from,
    explainedBy: [SESSION_KEY],
  };
}
