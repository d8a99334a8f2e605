import { sum } from '../../base/theil-sen.ts';
import { measured } from '../measure.ts';
import { gradedOf } from '../memory/viewer-health.ts';
import { degradedViewers, nameOf } from '../problem.ts';
import { judge, type Rule, type RuleInput } from '../rule.ts';
import { dashboardSample } from '../samples.ts';
import type { Thresholds } from '../threshold-families.ts';
import { partedKey } from './parted-key.ts';
import { sickPlace, sickStreams } from './stream-shares.ts';

/** With fewer graded viewers than this, a share is not meaningful. */
const LEAST_VIEWERS = 20;
const KEY = 'health:cluster';
/** Sick streams with this share of the bad viewers explain them. */
const OF_SICK = 0.5;

/** Is ingest or delivery at fault? Bad viewers with good streams mean delivery; both bad mean ingest. */
export const healthSide: Rule = {
  name: 'health',
  inputs: ['viewer health', 'stream grades'],
  timing: (t) => ({ after: t.badShareFor, clearAfter: t.badShareClearFor }),
  sample: dashboardSample,
  evaluate(facts, context) {
    const dashboard = facts.state.dashboard.value;
    const viewers = gradedOf(dashboard?.viewerHealthSummary);
    if (!viewers || viewers.graded < LEAST_VIEWERS) return [];
    const t = context.thresholds;
    const share = (100 * viewers.bad) / viewers.graded;
    const streams = gradedOf(dashboard?.streamHealthSummary);
    const streamShare = streams && streams.graded > 0 ? (100 * streams.bad) / streams.graded : undefined;
    // Half the share of bad streams is enough, because large streams have more viewers than small ones.
    const isIngest = streamShare !== undefined && streamShare >= Math.min(t.badShareWarn, share) / 2;
    // Fewer than would be many anywhere are unusual where all were well. Sick streams tell of theirs themselves.
    const { fallen } = facts.viewerHealth;
    const isUnusual = fallen !== undefined && viewers.bad >= t.lossViewers && !isIngest;
    const levels = { warn: t.badShareWarn, crit: t.badShareCrit, margin: t.clearMargin };
    const isMany = judge(share, levels, context.active(KEY));
    const severity = isMany ?? (isUnusual ? 'warning' : undefined);
    if (!severity) return [];
    // Until the list is read again, their streams may be sick, too.
    const { completedAt: sweptAt } = facts.state.streamSweep.value ?? {};
    const isRead = !fallen || sweptAt === undefined || sweptAt > fallen.since;
    const hasSide = streamShare !== undefined && (isIngest || (isRead && !areOnSick(viewers.bad, facts, t)));
    const place = isIngest ? sickPlace(facts, t)?.subject : undefined;
    return [
      {
        key: KEY,
        severity,
        subject: place ?? { kind: 'cluster' },
        kind: 'health',
        facts: {
          share,
          bad: viewers.bad,
          graded: viewers.graded,
          ...(hasSide && { streamShare, side: isIngest ? 'ingest' : 'delivery' }),
          of: place && nameOf(place),
        },
        measure: measured('bad viewers', undefined, { value: share, limit: t.badShareWarn }),
        hit: { viewers: degradedViewers(viewers.bad) },
        figure: share,
        since: fallen?.since,
        lastGoodAt: fallen?.lastGoodAt,
        within: isMany ? undefined : [partedKey('out/viewers')],
      },
    ];
  },
};

/** Whether most of the bad viewers watch sick streams: renditions may be sick where no published stream is. */
function areOnSick(bad: number, facts: RuleInput, t: Thresholds): boolean {
  const watching = sickStreams(facts, t).map(({ stream, viewers }) =>
    Math.max(viewers, stream.viewerCount ?? 0),
  );
  return sum(watching) >= OF_SICK * bad;
}
