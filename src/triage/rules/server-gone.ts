import { count, duration } from '../../base/format.ts';
import { hitStreams } from '../hit-streams.ts';
import { type Incident, isAway, nameOf, type Outage } from '../memory/outages.ts';
import type { StreamTrack } from '../memory/streams.ts';
import { partOf } from '../problem.ts';
import { renditionWords, watching, withFewerRenditions } from '../renditions.ts';
import type { Finding, Rule, RuleInput, Verdict } from '../rule.ts';
import { serversSample } from '../samples.ts';
import { counted, listed } from '../words.ts';
import { aftermath, carried, viewersHit } from './outage-words.ts';
import { DOUBT_KEY, goneKey, isDoubtful, isPresent, streamsOn, viewersOn } from './servers.ts';

/** Did servers vanish, what did they carry, and what of it is back? Servers of a group that vanish together are one. */
export const serverGone: Rule = {
  name: 'server-gone',
  // The cluster state has counted three misses already (`ServerRecord.goneSince`).
  timing: (t) => ({ after: 0, clearAfter: t.goneClearFor, samples: 1 }),
  sample: serversSample,
  history: 'servers that vanished',
  evaluate(facts, context) {
    const isHidden = isDoubtful(facts) ? () => true : isLastManager(facts);
    const unmeasured: Verdict[] = [];
    const wholes: Finding[] = [];
    const parts: Finding[] = [];
    for (const incident of facts.outages.incidents) {
      const outages = incident.outages.filter((outage) => !isHidden(outage));
      const hidden = incident.outages.filter(isHidden);
      unmeasured.push(
        ...hidden.map((outage): Verdict => ({ key: goneKey(nameOf(outage)), unmeasured: true })),
      );
      const [only] = outages;
      if (!only) continue;
      if (outages.length === 1) wholes.push(oneGone(only, incident, renditionsLostWith(only, facts)));
      else {
        const own = outages.map((outage) => memberGone(outage, incident));
        const folded = { count: own.length, first: own.map(partOf) };
        wholes.push({ ...groupGone({ ...incident, outages }), folded });
        parts.push(...own);
      }
    }
    wholes.sort((a, b) => (b.figure ?? 0) - (a.figure ?? 0));
    return [
      ...unmeasured,
      ...(wholes.length > context.thresholds.manyAt ? gathered(wholes) : wholes),
      ...parts,
    ];
  },
};

/** The last manager's end is reported as "no cluster manager", which names it. */
function isLastManager({ state }: RuleInput): (outage: Outage) => boolean {
  const isManager = ({ server }: Outage['record']) => server.clusterManager === true;
  if (state.servers.some((one) => isPresent(one) && isManager(one))) return () => false;
  return ({ record }) => isManager(record);
}

/** Keys of the problems that an incident is reported under, the one for several servers first. */
export function outageKeys({ outages, group }: Incident): readonly string[] {
  const names = outages.map((outage) => goneKey(nameOf(outage)));
  return outages.length > 1 ? [groupKey(group), ...names] : names;
}

function groupKey(group: string | undefined): string {
  return goneKey(`group/${group ?? ''}`);
}

/** No viewer is on a transcoder: its loss hits those of the streams that have fewer renditions without it. */
function renditionsLostWith({ record, since }: Outage, { streams }: RuleInput): readonly StreamTrack[] {
  const isTranscoder = record.server.applications?.some(({ type }) => type?.toLowerCase() === 'transcode');
  return isTranscoder ? withFewerRenditions(streams, since) : [];
}

function oneGone(outage: Outage, incident: Incident, poorer: readonly StreamTrack[]): Finding {
  const { name, server } = outage.record;
  const viewers = viewersOn(outage.record);
  const had = carried(viewers, streamsOn(outage.record), server.clusterManager === true);
  const load = had === '' ? 'it was idle' : `it had ${had}`;
  const group = server.groupName ? `, group ${server.groupName}` : '';
  const words =
    outage.backAt === undefined
      ? `is missing from the topology${group}`
      : `was missing for ${duration(outage.backAt - outage.since)} and is back`;
  return {
    key: goneKey(name),
    severity: had === '' ? 'warning' : 'critical',
    subject: { kind: 'server', name },
    title: 'Server outage',
    reason: `${name} ${words}; ${load}${aftermath(incident, viewers)}${renditionWords(poorer)}`,
    viewersAtRisk: viewersHit(incident, viewers) ?? watching(poorer),
    streams: hitStreams([...incident.lost.values()], incident.missing) ?? hitStreams(poorer),
    figure: viewers,
    since: outage.since,
    explainedBy: [DOUBT_KEY],
  };
}

/** One of several servers that vanished together; what they carried is given for all of them. */
function memberGone(outage: Outage, incident: Incident): Finding {
  const alone = oneGone(outage, { ...incident, lost: new Map(), missing: [] }, []);
  return { ...alone, explainedBy: [groupKey(incident.group), DOUBT_KEY] };
}

const MOST_NAMED = 4;

function groupGone(incident: Incident): Finding {
  const { outages, group = '', lost, since } = incident;
  const viewers = outages.reduce((sum, { record }) => sum + viewersOn(record), 0);
  // Origins, transcoders and edges carry the same streams: where their names are not known, the most of one counts.
  const streams = lost.size > 0 ? lost.size : Math.max(...outages.map(({ record }) => streamsOn(record)));
  const back = outages.filter((outage) => !isAway(outage)).length;
  const returned = back === 0 ? '' : `, ${back === outages.length ? 'all' : count(back)} are back`;
  const names = listed(outages.map(nameOf), MOST_NAMED);
  const had = carried(viewers, streams, false);
  return {
    key: groupKey(group),
    severity: had === '' ? 'warning' : 'critical',
    subject: { kind: 'group', name: group },
    title: 'Group outage',
    reason: `${counted(outages.length, 'server')} of ${group} went missing together${returned}: ${names}; ${had === '' ? 'they were idle' : `they had ${had}`}${aftermath(incident, viewers)}`,
    viewersAtRisk: viewersHit(incident, viewers),
    streams: hitStreams([...lost.values()], incident.missing),
    figure: viewers,
    since,
    explainedBy: [DOUBT_KEY],
  };
}

function gathered(findings: readonly Finding[]): readonly Finding[] {
  const viewers = Math.max(0, ...findings.map(({ viewersAtRisk }) => viewersAtRisk ?? 0));
  const whole: Finding = {
    key: 'server-gone:many',
    severity: 'critical',
    subject: { kind: 'cluster' },
    title: 'Server outages',
    reason: `${counted(findings.length, 'outage')} at a time; the worst: ${findings[0]?.reason ?? ''}`,
    viewersAtRisk: viewers > 0 ? viewers : undefined,
    figure: findings.length,
    folded: { count: findings.length, first: findings.map(partOf) },
    explainedBy: [DOUBT_KEY],
  };
  return [whole, ...findings.map((one) => ({ ...one, explainedBy: [whole.key, DOUBT_KEY] }))];
}
