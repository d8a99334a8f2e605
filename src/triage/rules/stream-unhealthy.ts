import { count } from '../../base/format.ts';
import type { StreamTrack } from '../memory/streams.ts';
import type { Context, Finding, Rule } from '../rule.ts';
import { streamsSample } from '../samples.ts';
import { hasBadHealth, measuredScore, viewersAtRisk } from '../stream-health.ts';
import { counted } from '../words.ts';
import { flapKey, streamMeasuredAt, subjectOf, zombieKey } from './stream-subject.ts';

export const UNHEALTHY_MANY = 'stream-unhealthy:many';

/** Which published streams have bad health, and how many viewers are at risk. */
export const streamUnhealthy: Rule = {
  name: 'stream-unhealthy',
  timing: (t) => ({ after: t.healthFor, clearAfter: t.healthClearFor }),
  sample: streamsSample,
  measuredAt: streamMeasuredAt,
  together: { title: 'Streams unhealthy', what: 'streams have bad health' },
  evaluate(facts, context) {
    const findings: Finding[] = [];
    for (const track of facts.streams.tracks.values()) {
      const finding = judgeStream(track, context);
      if (finding) findings.push(finding);
    }
    return findings.sort(
      (a, b) => (b.viewersAtRisk ?? 0) - (a.viewersAtRisk ?? 0) || (b.figure ?? 0) - (a.figure ?? 0),
    );
  },
};

function judgeStream(track: StreamTrack, context: Context): Finding | undefined {
  const { healthGrade, viewerCount, streamKey, application } = track.stream;
  const t = context.thresholds;
  const key = `stream-unhealthy:${track.key}`;
  if (!hasBadHealth(track.stream, context.active(key) ? t.healthClear : t.healthBad)) return undefined;
  const score = measuredScore(track.stream);
  const atRisk = viewersAtRisk(track.stream);
  const health = [score === undefined ? '' : `${Math.round(score)}`, healthGrade ?? '']
    .filter((word) => word !== '')
    .join(', ');
  const risk =
    atRisk === undefined ? '' : `; ${counted(atRisk, 'viewer')} of ${count(viewerCount ?? 0)} at risk`;
  return {
    key,
    severity: atRisk !== undefined && atRisk >= t.riskCrit ? 'critical' : 'warning',
    subject: subjectOf(track),
    title: 'Stream unhealthy',
    reason: `${streamKey}${application ? ` on ${application}` : ''} has a health of ${health}${risk}`,
    viewersAtRisk: atRisk,
    figure: 100 - (score ?? 0),
    explainedBy: [flapKey(streamKey), zombieKey(track.key)],
  };
}
