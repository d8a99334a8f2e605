import { hitStreams } from '../hit-streams.ts';
import { measured } from '../measure.ts';
import { type IngestTrack, lowSince } from '../memory/ingest.ts';
import type { StreamTrack } from '../memory/streams.ts';
import { degradedViewers } from '../problem.ts';
import { type Context, type Finding, judge, type Rule, type RuleInput } from '../rule.ts';
import { streamsSample } from '../samples.ts';
import {
  bitrateKey,
  publishedOn,
  publisherOf,
  streamMeasuredAt,
  streamSubject,
  swingsKey,
} from './stream-subject.ts';
import { weakWithOthers } from './weak-publishers.ts';

/**
 * Does a publisher send less than usual, or does its rate swing? A publisher that left is judged by other rules.
 */
export const ingestBitrate: Rule = {
  name: 'ingest-bitrate',
  inputs: ['stream list', 'stream traffic'],
  // `IngestTrack` counts the samples already; sweeps run once a minute.
  timing: (t) => ({ after: 0, clearAfter: t.ingestClearFor, samples: 1 }),
  sample: streamsSample,
  measuredAt: streamMeasuredAt,
  together: true,
  history: 'ingest bitrates a little below their usual',
  judgesOneLook: true,
  evaluate(facts, context) {
    const findings: Finding[] = [];
    for (const { track, ingest } of ingesting(facts)) {
      if (isSwinging(ingest, context)) continue;
      const finding = judgeLow(track, ingest, facts, context);
      if (finding) findings.push(finding);
    }
    return withoutCopies(findings);
  },
};

/** Reports how often the rate fell, for some time. */
export const ingestSwings: Rule = {
  name: 'ingest-swings',
  inputs: ['stream list', 'stream traffic'],
  // The rule itself counts falls and waits for a quiet time, so no further time is needed.
  timing: () => ({ after: 0, clearAfter: 0, samples: 1 }),
  sample: streamsSample,
  together: true,
  history: 'ingest bitrates that swing',
  evaluate(facts, context) {
    const findings: Finding[] = [];
    for (const { track, ingest } of ingesting(facts)) {
      if (!isSwinging(ingest, context)) continue;
      const falls = recentFalls(ingest, context);
      findings.push({
        ...base(track, facts),
        key: swingsKey(track.key),
        severity: 'warning',
        kind: 'ingest-swings',
        measure: measured('in', `stream/${track.stream.id}/in`, { value: ingest.now, normal: ingest.usual }),
        facts: {
          times: falls.length,
          within: (falls.at(-1) ?? 0) - (falls[0] ?? 0),
          by: context.thresholds.ingestWarn,
          usual: ingest.usual,
          publisher: publisherOf(track.stream, facts),
        },
        figure: falls.length,
        since: falls[0],
      });
    }
    return withoutCopies(findings);
  },
};

function ingesting({ streams }: RuleInput) {
  return [...streams.tracks.values()].flatMap((track) =>
    track.ingest === undefined ? [] : [{ track, ingest: track.ingest }],
  );
}

function recentFalls({ falls }: IngestTrack, { now, thresholds }: Context): readonly number[] {
  return falls.filter((at) => at > now - thresholds.flapWindow);
}

function isSwinging(ingest: IngestTrack, context: Context): boolean {
  const falls = recentFalls(ingest, context);
  return (
    falls.length >= context.thresholds.flapCount &&
    context.now - (falls.at(-1) ?? 0) < context.thresholds.flapClearFor
  );
}

function judgeLow(
  track: StreamTrack,
  ingest: IngestTrack,
  facts: RuleInput,
  context: Context,
): Finding | undefined {
  const t = context.thresholds;
  const key = bitrateKey(track.key);
  const first = ingest.low[1];
  // A single reading cannot wait, so it finds only streams far below their mean.
  const { isOneLook } = context;
  if (!first || (!isOneLook && track.at - first.at < t.ingestFor)) return undefined;
  const share = (100 * ingest.now) / ingest.usual;
  const active = context.active(key);
  const severity = judge(
    100 - share,
    { warn: t.ingestWarn, crit: t.ingestCrit, margin: t.clearMargin },
    active,
  );
  if (!severity) return undefined;
  return {
    ...base(track, facts),
    key,
    severity,
    kind: 'ingest-bitrate',
    measure: measured('in', `stream/${track.stream.id}/in`, { value: ingest.now, normal: ingest.usual }),
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

/** The publisher's low bitrate affects every viewer of the stream. */
function base(track: StreamTrack, facts: RuleInput): Pick<Finding, 'subject' | 'names' | 'hit'> {
  const { viewerCount } = track.stream;
  return {
    subject: streamSubject(track),
    names: publishedOn(track.stream, facts),
    hit: { viewers: degradedViewers(viewerCount || undefined), ...hitStreams([track]) },
  };
}

/**
 * Of several copies of a stream only the one with the lowest share of its usual rate is reported; it stands for
 * the others.
 */
function withoutCopies(findings: readonly Finding[]): readonly Finding[] {
  const sorted = findings.toSorted((a, b) => (b.figure ?? 0) - (a.figure ?? 0));
  const first = new Map<string, string>();
  return sorted.map((finding) => {
    const name = finding.subject.kind === 'stream' ? finding.subject.streamKey : finding.key;
    const cause = first.get(name);
    if (cause !== undefined) return { ...finding, within: [cause, ...(finding.within ?? [])] };
    first.set(name, finding.key);
    return finding;
  });
}
