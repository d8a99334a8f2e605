import { count, percent, rate, type Units } from '../../base/format.ts';
import { serverBandwidth } from '../../cluster/figures.ts';
import type { ClusterState } from '../../cluster/state.ts';
import { type LimitedMeasure, limitedLoad, limitedMembers } from '../../protocol/dashboard.ts';
import type { Problem } from '../../triage/problem.ts';
import { latencyText } from '../applications/link.ts';
import { limitedTitles } from '../formats/limited-titles.ts';
import type { TitledSeries } from '../plots/series.ts';
import { serverLoad } from '../servers/load.ts';

/** The measure that a problem is judged by; undefined where the history has none, such as for a journal pattern. */
export function measureOf(problem: Problem, state: ClusterState, units: Units): TitledSeries | undefined {
  const { subject } = problem;
  switch (subject.kind) {
    case 'server':
      return serverMeasure(problem, subject.name, state, units);
    case 'stream':
      return problem.rule === 'stream-unhealthy'
        ? { title: 'Health', key: `stream/${subject.id}/health`, tone: 'plain', format: percent, top: 100 }
        : traffic('In', `stream/${subject.id}/in`, 'in', undefined, units);
    case 'application':
      return problem.rule === 'application-limit'
        ? undefined
        : {
            title: 'Latency',
            key: `application/${subject.id ?? subject.name}/latency`,
            tone: 'plain',
            format: latencyText,
          };
    case 'group':
      return groupMeasure(problem, subject.name, state, units);
    case 'cluster':
      return clusterMeasure(problem, state, units);
    default:
      return undefined;
  }
}

function serverMeasure(
  { rule, measure }: Problem,
  name: string,
  state: ClusterState,
  units: Units,
): TitledSeries | undefined {
  const server = state.servers.find((record) => record.name === name)?.server;
  if (!server) return undefined;
  const cause = measure ?? serverLoad(server).cause;
  if (rule === 'server-hot' && (cause === 'cpu' || cause === 'mem')) {
    const title = cause === 'cpu' ? 'CPU' : 'Memory';
    return { title, key: `server/${name}/${cause}`, tone: 'plain', format: percent, limit: 100, top: 100 };
  }
  const way = rule === 'server-hot' && cause === 'in' ? 'in' : 'out';
  return traffic(limitedTitles[way], `server/${name}/${way}`, way, serverBandwidth(server, way).cap, units);
}

/** The measure of the cluster or a group that decides where the key of a problem names none. */
const byRule: Readonly<Record<string, LimitedMeasure>> = {
  transcoders: 'transcode',
  'sudden-loss': 'viewers',
  restart: 'viewers',
  'server-gone': 'viewers',
  'unusual-load': 'viewers',
};

/** Of a problem about a limit by its key, such as `out` in `limit:out/eu`; else by its rule. */
function measureNamed({ rule, key }: Problem): LimitedMeasure | undefined {
  return byRule[rule] ?? measureInKey(key);
}

function groupMeasure(
  problem: Problem,
  name: string,
  { dashboard }: ClusterState,
  units: Units,
): TitledSeries | undefined {
  const measure = measureNamed(problem);
  if (!measure) return undefined;
  const groups = limitedLoad(dashboard.value, measure)?.groups;
  const limit = groups?.find((group) => group.name === name)?.limit;
  return limitedMeasure(measure, `group/${name}/${measure}`, limit, units);
}

function clusterMeasure(
  problem: Problem,
  { dashboard: { value } }: ClusterState,
  units: Units,
): TitledSeries | undefined {
  const measure = measureNamed(problem);
  if (!measure) return undefined;
  return limitedMeasure(measure, `total/${measure}`, limitedLoad(value, measure)?.total?.limit, units);
}

/** The measure that the key of a problem about a limit names behind its rule. */
export function measureInKey(key: string): LimitedMeasure | undefined {
  const named = /:(\w+)/.exec(key)?.[1] ?? '';
  return isLimited(named) ? named : undefined;
}

function isLimited(measure: string): measure is LimitedMeasure {
  return Object.hasOwn(limitedMembers, measure);
}

function limitedMeasure(
  measure: LimitedMeasure,
  key: string,
  limit: number | null | undefined,
  units: Units,
): TitledSeries {
  const title = limitedTitles[measure];
  return measure === 'in' || measure === 'out'
    ? traffic(title, key, measure, limit, units)
    : { title, key, tone: 'plain', format: count, limit };
}

function traffic(
  title: string,
  key: string,
  tone: 'in' | 'out',
  limit: number | null | undefined,
  units: Units,
): TitledSeries {
  return { title, key, tone, format: (value) => rate(value, units), limit };
}
