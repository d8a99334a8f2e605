import { PUBLISHED, type StreamTrack } from '../memory/streams.ts';
import type { Context, Finding, Rule } from '../rule.ts';
import { streamsSample } from '../samples.ts';
import { counted } from '../words.ts';
import { flapKey, streamMeasuredAt, subjectOf, zombieKey } from './stream-subject.ts';

export const UNHEALTHY_MANY = 'stream-unhealthy:many';
/** A score of 0 with this grade is no measurement. */
const NO_DATA = 'No Data';

/** Which streams are unhealthy, and how many viewers are at risk: viewerCount × (1 − score/100). */
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
  const { healthScore, healthGrade, state, viewerCount, streamKey, application } = track.stream;
  if (healthScore == null || healthGrade === NO_DATA || (state != null && state !== PUBLISHED))
    return undefined;
  const t = context.thresholds;
  const key = `stream-unhealthy:${track.key}`;
  if (healthScore >= (context.active(key) ? t.healthClear : t.healthBad)) return undefined;
  const atRisk = viewerCount == null ? undefined : Math.round(viewerCount * (1 - healthScore / 100));
  const grade = healthGrade ? `, ${healthGrade}` : '';
  const risk = atRisk === undefined ? '' : `; ${counted(atRisk, 'viewer')} of ${viewerCount} at risk`;
  return {
    key,
    severity: atRisk !== undefined && atRisk >= t.riskCrit ? 'critical' : 'warning',
    subject: subjectOf(track),
    title: 'Stream unhealthy',
    reason: `${streamKey}${application ? ` on ${application}` : ''} has a health of ${Math.round(healthScore)}${grade}${risk}`,
    viewersAtRisk: atRisk,
    figure: 100 - healthScore,
    explainedBy: [flapKey(streamKey), zombieKey(track.key)],
  };
}
