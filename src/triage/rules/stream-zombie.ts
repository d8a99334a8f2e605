import { hitStreams } from '../hit-streams.ts';
import { measured } from '../measure.ts';
import type { StreamTrack } from '../memory/streams.ts';
import type { Finding, Rule } from '../rule.ts';
import { streamsSample } from '../samples.ts';
import type { Thresholds } from '../threshold-families.ts';
import { publishedOn, publisherOf, streamMeasuredAt, streamSubject, viewersOf } from './stream-subject.ts';
import { weakWithOthers } from './weak-publishers.ts';

/** Whether no bytes have come for long enough. */
export function isZombie({ stillPolls, stillSince, at }: StreamTrack, t: Thresholds): boolean {
  return stillPolls >= t.zombiePolls && at - stillSince >= t.zombieFor;
}

/** Is the stream a zombie? It is published, but no byte has come in for some polls. */
export const streamZombie: Rule = {
  name: 'stream-zombie',
  inputs: ['stream list', 'stream traffic'],
  sample: streamsSample,
  measuredAt: streamMeasuredAt,
  together: true,
  history: 'zombie streams',
  evaluate(facts, { thresholds: t }) {
    const findings: Finding[] = [];
    for (const track of facts.streams.tracks.values()) {
      if (!isZombie(track, t)) continue;
      const viewers = viewersOf(track, facts.whole);
      findings.push({
        key: `stream-zombie:${track.key}`,
        severity: viewers.lost + viewers.degraded >= t.riskCrit ? 'critical' : 'warning',
        subject: streamSubject(track),
        kind: 'stream-zombie',
        names: publishedOn(track.stream, facts),
        measure: measured('in', `stream/${track.stream.id}/in`, { value: 0 }),
        facts: {
          viewers: viewers.degraded || undefined,
          stillFor: track.at - track.stillSince,
          publisher: publisherOf(track.stream, facts),
        },
        hit: { viewers, ...hitStreams([track]) },
        // Bytes are read with each sweep, so the last one came at a time between two sweeps.
        since: track.stillSince,
        lastGoodAt: track.stillAfter,
        beganBefore: track.stillAfter === undefined,
        within: weakWithOthers(track, facts),
      });
    }
    return findings;
  },
};
