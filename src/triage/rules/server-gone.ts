import { sum } from '../../base/theil-sen.ts';
import { serversNamed } from '../concerned.ts';
import { type Aftermath, type Carried, named, namedOrNone } from '../facts.ts';
import { hitStreams, streamKeys } from '../hit-streams.ts';
import { measured, totalMeasure } from '../measure.ts';
import { areBack } from '../memory/cut-off.ts';
import { isAway, isOfEdges, type Outage, type OutageIncident, outageName } from '../memory/outages.ts';
import type { StreamTrack } from '../memory/streams.ts';
import { roleOf } from '../principles/place-figures.ts';
import { degradedViewers, foldedOf, type Harm, type Hit, lostViewers } from '../problem.ts';
import { watching, withFewerRenditions } from '../renditions.ts';
import { byFigure, type Finding, type Rule, type RuleInput, type Verdict } from '../rule.ts';
import { serversSample } from '../samples.ts';
import { aftermathOf } from './aftermath.ts';
import { goneKey, isDoubtful, isPresent, streamsOn, viewersOn } from './servers.ts';
import { isMoreThanUsual } from './streams-lost.ts';

/** Did servers vanish, what did they carry, and how much is back? Servers of a group that vanish together are one problem. */
export const serverGone: Rule = {
  name: 'server-gone',
  inputs: ['servers'],
  // The cluster state has already counted three misses (`ServerRecord.goneSince`).
  timing: (t) => ({ after: 0, clearAfter: t.goneClearFor, samples: 1 }),
  sample: serversSample,
  history: 'servers that vanished',
  evaluate(facts, context) {
    const isHidden = isDoubtful(facts) ? () => true : isLastManager(facts);
    const hidden = facts.outages.incidents.flatMap(({ outages }) => outages.filter(isHidden));
    const wholes: Finding[] = [];
    const parts: Finding[] = [];
    for (const incident of facts.outages.incidents) {
      const outages = incident.outages.filter((outage) => !isHidden(outage));
      const [only] = outages;
      if (!only) continue;
      const isOver = isUsualEnd(incident, facts, context.thresholds.goneSteady);
      if (outages.length === 1) wholes.push(oneGone(only, incident, isOver, renditionsLostWith(only, facts)));
      else {
        const own = outages.map((outage) => memberGone(outage, incident, isOver));
        const whole = groupGone({ ...incident, outages }, isOver);
        wholes.push({ ...whole, folded: foldedOf(whole.key, own) });
        parts.push(...own);
      }
    }
    wholes.sort(byFigure);
    return [
      ...hidden.map((outage): Verdict => ({ key: goneKey(outageName(outage)), unmeasured: true })),
      ...(wholes.length > context.thresholds.manyAt ? gathered(wholes) : wholes),
      ...parts,
    ];
  },
};

/** The end of the last manager is reported as "no cluster manager", which names the server; but not what it carried. */
function isLastManager({ state }: RuleInput): (outage: Outage) => boolean {
  const isManager = ({ server }: Outage['record']) => server.clusterManager === true;
  if (state.servers.some((one) => isPresent(one) && isManager(one))) return () => false;
  return ({ record }) => isManager(record) && viewersOn(record) === 0 && streamsOn(record) === 0;
}

export const goneTogetherKey = (group = ''): string => goneKey(`group/${group}`);

/** Transcoders have no viewers, so the loss of one affects viewers of streams that have fewer renditions without it. */
function renditionsLostWith({ record, since }: Outage, facts: RuleInput): readonly StreamTrack[] {
  const own = record.server.applications ?? [];
  if (own.every(({ type }) => roleOf(type) !== 'transcode')) return [];
  const there = facts.state.servers.filter(isPresent).flatMap(({ server }) => server.applications ?? []);
  const names = new Set(own.map(({ name }) => name));
  for (const { name } of there) names.delete(name);
  return withFewerRenditions(facts, since, names);
}

/**
 * Streams that an origin or a transcoder worked on. The topology has their number; which ones they are is known of those
 * that a sweep has seen with fewer renditions.
 */
function streamsWorkedOn(outage: Outage, poorer: readonly StreamTrack[]): Pick<Hit, 'streams'> {
  const named = hitStreams(poorer);
  const count = isOfEdges({ outages: [outage] }) ? 0 : streamsOn(outage.record);
  return count > (named.streams?.count ?? 0)
    ? { streams: { count, first: named.streams?.first ?? [] } }
    : named;
}

/**
 * All servers and viewers are back, and streams that are not are as few as programmes that ended meanwhile: worth a remark,
 * as one may be a publisher that does not connect again.
 */
function isUsualEnd(
  { outages, since, viewers, missing, lookedAt = 0 }: OutageIncident,
  facts: RuleInput,
  steady: number,
): boolean {
  if (outages.some(isAway)) return false;
  const now = facts.figures.newest ?? 0;
  const backAt = Math.max(...outages.map((outage) => outage.backAt ?? 0));
  const isSteady = now >= backAt + steady || outages.every(({ times }) => times === 1);
  const isRead = lookedAt > backAt && areBack(viewers, now - since);
  return isSteady && isRead && !isMoreThanUsual(missing.length, facts, now - since);
}

