import { leastKnown, measuredScore, mostKnown, sumCopies, sumKnown } from '../../cluster/figures.ts';
import type { ClusterState, ServerRecord } from '../../cluster/state.ts';
import { type LimitedMeasure, type Load, limitedLoad } from '../../protocol/dashboard.ts';
import type { Stream } from '../../protocol/stream.ts';
import type { Problem } from '../../triage/problem.ts';
import type { Thresholds } from '../../triage/threshold-families.ts';
import { serverLoad } from '../servers/load.ts';

/** One figure for graphs. Undefined members are unknown or do not apply. */
export interface Figure {
  readonly label: string;
  readonly value: number;
  /** Percent, or a plain number. */
  readonly unit: '%' | '';
  /** A threshold, or a range in the notation of monitoring plugins. */
  readonly warn: number | string | undefined;
  readonly crit: number | string | undefined;
  readonly min: number | undefined;
  readonly max: number | undefined;
}

/** Names of the figures for `--warn` and `--crit`, with the thresholds of the rule that judges them, if any. */
export const figureNames: ReadonlyMap<string, string | undefined> = new Map([
  ['viewers', undefined],
  ['streams', undefined],
  ['in_bytes_per_second', undefined],
  ['out_bytes_per_second', undefined],
  ['transcode_tasks', undefined],
  ['cpu_max', 'cpu'],
  ['mem_max', 'mem'],
  ['bandwidth_max', 'bandwidth'],
  ['servers', undefined],
  ['health_min', undefined],
]);

/**
 * About a dozen known figures of the cluster; rates in bytes per second, loads in percent. Of several states each
 * figure is the mildest, as for problems: a figure beyond its threshold was so in all states.
 */
export function performanceFigures(
  states: readonly ClusterState[],
  problems: readonly Problem[],
  t: Thresholds,
): Figure[] {
  const limits = [t.limitWarn, t.limitCrit] as const;
  const transcode = [t.transcodeWarn, t.transcodeCrit] as const;
  const of = (label: string, [warn, crit]: readonly [number, number], measure: LimitedMeasure) =>
    mildest(
      states.flatMap(({ dashboard }) =>
        total(label, limitedLoad(dashboard.value, measure)?.total, warn, crit),
      ),
    );
  const loads = mildestLoads(states);
  const servers = states.at(-1)?.servers ?? [];
  return [
    ...of('viewers', limits, 'viewers'),
    ...of('streams', limits, 'streams'),
    ...of('in_bytes_per_second', limits, 'in'),
    ...of('out_bytes_per_second', limits, 'out'),
    ...of('transcode_tasks', transcode, 'transcode'),
    ...share('cpu_max', greatest(loads, ['cpu']), t.cpuWarn, t.cpuCrit),
    ...share('mem_max', greatest(loads, ['mem']), t.memWarn, t.memCrit),
    ...share('bandwidth_max', greatest(loads, ['in', 'out']), t.bandwidthWarn, t.bandwidthCrit),
    // An empty list of servers is not a measurement: the dashboard may not have listed them yet.
    ...(servers.length === 0 ? [] : [plain('servers', servers.filter(isHere).length)]),
    ...(['critical', 'warning'] as const).map((severity) =>
      plain(`problems_${severity}`, problems.filter((one) => one.severity === severity).length),
    ),
  ];
}

type Part = 'cpu' | 'mem' | 'in' | 'out';

const isHere = ({ goneSince }: ServerRecord): boolean => goneSince === undefined;

/** The lowest load of each server in all states in which it was measured. */
function mildestLoads(states: readonly ClusterState[]): readonly Readonly<Partial<Record<Part, number>>>[] {
  const least = new Map<string, Partial<Record<Part, number>>>();
  for (const { name, server } of states.flatMap(({ servers }) =>
    servers.filter(({ misses }) => misses === 0),
  )) {
    const known = least.get(name) ?? {};
    const load = serverLoad(server);
    const { inBandwidth, outBandwidth } = server.serverStats ?? {};
    // A cap of 0 is a deliberate block and not a load.
    const parts = {
      ...load,
      in: inBandwidth?.cap ? load.in : undefined,
      out: outBandwidth?.cap ? load.out : undefined,
    };
    for (const part of ['cpu', 'mem', 'in', 'out'] as const) {
      const value = parts[part];
      if (value !== undefined) known[part] = Math.min(value, known[part] ?? value);
    }
    least.set(name, known);
  }
  return [...least.values()];
}

