import { count, duration, percent, rate } from '../../base/format.ts';
import type { ServerRecord } from '../../cluster/state.ts';
import { hitStreams } from '../hit-streams.ts';
import type { StreamTrack } from '../memory/streams.ts';
import { type Loss, type TotalName, totalNames } from '../memory/totals.ts';
import type { Subject } from '../problem.ts';
import type { Finding, Rule, RuleInput } from '../rule.ts';
import { dashboardSample } from '../samples.ts';
import { listed } from '../words.ts';
import { outageKeys } from './server-gone.ts';
import { isIngest, restartKey, viewersOn } from './servers.ts';

/** Totals and servers are polled apart: what fell within this time of each other fell together. */
const TOGETHER_MS = 15_000;

export const LOSS_KEY = 'sudden-loss:cluster';

/** Whether the loss that stands came with something that was noticed at `at` (Unix ms). */
export function isLossAt(loss: Loss | undefined, at: number): boolean {
  return loss !== undefined && Math.abs(loss.since - at) <= TOGETHER_MS;
}

/** Of streams that ended: those that a sweep before the loss still had, two intervals ago at most. */
const ENDED_WITHIN_MS = 120_000;

/** Did viewers, streams or traffic vanish within seconds? How many, where, and whether they came back. */
export const suddenLoss: Rule = {
  name: 'sudden-loss',
  // The memory has waited for a second sample, and follows what comes back.
  timing: () => ({ after: 0, clearAfter: 0, samples: 1 }),
  sample: dashboardSample,
  evaluate(facts) {
    const { loss } = facts.totals;
    if (!loss) return [];
    const causes = [
      ...facts.outages.incidents.filter(({ since }) => isLossAt(loss, since)).flatMap(outageKeys),
      ...facts.state.events
        .filter(({ kind, at }) => kind === 'restart' && isLossAt(loss, at))
        .map(restartKey),
    ];
    const ended = endedWith(loss, facts);
    const finding: Finding = {
      key: LOSS_KEY,
      severity: 'critical',
      title: 'Sudden loss',
      ...placeOf(loss),
      // What it came with counts whom it lost.
      viewersAtRisk: causes.length > 0 ? undefined : viewersIn(loss),
      streams: hitStreams(ended),
      figure: fallOf(loss.before.viewers, loss.now.viewers),
      since: loss.since,
      explainedBy: causes,
    };
    return [{ ...finding, reason: `${lossWords(loss)}${finding.reason}${endedWords(ended)}` }];
  },
};

/** Viewers who were lost. */
export function viewersIn({ before, lowest }: Loss): number | undefined {
  return fallOf(before.viewers, lowest.viewers);
}

function fallOf(before: number | undefined, after: number | undefined): number | undefined {
  return before === undefined || after === undefined ? undefined : Math.max(0, before - after);
}

const words: Readonly<
  Record<TotalName, { readonly show: (value: number) => string; readonly what: string }>
> = {
  viewers: { show: count, what: ' viewers' },
  streams: { show: count, what: ' streams' },
  out: { show: rate, what: ' outgoing' },
};

/** The words for a loss and what came back of it: `6.38k of 16k viewers (40%), 11 of 60 streams (18%) lost within 2s; 1.1k viewers came back`. */
export function lossWords(loss: Loss): string {
  const lost: string[] = [];
  const back: string[] = [];
  for (const name of totalNames) {
    const before = loss.before[name];
    const fall = fallOf(before, loss.lowest[name]);
    if (!before || !fall) continue;
    const { show, what } = words[name];
    lost.push(`${show(fall)} of ${show(before)}${what} (${percent((100 * fall) / before)})`);
    const returned = fallOf(loss.now[name], loss.lowest[name]);
    if (returned) back.push(`${show(returned)}${what}`);
  }
  const came = back.length > 0 ? `; ${back.join(', ')} came back` : '; nothing came back so far';
  return `${lost.join(', ')} lost within ${duration(Math.max(1_000, loss.since - loss.lastGoodAt))}${came}`;
}

interface Place {
  readonly name: string;
  readonly lost: number;
}

/** One place that lost so much of it is where it happened, in percent. */
const MOST_OF_IT_PERCENT = 80;

/** The server, application or group that lost most of it; else the servers that lost the most. */
function placeOf(loss: Loss): { readonly subject: Subject; readonly reason: string } {
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
  const most = losers.map(({ record, lost }) => `${record.name} (−${count(lost)})`);
  const reason = most.length > 0 ? `; ${what} of ${listed(most)}` : '';
  if (server) return { subject: { kind: 'server', name: server.record.name }, reason };
  if (group) return { subject: { kind: 'group', name: group.name }, reason: `; in ${group.name}${reason}` };
  return { subject: { kind: 'cluster' }, reason };
}

/** Streams that are published on a server. */
function streamsIn({ server }: ServerRecord): number {
  return (server.applications ?? [])
    .filter(isIngest)
    .reduce((sum, { streams }) => sum + (streams?.count ?? 0), 0);
}

/** The streams that ended with it, once the sweep has shown which; those with the most viewers first. */
function endedWith(loss: Loss, { streams }: RuleInput): readonly StreamTrack[] {
  if (!loss.fallen.includes('streams')) return [];
  return [...streams.departed.values()]
    .filter(({ at }) => at >= loss.since - ENDED_WITHIN_MS && at <= loss.since)
    .sort((a, b) => (b.stream.viewerCount ?? 0) - (a.stream.viewerCount ?? 0));
}

function endedWords(ended: readonly StreamTrack[]): string {
  return ended.length === 0 ? '' : `; ended: ${listed(ended.map(({ stream }) => stream.streamKey))}`;
}
