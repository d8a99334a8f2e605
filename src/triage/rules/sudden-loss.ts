import type { ServerRecord } from '../../cluster/state.ts';
import { serversNamed } from '../concerned.ts';
import { type LossFacts, namedOrNone } from '../facts.ts';
import { hitStreams, streamKeys } from '../hit-streams.ts';
import type { KindFacts } from '../kind-facts.ts';
import { measureOfPlace } from '../measure.ts';
import type { StreamTrack } from '../memory/streams.ts';
import { type Loss, totalNames } from '../memory/totals.ts';
import { lostViewers, type Subject } from '../problem.ts';
import type { Finding, Rule, RuleInput } from '../rule.ts';
import { dashboardSample } from '../samples.ts';
import { threshold } from '../threshold-families.ts';
import { STREAMS_LOST_KEY, VIEWERS_LOST_KEY } from './loss.ts';
import { outageKeys } from './server-gone.ts';
import { isIngest, restartKey, viewersOn } from './servers.ts';
import { viewersDelivered } from './totals.ts';

export const lossThresholds = {
  loss: {
    share: threshold.percent(15, 'sudden fall of all viewers, streams or outgoing traffic'),
    viewers: threshold.amount('viewers', 50, 'and by at least this many viewers'),
    streams: threshold.count(5, 'and by at least this many streams'),
    traffic: threshold.amount('bytes per second', 1_250_000, 'and by at least this much traffic'),
    for: threshold.time(600_000, 'how long a loss is listed if not everything came back'),
  },
} as const;

type LossThresholds = typeof lossThresholds;

declare module '../threshold-families.ts' {
  interface ThresholdFamilies extends LossThresholds {}
}

/** Totals and servers are polled separately, so falls within this time of each other belong together, ms. */
const TOGETHER_MS = 15_000;

export const LOSS_KEY = 'sudden-loss:cluster';

/** Whether the current loss belongs to something that was noticed at `at` (Unix ms). */
export function isLossAt(loss: Loss | undefined, at: number): boolean {
  return loss !== undefined && Math.abs(loss.since - at) <= TOGETHER_MS;
}

/** Streams that ended with it: those that were in a sweep before the loss, at most two intervals ago, ms. */
const ENDED_WITHIN_MS = 120_000;

/** Did viewers, streams or traffic vanish within seconds? How many, where, and have they come back? */
export const suddenLoss: Rule = {
  name: 'sudden-loss',
  inputs: ['viewers', 'streams', 'out', 'servers'],
  // `TotalsMemory` has waited for a second sample, and follows the recovery.
  timing: () => ({ after: 0, clearAfter: 0, samples: 1 }),
  sample: dashboardSample,
  evaluate(facts) {
    const { loss } = facts.totals;
    if (!loss || !isOnServers(loss)) return [];
    const causes = [
      ...facts.outages.incidents.filter(({ since }) => isLossAt(loss, since)).flatMap(outageKeys),
      ...facts.state.events
        .filter(({ kind, at }) => kind === 'restart' && isLossAt(loss, at))
        .map(restartKey),
    ];
    const ended = endedWith(loss, facts);
    const { subject, ...where } = placeOfLoss(loss);
    const finding: Finding = {
      key: LOSS_KEY,
      severity: 'critical',
      kind: 'sudden-loss',
      measure: measureOfPlace(subject),
      names: serversNamed(where.losers.first.map(({ server }) => server)),
      facts: { loss: lossFacts(loss), ...where, ended: namedOrNone(streamKeys(ended)) },
      subject,
      hit: {
        // If another problem caused the loss, that problem counts the lost viewers.
        viewers: causes.length > 0 ? undefined : lostViewers(viewersIn(loss)),
        ...hitStreams(ended),
      },
      figure: fallOf(loss.before.viewers, loss.now.viewers),
      since: loss.since,
      lastGoodAt: loss.lastGoodAt,
      explainedBy: [...causes, STREAMS_LOST_KEY, VIEWERS_LOST_KEY],
    };
    return [finding];
  },
};

/** The servers must have lost at least this share of what the total lost; otherwise the total is wrong. */
const ON_SERVERS = 0.3;