function greatest(loads: ReturnType<typeof mildestLoads>, parts: readonly Part[]): number | undefined {
  return mostKnown(loads.flatMap((load) => parts.map((part) => load[part])));
}

function mildest(figures: readonly Figure[]): Figure[] {
  const beyond = ({ value, warn, crit }: Figure) =>
    [warn, crit].filter((limit) => typeof limit === 'number' && value >= limit).length;
  // The newest of those that are equally mild.
  const [first] = figures.toReversed().sort((a, b) => beyond(a) - beyond(b));
  return first ? [first] : [];
}

function plain(label: string, value: number): Figure {
  return { label, value, unit: '', warn: undefined, crit: undefined, min: 0, max: undefined };
}

/** A total; with a limit it has absolute thresholds, too. */
function total(label: string, load: Load | null | undefined, warn: number, crit: number): Figure[] {
  if (load?.value == null) return [];
  const max = load.limit ?? undefined;
  const part = (percent: number) => (max === undefined || max <= 0 ? undefined : (max * percent) / 100);
  return [{ ...plain(label, load.value), warn: part(warn), crit: part(crit), max }];
}

function share(label: string, value: number | undefined, warn: number, crit: number): Figure[] {
  if (value === undefined) return [];
  // Rounded down to a tenth of a percent, which is finer than servers measure: 89.96 % must not be reported as 90 %.
  // The small addend compensates the error of binary fractions, as in 0.57 × 100.
  const percent = Math.floor(value * 100 * 10 + 1e-6) / 10;
  return [{ label, value: percent, unit: '%', warn, crit, min: 0, max: 100 }];
}

/** The newest figures of a stream by its key or id, over all its copies (see `sumCopies`); rates in bytes per second. */
export function streamFigures(states: readonly ClusterState[], name: string, t: Thresholds): Figure[] {
  const { viewers, inBandwidth, outBandwidth } = sumCopies(copiesOf(states.at(-1), name));
  return [
    ...known('viewers', viewers),
    ...known('in_bytes_per_second', inBandwidth),
    ...known('out_bytes_per_second', outBandwidth),
    ...known('health_min', mildestHealth(states, name)).map((figure) => ({
      ...figure,
      warn: `${t.healthBad}:`,
      max: 100,
    })),
  ];
}

export function applicationFigures(states: readonly ClusterState[], name: string): Figure[] {
  const own = [...(states.at(-1)?.applicationSweep.value?.items.values() ?? [])].filter(
    (application) => application.name === name,
  );
  return [
    ...known('viewers', sumKnown(own.map(({ viewerCount }) => viewerCount))),
    ...known('streams', sumKnown(own.map(({ streamCount }) => streamCount))),
    ...known('in_bytes_per_second', sumKnown(own.map(({ inBandwidth }) => inBandwidth))),
    ...known('out_bytes_per_second', sumKnown(own.map(({ outBandwidth }) => outBandwidth))),
  ];
}

/** The copies of a stream by its key or id. */
export function copiesOf(state: ClusterState | undefined, name: string): readonly Stream[] {
  const all = [...(state?.streamSweep.value?.items.values() ?? [])];
  return all.filter(({ streamKey, id }) => streamKey === name || id === name);
}

/** The best score of each copy in all states, because a problem must be in all of them; then the worst copy. */
function mildestHealth(states: readonly ClusterState[], name: string): number | undefined {
  const best = new Map<string, number>();
  for (const copy of states.flatMap((state) => copiesOf(state, name))) {
    const score = measuredScore(copy);
    if (score !== undefined) best.set(copy.id, Math.max(score, best.get(copy.id) ?? score));
  }
  return leastKnown([...best.values()]);
}

function known(label: string, value: number | undefined): Figure[] {
  return value === undefined ? [] : [plain(label, value)];
}
