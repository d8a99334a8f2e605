import { hitStreams } from '../hit-streams.ts';
import { measured } from '../measure.ts';
import { type IngestTrack, lowSince } from '../memory/ingest.ts';
import type { StreamTrack } from '../memory/streams.ts';
import { degradedViewers } from '../problem.ts';
import { byFigure, type Context, type Finding, judge, type Rule, type RuleInput } from '../rule.ts';
import { streamsSample } from '../samples.ts';
import { bitrateKey, publishedOn, publisherOf, streamMeasuredAt, streamSubject } from './stream-subject.ts';
import { weakWithOthers } from './weak-publishers.ts';

/** Does a publisher send less than usual, or does its rate swing? A publisher that left is judged by other rules. */
export const ingestBitrate: Rule = {
  name: 'ingest-bitrate',
  inputs: ['stream list', 'stream traffic'],
  // `IngestTrack` counts the samples already; sweeps run once a minute.
  timing: (t) => ({ after: 0, clearAfter: t.ingestClearFor, samples: 1 }),
  sample: streamsSample,
  measuredAt: streamMeasuredAt,
  together: true,
  history: 'ingest bitrates that swing or are a little below their usual',
  judgesOneLook: true,
  evaluate(facts, context) {
    const findings = [...facts.streams.tracks.values()].flatMap((track) => {
      const { ingest } = track;
      if (!ingest) return [];
      return swinging(track, ingest, facts, context) ?? judgeLow(track, ingest, facts, context) ?? [];
    });
    return withoutCopies(findings);
  },
};

/** The rate fell often, and lately. */
function swinging(
  track: StreamTrack,
  ingest: IngestTrack,
  facts: RuleInput,
  { now, thresholds: t }: Context,
): Finding | undefined {
  const falls = ingest.falls.filter((at) => at > now - t.flapWindow);
  const [first = 0, last = 0] = [falls[0], falls.at(-1)];
  if (falls.length < t.flapCount || now - last >= t.flapClearFor) return undefined;
  return {
    ...base(track, ingest, facts),
    severity: 'warning',
    facts: {
      now: ingest.now,
      usual: ingest.usual,
      swings: { times: falls.length, within: last - first, by: t.ingestWarn },
      publisher: publisherOf(track.stream, facts),
    },
    figure: falls.length,
    since: first,
  };
}

function judgeLow(
  track: StreamTrack,
  ingest: IngestTrack,
  facts: RuleInput,
  context: Context,
): Finding | undefined {
  const t = context.thresholds;
  const first = ingest.low[1];
  // A single reading cannot wait, so it finds only streams far below their mean.
  const { isOneLook } = context;
  if (!first || (!isOneLook && track.at - first.at < t.ingestFor)) return undefined;
  const share = (100 * ingest.now) / ingest.usual;
  const active = context.active(bitrateKey(track.key));
  const severity = judge(
    100 - share,
    { warn: t.ingestWarn, crit: t.ingestCrit, margin: t.clearMargin },
    active,
  );
  if (!severity) return undefined;
  return {
    ...base(track, ingest, facts),
    severity,
    facts: {
      now: ingest.now,
      usual: ingest.usual,
      mean: isOneLook ? (track.stream.duration ?? undefined) : undefined,
      publisher: publisherOf(track.stream, facts),
    },
    figure: 100 - share,
    since: isOneLook ? undefined : lowSince(ingest),
    lastGoodAt: ingest.low[0]?.at,
    within: weakWithOthers(track, facts),
  };
}

/** The publisher's bitrate affects every viewer of the stream. */
function base(track: StreamTrack, ingest: IngestTrack, facts: RuleInput) {
  const { viewerCount, id } = track.stream;
  return {
    key: bitrateKey(track.key),
    kind: 'ingest-bitrate',
    subject: streamSubject(track),
    measure: measured('in', `stream/${id}/in`, { value: ingest.now, normal: ingest.usual }),
    names: publishedOn(track.stream, facts),
    hit: { viewers: degradedViewers(viewerCount || undefined), ...hitStreams([track]) },
  } as const;
}

/** Of several copies of a stream only the one with the lowest share of its usual rate is reported; it stands for the others. */
function withoutCopies(findings: readonly Finding[]): readonly Finding[] {
  const sorted = findings.toSorted(byFigure);
  const first = new Map<string, string>();
  return sorted.map((finding) => {
    const name = finding.subject.kind === 'stream' ? finding.subject.streamKey : finding.key;
    const cause = first.get(name);
    if (cause !== undefined) return { ...finding, within: [cause, ...(finding.within ?? [])] };
    first.set(name, finding.key);
    return finding;
  });
}
