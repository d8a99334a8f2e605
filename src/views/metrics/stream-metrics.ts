import type { Sweep } from '../../cluster/state.ts';
import type { Stream } from '../../protocol/stream.ts';
import { measuredScore } from '../../triage/stream-health.ts';
import { gauge, labelOf, type Metric } from './metric.ts';

/** A stream over all its copies: its id changes with each publishing and would be a new series each time. */
interface NamedStream {
  readonly labels: Readonly<Record<string, string>>;
  viewers: number | undefined;
  incoming: number | undefined;
  outgoing: number | undefined;
  health: number | undefined;
}

/**
 * Figures of single streams, by application and key: of at most `most` streams, those with the most viewers. Viewers and
 * outgoing traffic are summed over the copies, incoming is that of the best fed copy, health that of the worst.
 */
export function streamMetrics(sweep: Sweep<Stream> | undefined, most: number): Metric[] {
  const all = new Map<string, NamedStream>();
  for (const stream of sweep?.items.values() ?? []) addCopy(all, stream);
  const shown = [...all.values()].sort((a, b) => (b.viewers ?? 0) - (a.viewers ?? 0)).slice(0, most);
  const each = (value: (stream: NamedStream) => number | undefined) =>
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
      each(({ incoming }) => incoming),
      'bytes_per_second',
    ),
    gauge(
      'stream_out_bytes_per_second',
      'Outgoing traffic of a stream, over its copies.',
      each(({ outgoing }) => outgoing),
      'bytes_per_second',
    ),
    gauge(
      'stream_health_ratio',
      'Health of the worst copy of a stream, where it was measured.',
      each(({ health }) => health),
      'ratio',
    ),
    gauge('streams_without_metrics', 'Streams beyond those that have metrics of their own.', [
      { value: sweep && all.size - shown.length },
    ]),
  ];
}

function addCopy(all: Map<string, NamedStream>, stream: Stream): void {
  const labels = { application: labelOf(stream.application), stream: labelOf(stream.streamKey ?? stream.id) };
  const key = JSON.stringify(labels);
  const score = measuredScore(stream);
  const health = score === undefined ? undefined : score / 100;
  const before = all.get(key);
  all.set(key, {
    labels,
    viewers: sum(before?.viewers, stream.viewerCount),
    outgoing: sum(before?.outgoing, stream.outBandwidth),
    incoming: known(Math.max, before?.incoming, stream.inBandwidth),
    health: known(Math.min, before?.health, health),
  });
}

const sum = (one: number | undefined, other: number | null | undefined) => known((a, b) => a + b, one, other);

/** Of two values of which each may be unknown. */
function known(
  of: (one: number, other: number) => number,
  one: number | undefined,
  other: number | null | undefined,
): number | undefined {
  if (other == null) return one;
  return one === undefined ? other : of(one, other);
}
