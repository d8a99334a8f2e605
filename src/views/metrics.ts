import { safeText } from '../base/safe-text.ts';
import { ageOf } from '../cluster/freshness.ts';
import type { ClusterState, Resource } from '../cluster/state.ts';
import type { Problem, Severity } from '../triage/problem.ts';
import { clusterMetrics } from './metrics-cluster.ts';
import { listMetrics } from './metrics-lists.ts';
import { serverMetrics } from './metrics-servers.ts';

/** Base units as the names of metrics end with them. */
export type MetricUnit = 'bytes' | 'bytes_per_second' | 'seconds' | 'ratio';

export interface MetricSample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** One metric with all its samples. A counter's name is without `_total`. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'gauge' | 'counter';
  readonly unit?: MetricUnit | undefined;
  readonly samples: readonly MetricSample[];
}

/** Polls after which the last good value is no longer told as if it were now's. */
const STALE_INTERVALS = 3;
/** Characters of a label's value. */
const MOST_TEXT = 128;
/** Values that a label made of a server's words takes; what is beyond them is counted as `other`. */
const MOST_WORDS = 50;

/**
 * The cluster as metrics. Names and labels are stable; how many there are depends on servers and groups, never on
 * streams or viewers. What is not known, or too old, is absent: never 0.
 */
export function metrics(state: ClusterState, problems: readonly Problem[], now: number): Metric[] {
  const { dashboard, topology } = state;
  const serversFresh = isCurrent(dashboard, now) || isCurrent(topology, now);
  return [
    ...resourceMetrics(state, now),
    ...problemMetrics(problems),
    ...(isCurrent(dashboard, now) ? clusterMetrics(dashboard.value) : []),
    ...(serversFresh ? serverMetrics(state.servers) : []),
    ...listMetrics(
      isCurrent(state.streamSweep, now) ? state.streamSweep.value : undefined,
      isCurrent(state.applicationSweep, now) ? state.applicationSweep.value : undefined,
      isCurrent(state.journalResource, now) ? state.journal.totalItems : undefined,
    ),
  ].filter(({ samples }) => samples.length > 0);
}

/** A gauge; samples without a value are left out. */
export function gauge(
  name: string,
  help: string,
  samples: readonly {
    readonly labels?: Readonly<Record<string, string>>;
    readonly value: number | null | undefined;
  }[],
  unit?: MetricUnit,
): Metric {
  const known = samples.flatMap(({ labels = {}, value }) =>
    value == null || !Number.isFinite(value) ? [] : [{ labels, value }],
  );
  return { name: `castwatch_${name}`, help, type: 'gauge', unit, samples: known };
}

/** Text of a server as a label: harmless, and no longer than it is useful. */
export function labelOf(text: string | null | undefined): string {
  return safeText(text ?? '', MOST_TEXT);
}

/** How often each word was counted: at most fifty words, the most frequent, and the rest as `other`. */
export function tally(words: Iterable<string | null | undefined>): { word: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(labelOf(word), (counts.get(labelOf(word)) ?? 0) + 1);
  const sorted = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const shown = sorted.slice(0, MOST_WORDS).map(([word, count]) => ({ word, count }));
  const rest = sorted.slice(MOST_WORDS).reduce((sum, [, count]) => sum + count, 0);
  return rest > 0 ? [...shown, { word: 'other', count: rest }] : shown;
}

function isCurrent(resource: Resource<unknown>, now: number): boolean {
  const age = ageOf(resource, now);
  return age !== undefined && age <= STALE_INTERVALS * (resource.interval ?? 0);
}

function resourceMetrics(state: ClusterState, now: number): Metric[] {
  const resources: readonly (readonly [string, Resource<unknown>])[] = [
    ['dashboard', state.dashboard],
    ['topology', state.topology],
    ['journal', state.journalResource],
    ['streams', state.streamSweep],
    ['applications', state.applicationSweep],
  ];
  const each = (value: (resource: Resource<unknown>) => number | undefined) =>
    resources.map(([resource, of]) => ({ labels: { resource }, value: value(of) }));
  const up = (of: Resource<unknown>) => Number(of.error === undefined && isCurrent(of, now));
  const age = (of: Resource<unknown>) => {
    const ms = ageOf(of, now);
    return ms === undefined ? undefined : ms / 1000;
  };
  return [
    gauge('up', 'Whether the last poll of the resource succeeded and is not too old.', each(up)),
    gauge('resource_age_seconds', 'Time since the last good answer.', each(age), 'seconds'),
    gauge(
      'resource_unreadable_items',
      'Items of the last answer that were not understood.',
      each((of) => (of.updatedAt === undefined ? undefined : of.unreadable.length)),
    ),
    gauge('login_up', 'Whether castwatch is logged in.', [{ value: Number(state.session.status === 'ok') }]),
  ];
}

function problemMetrics(problems: readonly Problem[]): Metric[] {
  const of = (severity: Severity) => problems.filter((problem) => problem.severity === severity).length;
  const byRule = new Map<string, MetricSample>();
  for (const { rule, severity } of problems) {
    const key = `${rule}/${severity}`;
    byRule.set(key, { labels: { rule, severity }, value: (byRule.get(key)?.value ?? 0) + 1 });
  }
  const severities = ['critical', 'warning', 'info'] as const;
  return [
    gauge(
      'problems',
      'Standing problems by severity.',
      severities.map((severity) => ({ labels: { severity }, value: of(severity) })),
    ),
    gauge('rule_problems', 'Standing problems by rule and severity; without a sample there is none.', [
      ...byRule.values(),
    ]),
  ];
}
