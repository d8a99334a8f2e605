import { percent, type Units } from '../../base/format.ts';
import { serverBandwidth } from '../../cluster/figures.ts';
import type { ClusterState } from '../../cluster/state.ts';
import { type LimitedMeasure, limitedLoad } from '../../protocol/dashboard.ts';
import type { Problem, Subject } from '../../triage/problem.ts';
import type { Thresholds } from '../../triage/threshold-families.ts';
import { latencyText } from '../applications/link.ts';
import { limitedTitles, measureFormat } from '../formats/measures.ts';
import { levelsOf, limitFigure } from '../formats/tones.ts';
import type { TitledSeries } from '../plots/series.ts';

/** The series of a problem's deciding figure; undefined if the history has none, such as for the journal. */
export function measureOf(
  { subject, measure }: Problem,
  state: ClusterState,
  { units, thresholds }: { readonly units: Units; readonly thresholds: Thresholds },
): TitledSeries | undefined {
  const { figure, series: key } = measure ?? {};
  if (key === undefined) return undefined;
  switch (figure) {
    case 'cpu':
    case 'mem':
      return {
        title: figure === 'cpu' ? 'CPU' : 'Memory',
        key,
        format: percent,
        limit: 100,
        levels: levelsOf(figure, thresholds),
        top: 100,
      };
    case 'health':
      return { title: 'Health', key, format: percent, top: 100 };
    case 'latency':
      return { title: 'Latency', key, format: latencyText };
    case 'in':
    case 'out':
    case 'viewers':
    case 'streams':
    case 'transcode': {
      const isTraffic = figure === 'in' || figure === 'out';
      const judged = isTraffic && subject.kind === 'server' ? 'bandwidth' : limitFigure(figure);
      return {
        title: isTraffic && subject.kind === 'stream' ? 'In' : limitedTitles[figure],
        key,
        format: measureFormat(figure, units),
        limit: limitOf(subject, figure, state),
        levels: levelsOf(judged, thresholds),
      };
    }
    default:
      return undefined;
  }
}

/** The current limit, of the cluster, a group or a server. */
function limitOf(subject: Subject, figure: LimitedMeasure, { dashboard, servers }: ClusterState) {
  const load = limitedLoad(dashboard.value, figure);
  if (subject.kind === 'cluster') return load?.total?.limit;
  if (subject.kind === 'group') return load?.groups?.find(({ name }) => name === subject.name)?.limit;
  if (subject.kind !== 'server' || (figure !== 'in' && figure !== 'out')) return undefined;
  const server = servers.find(({ name }) => name === subject.name)?.server;
  return server && serverBandwidth(server, figure).cap;
}
