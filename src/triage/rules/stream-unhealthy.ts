import { listedStreams } from '../../cluster/copies.ts';
import { measuredScore } from '../../cluster/figures.ts';
import type { Stream } from '../../protocol/stream.ts';
import { hitStreams } from '../hit-streams.ts';
import type { KindFacts } from '../kind-facts.ts';
import { measured } from '../measure.ts';
import type { StreamTrack } from '../memory/streams.ts';
import { byFigure, type Context, type Finding, type Rule, type RuleInput, type Verdict } from '../rule.ts';
import { streamsSample } from '../samples.ts';
import { isUnhealthy, silenceOf, viewersAtRisk, whySilent } from '../stream-health.ts';
import { goneKey, hotKey } from './servers.ts';
import { placesOf, sickPlace } from './stream-shares.ts';
import { publishedOn, publisherOf, streamMeasuredAt, streamSubject, viewersOf } from './stream-subject.ts';
import { isZombie } from './stream-zombie.ts';
import { weakWithOthers } from './weak-publishers.ts';

/** Which published streams are unhealthy, and how many viewers are at risk? */
export const streamUnhealthy: Rule = {
  name: 'stream-unhealthy',
  inputs: ['stream list', 'stream health', 'stream scores', 'stream viewers'],
  timing: (t) => ({ after: t.healthFor, clearAfter: t.healthClearFor }),
  sample: streamsSample,
  measuredAt: streamMeasuredAt,
  together: true,
  placeOf: sickPlace,
  evaluate(facts, context) {
    const verdicts: Verdict[] = [];
    const { keyOf } = listedStreams(facts.state);
    const { tracks, copies, index } = facts.streams;
    for (const track of [...tracks.values(), ...copies.tracks.values()]) {
      // Zombies are reported by their own rule. A folded row of them names only some, so each must be skipped here.
      if (isZombie(track, context.thresholds)) continue;
      const finding = judgeStream(track, facts, context);
      if (!finding) continue;
      if (!facts.streams.isRead(track)) {
        verdicts.push({ key: finding.key, unmeasured: true });
        continue;
      }
      const others = index.copiesOf(keyOf(track.stream)).filter((other) => other !== track);
      const isDelivery =
        others.length > 0 &&
        others.every(({ stream }) => !isUnhealthy(stream, context.thresholds.healthClear));
      // A copy of a sick stream is sick with it.
      if (!isDelivery && copies.tracks.has(track.key)) continue;
      const copiesFine = isDelivery || undefined;
      const publisher = isDelivery ? undefined : publisherOf(track.stream, facts);
      verdicts.push({
        ...finding,
        facts: { ...finding.facts, copiesFine, publisher },
        names: isDelivery ? [] : publishedOn(track.stream, facts),
        within: isDelivery ? placesWith(track, facts) : weakWithOthers(track, facts),
      });
    }
    return verdicts.sort(byFigure);
  },
};

/** If its copies elsewhere are healthy, a problem of a server that delivers this one says more. */
function placesWith({ stream }: StreamTrack, facts: RuleInput): readonly string[] {
  const places = placesOf(facts).get(stream.application ?? '') ?? [];
  return places.flatMap(({ server }) => [goneKey(server), hotKey(server), `edge-delivery:${server}`]);
}

function judgeStream(
  track: StreamTrack,
  facts: RuleInput,
  context: Context,
): Extract<Finding, { kind: 'stream-unhealthy' }> | undefined {
  const viewers = viewersOf(track, facts.whole);
  const t = context.thresholds;
  const key = `stream-unhealthy:${track.key}`;
  const least = context.active(key) ? t.healthClear : t.healthBad;
  if (!viewers.lost && !isUnhealthy(track.stream, least)) return undefined;
  const atRisk = viewersAtRisk(track.stream);
  return {
    key,
    severity: viewers.lost + (atRisk ?? 0) >= t.riskCrit ? 'critical' : 'warning',
    subject: streamSubject(track),
    kind: 'stream-unhealthy',
    measure: measured('health', `stream/${track.stream.id}/health`, {
      value: measuredScore(track.stream),
      limit: t.healthBad,
    }),
    facts: { ...healthFacts(track.stream), atRisk, viewers: viewers.degraded },
    hit: { viewers: viewers.lost + viewers.degraded > 0 ? viewers : undefined, ...hitStreams([track]) },
    figure: 100 - (silenceOf(track.stream) ? 0 : (measuredScore(track.stream) ?? 0)),
  };
}

function healthFacts(stream: Stream): Pick<KindFacts['stream-unhealthy'], 'silent' | 'score' | 'grade'> {
  const silent = whySilent(stream);
  return silent ? { silent } : { score: measuredScore(stream), grade: stream.healthGrade || undefined };
}