/** Whether the servers show the loss too, if all of them tell before and after it. */
function isOnServers({ fallen, before, lowest, serversBefore, serversAfter }: Loss): boolean {
  if (!fallen.includes('viewers') || fallen.includes('streams')) return true;
  const [had, has] = [viewersDelivered(serversBefore), viewersDelivered(serversAfter)];
  if (!had || has === undefined) return true;
  return had - has >= ON_SERVERS * (fallOf(before.viewers, lowest.viewers) ?? 0);
}

/** Number of lost viewers. */
export function viewersIn({ before, lowest }: Loss): number | undefined {
  return fallOf(before.viewers, lowest.viewers);
}

function fallOf(before: number | undefined, after: number | undefined): number | undefined {
  return before === undefined || after === undefined ? undefined : Math.max(0, before - after);
}

/** Of a total that did not fall suddenly itself, less than this share is not told. */
const LEAST_TOLD_SHARE = 0.01;

/** The totals that fell suddenly come first. */
export function lossFacts(loss: Loss): LossFacts {
  const isSudden = (measure: (typeof totalNames)[number]) => loss.fallen.includes(measure);
  const inOrder = totalNames.toSorted((a, b) => Number(isSudden(b)) - Number(isSudden(a)));
  const fallen = inOrder.flatMap((measure): LossFacts['fallen'] => {
    const before = loss.before[measure];
    const lost = fallOf(before, loss.lowest[measure]);
    if (!before || !lost || (!isSudden(measure) && lost < LEAST_TOLD_SHARE * before)) return [];
    const back = fallOf(loss.now[measure], loss.lowest[measure]);
    return [{ measure, before, lost, back: back || undefined }];
  });
  return { fallen, within: Math.max(1_000, loss.since - loss.lastGoodAt) };
}

interface Place {
  readonly name: string;
  readonly lost: number;
}

/** Most servers that are named. */
const MOST_LOSERS = 3;
/** If a single place has at least this share of the loss, in percent, it is the place of the problem. */
const MOST_OF_IT_PERCENT = 80;

/** The server, application or group with most of the loss; else the servers that lost the most. */
function placeOfLoss(
  loss: Loss,
): { readonly subject: Subject } & Pick<KindFacts['sudden-loss'], 'group' | 'of' | 'losers'> {
  const isStreams = loss.fallen.includes('streams');
  const of = isStreams ? streamsIn : viewersOn;
  const what = isStreams ? 'streams' : 'viewers';
  const after = new Map(loss.serversAfter.map((record) => [record.name, record]));
  const servers = loss.serversBefore.map((record) => {
    const now = after.get(record.name);
    return { record, lost: of(record) - (now && now.misses === 0 ? of(now) : 0) };
  });
  const losers = servers.filter(({ lost }) => lost > 0).sort((a, b) => b.lost - a.lost);
  const all = losers.reduce((sum, { lost }) => sum + lost, 0);
  const groups = [...Map.groupBy(losers, ({ record }) => record.server.groupName ?? '')].map(
    ([name, members]): Place => ({ name, lost: members.reduce((sum, { lost }) => sum + lost, 0) }),
  );
  const isMost = ({ lost }: { readonly lost: number }) => 100 * lost >= MOST_OF_IT_PERCENT * all;
  const server = losers.find(isMost);
  const group = groups.find((one) => one.name !== '' && isMost(one));
  const first = losers.slice(0, MOST_LOSERS).map(({ record, lost }) => ({ server: record.name, lost }));
  const where = { of: what, losers: { count: losers.length, first } } as const;
  if (server) return { subject: { kind: 'server', name: server.record.name }, ...where };
  if (group)
    return {
      subject: { kind: 'group', name: group.name },
      group: group.name,
      ...where,
    };
  return { subject: { kind: 'cluster' }, ...where };
}

/** Number of streams that are published on a server. */
function streamsIn({ server }: ServerRecord): number {
  return (server.applications ?? [])
    .filter(isIngest)
    .reduce((sum, { streams }) => sum + (streams?.count ?? 0), 0);
}

/** The streams that ended at the same time, once a sweep has shown them; those with the most viewers first. */
function endedWith(loss: Loss, { streams }: RuleInput): readonly StreamTrack[] {
  if (!loss.fallen.includes('streams')) return [];
  return [...streams.departed.values()]
    .filter(({ at }) => at >= loss.since - ENDED_WITHIN_MS && at <= loss.since)
    .sort((a, b) => (b.stream.viewerCount ?? 0) - (a.stream.viewerCount ?? 0));
}
