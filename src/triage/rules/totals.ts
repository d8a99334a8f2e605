import { listedCounts, listedStreams } from '../../cluster/copies.ts';
import { sumKnown } from '../../cluster/figures.ts';
import type { ClusterState, ServerRecord } from '../../cluster/state.ts';
import {
  type LimitedMeasure,
  limitedLoad,
  limitedMeasures,
  limitedMembers,
} from '../../protocol/dashboard.ts';
import { applicationsLeftOut, leftOut } from '../coverage/readings.ts';
import { measured } from '../measure.ts';
import type { Context, Finding, Rule } from '../rule.ts';
import { dashboardSample } from '../samples.ts';
import { hasBadHealth, isBadGrade } from '../stream-health.ts';
import { type Thresholds, threshold } from '../threshold-families.ts';

declare module '../problem.ts' {
  interface KindFacts {
    readonly totals:
      | {
          /** What both count; `bad streams`: those of bad health. */
          readonly of: LimitedMeasure | 'bad streams';
          readonly by: 'list' | 'groups' | 'servers';
          /** The number there, the one in the dashboard, and the difference in percent. */
          readonly listed: number;
          readonly counted: number;
          readonly apart: number;
        }
      /** `figures`: the totals stand while answers are new; `time`: the answers' time stands while figures move. */
      | { readonly standing: 'figures' | 'time' };
  }
}

export const totalsThresholds = {
  totals: {
    differ: threshold.percent(15, 'difference between a total of the dashboard and the same elsewhere'),
    for: threshold.time(120_000, 'how long both totals must differ'),
  },
} as const;

type TotalsThresholds = typeof totalsThresholds;

declare module '../threshold-families.ts' {
  interface ThresholdFamilies extends TotalsThresholds {}
}

/** Smaller differences come from the time between two polls. */
const MIN_TOTAL = 10;

interface Witness {
  readonly of: LimitedMeasure | 'bad streams';
  readonly by: 'list' | 'groups' | 'servers';
  readonly listed: number | undefined;
  readonly counted: number | null | undefined;
  /** The difference is a share of this, if not of the larger total. */
  readonly whole?: number | undefined;
}

/**
 * Does a second witness agree with each total of the dashboard? The lists may cover only the server that answers;
 * castwatch reports that instead of hiding it.
 */
export const totals: Rule = {
  name: 'totals',
  inputs: [
    ...limitedMeasures,
    'groups',
    'application load',
    'stream list',
    'stream viewers',
    'stream health',
    'stream grades',
  ],
  timing: (t) => ({ after: t.totalsFor, clearAfter: t.totalsFor }),
  sample: dashboardSample,
  evaluate(facts, context) {
    const found = witnesses(facts.state, context.thresholds).flatMap((one) => judgeWitness(one, context));
    // One row a total: the witness that is furthest from it.
    const apart = [...Map.groupBy(found, ({ key }) => key).values()].flatMap((same) =>
      same.toSorted((a, b) => (b.figure ?? 0) - (a.figure ?? 0)).slice(0, 1),
    );
    const { standing } = facts.totals;
    if (standing === undefined) return apart;
    // While the totals stand, nobody sees whether all is well.
    const severity = standing === 'figures' ? 'warning' : 'info';
    return [...apart, { ...base(`totals:${standing}`), severity, facts: { standing } }];
  },
};

const base = (key: string) =>
  ({ key, severity: 'info', subject: { kind: 'resource', name: 'dashboard' }, kind: 'totals' }) as const;

function witnesses(state: ClusterState, thresholds: Thresholds): readonly Witness[] {
  const dashboard = state.dashboard.value;
  const totalOf = (measure: LimitedMeasure) => limitedLoad(dashboard, measure)?.total?.value;
  return [
    ...limitedMeasures.map((of): Witness => {
      const groups = limitedLoad(dashboard, of)?.groups ?? [];
      const lost = leftOut(state.dashboard.unreadable, `data.${limitedMembers[of]}.groups.*`);
      const isWhole = lost === 0 && groups.every(({ value }) => value != null);
      const listed = isWhole ? sumKnown(groups.map(({ value }) => value)) : undefined;
      return { of, by: 'groups', listed, counted: totalOf(of) };
    }),
    {
      of: 'viewers',
      by: 'servers',
      listed: applicationsLeftOut(state) === 0 ? viewersDelivered(state.servers) : undefined,
      counted: totalOf('viewers'),
    },
    ...listWitnesses(state, thresholds),
  ];
}

const FEEDING: ReadonlySet<string> = new Set(['origin', 'transcode']);
const DELIVERING: ReadonlySet<string> = new Set(['edge', 'mono']);

/** Viewers at all applications that deliver; undefined if a server that is there does not tell. */
export function viewersDelivered(servers: readonly ServerRecord[]): number | undefined {
  const counts = servers
    .filter(({ misses }) => misses === 0)
    .flatMap(({ server }) => server.applications ?? [undefined])
    .filter((application) => !FEEDING.has(application?.type?.toLowerCase() ?? ''))
    .map((application) =>
      DELIVERING.has(application?.type?.toLowerCase() ?? '') ? application?.viewers?.count : undefined,
    );
  return counts.every((count) => count != null) ? sumKnown(counts) : undefined;
}

function listWitnesses(state: ClusterState, thresholds: Thresholds): readonly Witness[] {
  const { value: sweep, error } = state.streamSweep;
  const { streamStats, viewersStats, streamHealthSummary: grades } = state.dashboard.value ?? {};
  const listed = listedCounts(state)?.streams;
  const counted = streamStats?.total?.value;
  // What was not read may be copies.
  if (!sweep || listed === undefined || (sweep.truncated && listed > (counted ?? 0))) return [];
  const total: Witness = { of: 'streams', by: 'list', listed, counted };
  const isShort = counted != null && listed < counted - Math.max(MIN_TOTAL, counted / 10);
  // The parts of a list that is not whole say nothing of the whole.
  if (sweep.truncated || error || isShort) return [total];
  const streams = [...listedStreams(state).streams.values()];
  const bad = streams.filter((stream) => hasBadHealth(stream, thresholds.healthBad)).length;
  const graded = grades?.labels.map((label, at) => (isBadGrade(label) ? (grades.series[at] ?? 0) : 0));
  return [
    total,
    {
      of: 'viewers',
      by: 'list',
      listed: sumKnown(streams.map(({ viewerCount }) => viewerCount)),
      counted: viewersStats?.total?.value,
    },
    { of: 'bad streams', by: 'list', listed: bad, counted: sumKnown(graded ?? []), whole: streams.length },
  ];
}

function judgeWitness(
  { of, by, listed, counted, whole }: Witness,
  { thresholds, active }: Pick<Context, 'thresholds' | 'active'>,
): readonly Finding[] {
  if (listed === undefined || counted == null) return [];
  const gap = Math.abs(listed - counted);
  const share = (100 * gap) / Math.max(1, whole ?? Math.max(listed, counted));
  const key = `totals:${of}`;
  const limit = thresholds.totalsDiffer - (active(key) ? thresholds.clearMargin : 0);
  if (gap < MIN_TOTAL || share < limit) return [];
  return [
    {
      ...base(key),
      facts: { of, by, listed, counted, apart: share },
      measure: measured('difference', undefined, { value: share, limit: thresholds.totalsDiffer }),
      figure: share,
    },
  ];
}
