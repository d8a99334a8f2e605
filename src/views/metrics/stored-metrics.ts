import { serverFigureNames, serverFigures } from '../../cluster/server-figures.ts';
import type { KindName } from '../../history/samples/kinds.ts';
import { measureName, measures } from './cluster-metrics.ts';
import { labelText, type MetricUnit, metricName } from './metric.ts';

/** A figure of the history under the name, unit and labels that it has in `castwatch export`. */
export type StoredMetric = Readonly<(typeof storedMetrics)[number]>;

/** The name is without the common prefix. */
type Row<Column = string> = readonly [
  kind: KindName,
  name: string,
  column: Column,
  help: string,
  unit?: MetricUnit | undefined,
];

const totals = measures.flatMap((measure): readonly Row[] => {
  const { measure: column, what, unit } = measure;
  const limit = measureName(measure, 'cluster', 'limit');
  return [
    ['total', measureName(measure, 'cluster'), column, `${what} of the cluster.`, unit],
    ['total', limit, `${column}Limit`, `${what}: limit of the cluster.`, unit],
    ['group', measureName(measure, 'group'), column, `${what} of a group.`, unit],
  ];
});

const BYTES = 'bytes_per_second';

const ofServers = serverFigureNames.map((figure): Row => {
  const { metric: name, help, unit } = serverFigures[figure];
  return ['server', measureName({ name, unit }, 'server'), figure, help, unit];
});

const WORST = 'Health of the worst copy of a stream, where it was measured.';

export const ofStreams: readonly Row<'viewers' | 'in' | 'out' | 'health'>[] = [
  ['stream', 'stream_viewers', 'viewers', 'Viewers of a stream, over its copies.'],
  ['stream', 'stream_in_bytes_per_second', 'in', 'Incoming traffic of a stream.', BYTES],
  ['stream', 'stream_out_bytes_per_second', 'out', 'Outgoing traffic of a stream, over its copies.', BYTES],
  ['stream', 'stream_health_ratio', 'health', WORST, 'ratio'],
];

/** Every figure that can be exported; a share is stored in percent, and is a ratio here. */
export const storedMetrics = [...totals, ...ofServers, ...ofStreams].map(
  ([kind, name, column, help, unit]) => ({
    name: metricName(name),
    help,
    unit,
    kind,
    column,
    /** A stored value times this is one in the unit of the metric. */
    scale: unit === 'ratio' ? 0.01 : 1,
  }),
);

/** Few enough to be exported without being asked for: those of cluster, groups and servers. */
export const usualMetrics = storedMetrics.filter(({ kind }) => kind !== 'stream');

/** The labels of an entity of the history. A stream is stored as application, slash and key. */
export function storedLabels(kind: KindName, name: string): Readonly<Record<string, string>> {
  if (kind === 'total') return {};
  if (kind === 'group' || kind === 'server') return { [kind]: labelText(name) };
  const slash = name.indexOf('/');
  return { application: labelText(name.slice(0, slash)), stream: labelText(name.slice(slash + 1)) };
}
