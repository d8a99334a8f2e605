import { count } from '../../base/format.ts';
import type { ServerRecord } from '../../cluster/state.ts';
import type { Context, Finding, Rule, RuleInput, Verdict } from '../rule.ts';
import { serversSample } from '../samples.ts';
import { counted } from '../words.ts';
import { DOUBT_KEY, goneKey, isDoubtful, isPresent, streamsOn, viewersOn } from './servers.ts';

/** Viewers that others took over are counted for so long; later the time of day says more than the fault. */
const TAKEOVER_WITHIN_MS = 300_000;

/** Did a server vanish, who was on it, and how many of them did the others take over? */
export const serverGone: Rule = {
  name: 'server-gone',
  // The cluster state has counted three misses already (`ServerRecord.goneSince`).
  timing: (t) => ({ after: 0, clearAfter: t.goneClearFor, samples: 1 }),
  sample: serversSample,
  history: 'servers that vanished',
  evaluate(facts, context) {
    const gone = facts.state.servers.filter((record) => !isPresent(record));
    if (gone.length === 0) return [];
    if (isDoubtful(facts)) return gone.map(({ name }): Verdict => ({ key: goneKey(name), unmeasured: true }));
    const hasManager = facts.state.servers.some((one) => isPresent(one) && isManager(one));
    // The last manager's end is reported as "no cluster manager", which names it.
    const last = hasManager ? [] : gone.filter(isManager);
    const unmeasured = last.map(({ name }): Verdict => ({ key: goneKey(name), unmeasured: true }));
    const findings = gone
      .filter((record) => !last.includes(record))
      .map((record) => describe(record, facts, context))
      .sort((a, b) => (b.figure ?? 0) - (a.figure ?? 0));
    const most = context.thresholds.manyAt;
    return [...unmeasured, ...(findings.length > most ? gatheredGone(findings) : findings)];
  },
};

function describe(record: ServerRecord, facts: RuleInput, context: Context): Finding {
  const viewers = viewersOn(record);
  const streams = streamsOn(record);
  const had = [
    viewers > 0 ? counted(viewers, 'viewer') : '',
    streams > 0 ? counted(streams, 'stream') : '',
    isManager(record) ? 'the role of a cluster manager' : '',
  ].filter((text) => text !== '');
  const taken = viewers > 0 ? takenOver(record, viewers, facts, context.now) : undefined;
  const others = taken === undefined ? '' : `; the others took over about ${count(taken)} of the viewers`;
  const group = record.server.groupName ? `, group ${record.server.groupName}` : '';
  return {
    key: goneKey(record.name),
    severity: had.length > 0 ? 'critical' : 'warning',
    subject: { kind: 'server', name: record.name },
    title: 'Server gone',
    reason: `${record.name} is missing from the topology${group}; ${had.length > 0 ? `it had ${had.join(', ')}` : 'it was idle'}${others}`,
    viewersAtRisk: viewers > 0 ? Math.max(0, viewers - (taken ?? 0)) : undefined,
    figure: viewers,
    since: record.goneSince,
    explainedBy: [DOUBT_KEY],
  };
}

/** By the cluster's total: what is still missing of it against the moment before was not taken over. */
function takenOver(record: ServerRecord, viewers: number, facts: RuleInput, now: number): number | undefined {
  const { history } = facts.state;
  const before = history.last('total/viewers', record.lastSeen);
  const after = history.last('total/viewers', Math.min(now, (record.goneSince ?? now) + TAKEOVER_WITHIN_MS));
  if (before === undefined || after === undefined) return undefined;
  return Math.min(viewers, Math.max(0, viewers - (before - after)));
}

const isManager = ({ server }: ServerRecord) => server.clusterManager === true;

function gatheredGone(findings: readonly Finding[]): readonly Finding[] {
  const viewers = findings.reduce((sum, one) => sum + (one.viewersAtRisk ?? 0), 0);
  const whole: Finding = {
    key: 'server-gone:many',
    severity: 'critical',
    subject: { kind: 'cluster' },
    title: 'Servers gone',
    reason: `${counted(findings.length, 'server')} are missing from the topology; the worst: ${findings[0]?.reason ?? ''}`,
    viewersAtRisk: viewers > 0 ? viewers : undefined,
    figure: findings.length,
    explainedBy: [DOUBT_KEY],
  };
  return [
    whole,
    ...findings.map((one) => ({ ...one, explainedBy: [whole.key, ...(one.explainedBy ?? [])] })),
  ];
}
