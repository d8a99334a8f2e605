import { listedStreams } from '../../cluster/copies.ts';
import { measuredScore, streamName, sumKnown } from '../../cluster/figures.ts';
import type { ClusterState, Sweep } from '../../cluster/state.ts';
import type { Stream } from '../../protocol/stream.ts';
import type { TriageState } from '../../triage/engine.ts';
import type { StreamKind } from '../../triage/facts.ts';
import type { KindAndFacts } from '../../triage/kind-facts.ts';
import type { Part, Problem } from '../../triage/problem.ts';
import { remembered } from '../../triage/remembered.ts';
import { hasBadHealth, isUnhealthy, silenceOf, viewersAtRisk } from '../../triage/stream-health.ts';
import type { HealthReason } from '../formats/health.ts';
import { byValue } from '../lists/column.ts';

/** An unhealthy stream, and how many of its viewers are at risk (`viewersAtRisk`). */
export interface UnhealthyStream {
  readonly stream: Stream;
  readonly atRisk: number | undefined;
}

type AboutStream = KindAndFacts & Pick<Part, 'subject' | 'severity'>;

export type Judged = Pick<TriageState, 'problems' | 'thresholds'>;

const sickIn = remembered((sweep: Sweep<Stream>['items'], bad: number) =>
  [...sweep.values()].filter((stream) => isUnhealthy(stream, bad)),
);
const known = new WeakMap<ClusterState, { triage: Judged; list: readonly UnhealthyStream[] }>();

/**
 * Unhealthy streams, those with the most viewers at risk first: published with bad health, silent although they
 * have viewers, or with a current problem. From the last sweep over all streams, replaced by newer responses where
 * there are any.
 */
export function unhealthyStreams(state: ClusterState, triage: Judged): readonly UnhealthyStream[] {
  const before = known.get(state);
  if (before?.triage === triage) return before.list;
  const problems = problemsByStream(triage.problems);
  const { healthBad } = triage.thresholds;
  const newer = newerThanSweep(state);
  const found = new Map<string, Stream>();
  const sweep = state.streamSweep.value?.items ?? new Map<string, Stream>();
  for (const stream of sickIn(sweep, healthBad)) if (!newer.has(stream.id)) found.set(stream.id, stream);
  if (problems.size > 0) {
    for (const stream of sweep.values())
      if (!newer.has(stream.id) && problems.has(streamName(stream))) found.set(stream.id, stream);
  }
  for (const [id, stream] of newer)
    if (isUnhealthy(stream, healthBad) || problems.has(streamName(stream))) found.set(id, stream);
  const { isCopy, keyOf, withCopies } = listedStreams(state);
  const sick = new Set([...found.values()].filter((stream) => !isCopy(stream)).map(keyOf));
  const list = [...found.values()]
    // A copy of a sick stream is sick with it.
    .filter((stream) => !isCopy(stream) || !sick.has(keyOf(stream)))
    .map(withCopies)
    .map((stream) => ({ stream, atRisk: viewersAtRisk(stream) }))
    .sort(
      (a, b) =>
        (b.atRisk ?? 0) - (a.atRisk ?? 0) ||
        byValue(measuredScore(a.stream), measuredScore(b.stream)) ||
        byValue(a.stream.id, b.stream.id),
    );
  known.set(state, { triage, list });
  return list;
}

/** Streams that were looked up since a sweep, by the items of that sweep. */
const lookedUp = new WeakMap<Sweep<Stream>['items'], Map<string, { stream: Stream; at: number }>>();

/**
 * Streams that were read after the last sweep, by id. Listed streams are looked up: a stream that recovered leaves
 * the list and is no longer looked up, but must not return with its old values from the sweep. A stream that the
 * look-up does not find stays until the next sweep.
 */
function newerThanSweep({ streamSweep, streams, watchedStreams }: ClusterState) {
  const newer = new Map<string, Stream>();
  const { items, completedAt: at = 0 } = streamSweep.value ?? {};
  const found = (items && lookedUp.get(items)) ?? new Map<string, { stream: Stream; at: number }>();
  if (items) lookedUp.set(items, found);
  const listed = streams.updatedAt ?? 0;
  const watched = watchedStreams.updatedAt ?? 0;
  if (listed > at) for (const stream of streams.value?.items.values() ?? []) newer.set(stream.id, stream);
  if (watched > at) {
    for (const { id, value, endedAt } of watchedStreams.value ?? [])
      if (value && endedAt === undefined) found.set(id, { stream: value, at: watched });
  }
  for (const [id, { stream, at: since }] of found)
    if (since <= watched && (since >= listed || !newer.has(id))) newer.set(id, stream);
  return newer;
}

/** Sum of the viewers at risk; undefined if it is unknown for all streams. */
export function totalAtRisk(streams: readonly UnhealthyStream[]): number | undefined {
  return sumKnown(streams.map(({ atRisk }) => atRisk));
}

/**
 * Problems about single streams, by application and key, because an id may change with a restart. Streams that are
 * part of a folded problem are included.
 */
const problemsByStream = remembered((problems: readonly Problem[]): ReadonlyMap<string, AboutStream> => {
  const found = new Map<string, AboutStream>();
  for (const about of problems.flatMap(
    (problem): readonly AboutStream[] => problem.folded?.first ?? [problem],
  )) {
    if (about.subject.kind === 'stream') found.set(streamName(about.subject), about);
  }
  return found;
});

/** The words for a stream's problems that are shown in place of its score. */
const kindWords: Readonly<Record<StreamKind, string>> = {
  'stream-flap': 'flapping',
  'stream-zombie': 'zombie',
  'ingest-bitrate': 'low input',
  'stream-unhealthy': 'unhealthy',
};

/** Why a stream is unhealthy, if its score and grade do not show it; undefined if they do, or it is healthy. */
export function unhealthyReason(stream: Stream, triage: Judged): HealthReason | undefined {
  if (hasBadHealth(stream, triage.thresholds.healthBad)) return undefined;
  const silence = silenceOf(stream);
  if (silence) return { words: silence, severity: 'warning' };
  const about = problemsByStream(triage.problems).get(streamName(stream));
  if (!about || !Object.hasOwn(kindWords, about.kind)) return undefined;
  const words =
    about.kind === 'ingest-bitrate' && about.facts.swings ? 'unstable' : kindWords[about.kind as StreamKind];
  return { words, severity: about.severity };
}
