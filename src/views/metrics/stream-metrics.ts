import { type CopiesFigures, sumCopies } from '../../cluster/figures.ts';
import type { Sweep } from '../../cluster/state.ts';
import type { Stream } from '../../protocol/stream.ts';
import { gauge, labelText, type Metric } from './metric.ts';

/**
 * Figures of single streams, by application and key: at most `most` streams, those with the most viewers. Viewers
 * and outgoing traffic are sums over the copies, incoming traffic is that of the copy with the most, health that of
 * the worst copy.
 */
export function streamMetrics(sweep: Sweep<Stream> | undefined, most: number): Metric[] {
  const copies = Map.groupBy(sweep?.items.values() ?? [], (stream) => JSON.stringify(labelsOf(stream)));
  const all = [...copies.values()].map((own) => ({ labels: labelsOf(own[0] as Stream), ...sumCopies(own) }));
  const shown = all.toSorted((a, b) => (b.viewers ?? 0) - (a.viewers ?? 0)).slice(0, most);
  const each = (value: (stream: CopiesFigures) => number | undefined) =>
    shown.map((stream) => ({ labels: stream.labels, value: value(stream) }));
  return [
    gauge(
      'stream_viewers',
      'Viewers of a stream, over its copies.',
      each(({ viewers }) => viewers),
    ),
    gauge(
      'stream_in_bytes_per_second',
      'Incoming traffic of a stream.',
      each(({ inBandwidth }) => inBandwidth),
      'bytes_per_second',
    ),
    gauge(
      'stream_out_bytes_per_second',
      'Outgoing traffic of a stream, over its copies.',
      each(({ outBandwidth }) => outBandwidth),
      'bytes_per_second',
    ),
    gauge(
      'stream_health_ratio',
      'Health of the worst copy of a stream, where it was measured.',
      each(({ health }) => (health === undefined ? undefined : health / 100)),
      'ratio',
    ),
    gauge('streams_without_metrics', 'Streams beyond those that have metrics of their own.', [
      { value: sweep && all.length - shown.length },
    ]),
  ];
}

/** The labels of a stream: application and key. */
function labelsOf({ application, streamKey, id }: Stream) {
  return { application: labelText(application), stream: labelText(streamKey ?? id) };
}
