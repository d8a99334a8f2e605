import type { ClusterState } from '../cluster/state.ts';
import type { Load } from '../protocol/dashboard.ts';
import type { Problem, Severity } from '../triage/problem.ts';
import type { Thresholds } from '../triage/thresholds.ts';
import { serverLoad } from './server-load.ts';

/** One figure for graphs. What is undefined is not known or does not apply. */
export interface Figure {
  readonly label: string;
  readonly value: number;
  /** Percent, or a plain number. */
  readonly unit: '%' | '';
  readonly warn: number | undefined;
  readonly crit: number | undefined;
  readonly min: number | undefined;
  readonly max: number | undefined;
}

/** The cluster in about a dozen figures, those that are known; rates in bytes per second, loads in percent. */
export function performanceFigures(
  state: ClusterState,
  problems: readonly Problem[],
  thresholds: Thresholds,
): Figure[] {
  const dashboard = state.dashboard.value;
  const limits = [thresholds.limitWarn, thresholds.limitCrit] as const;
  const transcode = [thresholds.transcodeWarn, thresholds.transcodeCrit] as const;
  const present = state.servers.filter(({ goneSince }) => goneSince === undefined);
  const loads = present.filter(({ misses }) => misses === 0).map(({ server }) => serverLoad(server));
  const worst = (...values: (number | undefined)[]) => {
    const known = values.filter((value) => value !== undefined);
    return known.length === 0 ? undefined : known.reduce((a, b) => Math.max(a, b));
  };
  const t = thresholds;
  return [
    ...total('viewers', dashboard?.viewersStats?.total, limits),
    ...total('streams', dashboard?.streamStats?.total, limits),
    ...total('in_bytes_per_second', dashboard?.incomingTraffic?.total, limits),
    ...total('out_bytes_per_second', dashboard?.outgoingTraffic?.total, limits),
    ...total('transcode_tasks', dashboard?.transcodeStats?.total, transcode),
    ...share('cpu_max', worst(...loads.map(({ cpu }) => cpu)), t.cpuWarn, t.cpuCrit),
    ...share('mem_max', worst(...loads.map(({ mem }) => mem)), t.memWarn, t.memCrit),
    ...share(
      'bandwidth_max',
      worst(...loads.flatMap((load) => [load.in, load.out])),
      t.bandwidthWarn,
      t.bandwidthCrit,
    ),
    // No server at all is no measurement: the dashboard may just not have said.
    ...(state.servers.length === 0 ? [] : [plain('servers', present.length)]),
    plain('problems_critical', countOf(problems, 'critical')),
    plain('problems_warning', countOf(problems, 'warning')),
  ];
}

function countOf(problems: readonly Problem[], severity: Severity): number {
  return problems.filter((problem) => problem.severity === severity).length;
}

function plain(label: string, value: number): Figure {
  return { label, value, unit: '', warn: undefined, crit: undefined, min: 0, max: undefined };
}

/** A total, with thresholds and limit as absolute figures where there is a limit. */
function total(
  label: string,
  load: Load | null | undefined,
  [warn, crit]: readonly [number, number],
): Figure[] {
  if (load?.value == null) return [];
  const max = load.limit ?? undefined;
  const part = (percent: number) =>
    max === undefined || max <= 0 ? undefined : Math.round((max * percent) / 100);
  return [{ ...plain(label, load.value), warn: part(warn), crit: part(crit), max }];
}

function share(label: string, value: number | undefined, warn: number, crit: number): Figure[] {
  if (value === undefined) return [];
  // Rounding is for eyes and graphs: a tenth of a percent is below what servers measure.
  return [{ label, value: Math.round(value * 1000) / 10, unit: '%', warn, crit, min: 0, max: 100 }];
}
