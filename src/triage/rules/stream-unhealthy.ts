import { count } from '../../base/format.ts';
import { isNoData, measuredScore } from '../../cluster/figures.ts';
import type { Stream } from '../../protocol/stream.ts';
import type { StreamTrack } from '../memory/streams.ts';
import type { Context, Finding, Rule, RuleInput } from '../rule.ts';
import { streamsSample } from '../samples.ts';
import { isSilent, isUnhealthy, viewersAtRisk } from '../stream-health.ts';
import { counted } from '../words.ts';
import { goneKey, hotKey } from './servers.ts';
import {
  bitrateKey,
  flapKey,
  publisherWords,
  streamMeasuredAt,
  subjectOf,
  swingsKey,
  zombieKey,
} from './stream-subject.ts';
import { isZombie } from './stream-zombie.ts';

/** Which published streams are unhealthy, and how many viewers are at risk. */
export const streamUnhealthy: Rule = {
  name: 'stream-unhealthy',
  timing: (t) => ({ after: t.healthFor, clearAfter: t.healthClearFor }),
  sample: streamsSample,
  measuredAt: streamMeasuredAt,
  together: {
    title: 'Streams unhealthy',
    what: 'streams are unhealthy',
    causes: ['stream-flap', 'stream-zombie'],
  },
  evaluate(facts, context) {
    const findings: Finding[] = [];
    const copies = Map.groupBy(facts.streams.tracks.values(), ({ stream }) => stream.streamKey);
    for (const track of facts.streams.tracks.values()) {
      // Many zombies are one row, which names only some of them: none of them is reported a second time.
      if (isZombie(track, context.thresholds)) continue;
      const finding = judgeStream(track, context);
      if (!finding) continue;
      const others = (copies.get(track.stream.streamKey) ?? []).filter((other) => other !== track);
      const isDelivery =
        others.length > 0 &&
        others.every(({ stream }) => !isUnhealthy(stream, context.thresholds.healthClear));
      const causes = isDelivery ? causesOn(track, facts) : [];
      const side = isDelivery
        ? '; its copies elsewhere are fine: delivery'
        : publisherWords(track.stream, facts);
      const explainedBy = [...(finding.explainedBy ?? []), ...causes];
      findings.push({ ...finding, reason: `${finding.reason}${side}`, explainedBy });
    }
    return findings.sort((a, b) => (b.figure ?? 0) - (a.figure ?? 0));
  },
};

/** Its copies elsewhere are fine: then what is wrong with a server that delivers this one explains it. */
function causesOn({ stream }: StreamTrack, { state }: RuleInput): string[] {
  return state.servers
    .filter(({ server }) => server.applications?.some(({ name }) => name === stream.application))
    .flatMap(({ name }) => [goneKey(name), hotKey(name), `edge-delivery:${name}`]);
}

function judgeStream(track: StreamTrack, context: Context): Finding | undefined {
  const { viewerCount, streamKey, application } = track.stream;
  const t = context.thresholds;
  const key = `stream-unhealthy:${track.key}`;
  if (!isUnhealthy(track.stream, context.active(key) ? t.healthClear : t.healthBad)) return undefined;
  const atRisk = viewersAtRisk(track.stream);
  const risk =
    atRisk === undefined ? '' : `; ${counted(atRisk, 'viewer')} of ${count(viewerCount ?? 0)} at risk`;
  return {
    key,
    severity: (atRisk ?? 0) >= t.riskCrit ? 'critical' : 'warning',
    subject: subjectOf(track),
    title: 'Stream unhealthy',
    reason: `${streamKey}${application ? ` on ${application}` : ''} ${healthWords(track.stream)}${risk}`,
    viewersAtRisk: atRisk,
    figure: 100 - (isSilent(track.stream) ? 0 : (measuredScore(track.stream) ?? 0)),
    explainedBy: [flapKey(streamKey), zombieKey(track.key), bitrateKey(track.key), swingsKey(track.key)],
  };
}

function healthWords(stream: Stream): string {
  if (isSilent(stream)) return isNoData(stream.healthGrade) ? 'has no data' : 'gets no bytes';
  const score = measuredScore(stream);
  const words = [...(score === undefined ? [] : [`${Math.round(score)}`]), stream.healthGrade ?? ''];
  return `has a health of ${words.filter((word) => word !== '').join(', ')}`;
}