function oneGone(
  outage: Outage,
  incident: OutageIncident,
  isOver: boolean,
  poorer: readonly StreamTrack[] = [],
): Finding {
  const { name, server } = outage.record;
  const viewers = viewersOn(outage.record);
  const after = aftermathOf(incident, viewers + outage.drained);
  const carried = { viewers, streams: streamsOn(outage.record), isManager: server.clusterManager === true };
  return {
    key: goneKey(name),
    severity: severityOf(carried, isOver),
    subject: { kind: 'server', name },
    kind: 'server-gone',
    measure: measured('out', `server/${name}/out`),
    facts: {
      of: 'server',
      group: server.groupName || undefined,
      missedFor: outage.backAt === undefined ? undefined : outage.backAt - outage.since,
      times: inARow([outage]),
      carried,
      after,
      poorer: namedOrNone(streamKeys(poorer)),
    },
    hit: {
      viewers: isOver ? undefined : harmOf([outage], after, poorer),
      ...(incident.lost.size > 0
        ? hitStreams([...incident.lost.values()], incident.missing)
        : streamsWorkedOn(outage, poorer)),
    },
    figure: viewers,
    since: outage.since,
    lastGoodAt: outage.record.lastSeen,
  };
}

/** How often they vanished in a row, if more than once. */
function inARow(outages: readonly Outage[]): number | undefined {
  const most = Math.max(...outages.map(({ times }) => times));
  return most > 1 ? most : undefined;
}

/** Servers that vanish again and again disturb whoever was there before the first time. */
function harmOf(
  outages: readonly Outage[],
  { viewers }: Aftermath,
  poorer: readonly StreamTrack[] = [],
): Hit['viewers'] {
  // They are not back, neither here nor elsewhere.
  const lost = viewers && Math.round(viewers.hit - viewers.back);
  const there = sum(outages.map(({ first, times }) => (times > 1 ? viewersOn(first) : 0)));
  if (there > 0) return { lost: lost ?? 0, degraded: Math.max(0, there - (lost ?? 0)) };
  return lostViewers(lost) ?? degradedViewers(watching(poorer));
}

function severityOf({ viewers, streams, isManager }: Carried, isOver: boolean): Finding['severity'] {
  if (isOver) return 'info';
  return viewers === 0 && streams === 0 && !isManager ? 'warning' : 'critical';
}

/** One of several servers that vanished together. What they carried is reported for all of them together. */
function memberGone(outage: Outage, incident: OutageIncident, isOver: boolean): Finding {
  const own = { ...incident, outages: [], lost: new Map(), missing: [] };
  return { ...oneGone(outage, own, isOver), within: [goneTogetherKey(incident.group)] };
}

const MOST_NAMED = 4;

function groupGone(incident: OutageIncident, isOver: boolean): Finding {
  const { outages, group = '', lost, since } = incident;
  const viewers = sum(outages.map(({ record }) => viewersOn(record)));
  // Origins, transcoders and edges carry the same streams, so if the names are unknown the largest number counts
  // and not the sum.
  const known = streamKeys([...lost.values()]).length;
  const streams = known > 0 ? known : Math.max(...outages.map(({ record }) => streamsOn(record)));
  const back = outages.filter((outage) => !isAway(outage)).length;
  const isManager = outages.some(({ record }) => record.server.clusterManager === true);
  const carried = { viewers, streams, isManager };
  const after = aftermathOf(incident, viewers + sum(outages.map(({ drained }) => drained)));
  return {
    key: goneTogetherKey(group),
    severity: severityOf(carried, isOver),
    subject: { kind: 'group', name: group },
    kind: 'server-gone',
    measure: totalMeasure('viewers', group),
    names: serversNamed(outages.map(outageName)),
    facts: {
      of: 'group',
      servers: named(outages.map(outageName), MOST_NAMED),
      back,
      times: inARow(outages),
      carried,
      after,
    },
    hit: { viewers: harmOf(outages, after), ...hitStreams([...lost.values()], incident.missing) },
    figure: viewers,
    since,
    lastGoodAt: outages[0]?.record.lastSeen,
  };
}

const MANY_KEY = 'server-gone:many';

function gathered(findings: readonly Finding[]): readonly Finding[] {
  const most = (word: keyof Harm) => Math.max(0, ...findings.map(({ hit }) => hit?.viewers?.[word] ?? 0));
  const [lost, degraded] = [most('lost'), most('degraded')];
  const whole: Finding = {
    key: MANY_KEY,
    severity: 'critical',
    subject: { kind: 'cluster' },
    kind: 'server-gone',
    measure: totalMeasure('viewers', undefined),
    facts: { of: 'many' },
    hit: lost + degraded > 0 ? { viewers: { lost, degraded } } : {},
    figure: findings.length,
    folded: foldedOf(MANY_KEY, findings),
  };
  return [whole, ...findings.map((one) => ({ ...one, within: [whole.key] }))];
}
