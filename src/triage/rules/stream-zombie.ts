import { duration } from '../../base/format.ts';
import type { StreamTrack } from '../memory/streams.ts';
import type { Finding, Rule } from '../rule.ts';
import { streamsSample } from '../samples.ts';
import type { Thresholds } from '../thresholds.ts';
import { counted } from '../words.ts';
import { flapKey, publisherWords, streamMeasuredAt, subjectOf, zombieKey } from './stream-subject.ts';

/** It stood still for long enough. */
export function isZombie({ stillPolls, stillSince, at }: StreamTrack, t: Thresholds): boolean {
  return stillPolls >= t.zombiePolls && at - stillSince >= t.zombieFor;
}

/** Is it a zombie? Published, but no byte comes in for some polls. */
export const streamZombie: Rule = {
  name: 'stream-zombie',
  // The polls were counted by the memory; one poll with new bytes ends it.
  timing: () => ({ after: 0, clearAfter: 0, samples: 1 }),
  sample: streamsSample,
  measuredAt: streamMeasuredAt,
  together: { title: 'Zombie streams', what: 'streams are published without a byte coming in' },
  history: 'zombie streams',
  evaluate(facts, { thresholds: t }) {
    const findings: Finding[] = [];
    for (const track of facts.streams.tracks.values()) {
      if (!isZombie(track, t)) continue;
      const { streamKey, application, viewerCount } = track.stream;
      const people = viewerCount ? `; ${counted(viewerCount, 'viewer')} wait for it` : '';
      findings.push({
        key: zombieKey(track.key),
        severity: (viewerCount ?? 0) >= t.riskCrit ? 'critical' : 'warning',
        subject: subjectOf(track),
        title: 'Zombie stream',
        reason: `${streamKey}${application ? ` on ${application}` : ''} is published, but no byte came in for ${duration(track.at - track.stillSince)}${people}${publisherWords(track.stream, facts)}`,
        viewersAtRisk: viewerCount ?? undefined,
        since: track.stillSince,
        explainedBy: [flapKey(streamKey)],
      });
    }
    return findings;
  },
};
