import { whole } from '../../base/format.ts';
import { type Application, applicationId } from '../../protocol/application.ts';
import type { LinkTrack } from '../memory/links.ts';
import type { Context, Finding, Rule, RuleInput } from '../rule.ts';
import { linksSample } from '../samples.ts';
import { MANAGER_KEY } from './manager.ts';

/** How the reason of a link without traffic begins. */
export const STALLED = 'no packet came or went';

/** Is the link to the cluster manager fine? Lost, stalled, slow or new: one problem of its application, the worst. */
export const link: Rule = {
  name: 'link',
  timing: (t) => ({ after: 0, clearAfter: t.linkClearFor }),
  sample: linksSample,
  measuredAt: linkMeasuredAt,
  together: { title: 'Cluster links', what: 'links to the cluster manager have trouble' },
  evaluate(facts, context) {
    const findings: Finding[] = [];
    for (const track of facts.links.tracks.values()) {
      // Applications outside the cluster have no link.
      if (track.application.clusterType === false) continue;
      const finding = judgeLink(track, context);
      if (finding) findings.push(finding);
    }
    return findings.sort((a, b) => (b.figure ?? 0) - (a.figure ?? 0));
  },
};

/** A reconnect is an event: reported at once, from the sample that showed it, and for a while. */
export const reconnect: Rule = {
  name: 'reconnect',
  timing: () => ({ after: 0, clearAfter: 0, samples: 1 }),
  sample: linksSample,
  together: { title: 'Links reconnected', what: 'links were made anew' },
  history: 'reconnects',
  evaluate(facts, context) {
    const findings: Finding[] = [];
    for (const { application, reconnects } of facts.links.tracks.values()) {
      const recent = reconnects.filter((at) => at > context.now - context.thresholds.eventFor);
      if (recent.length === 0) continue;
      const times = recent.length === 1 ? 'is new' : `was made anew ${recent.length} times`;
      findings.push({
        key: `reconnect:${applicationId(application)}`,
        severity: recent.length > 2 ? 'warning' : 'info',
        subject: subjectOf(application),
        title: 'Link reconnected',
        reason: `the link of ${application.name} to the cluster manager ${times}`,
        figure: recent.length,
        since: recent[0],
        explainedBy: [MANAGER_KEY, 'link:many', `link:${applicationId(application)}`],
      });
    }
    return findings;
  },
};

function judgeLink({ application, stillPolls }: LinkTrack, context: Context): Finding | undefined {
  const t = context.thresholds;
  const key = `link:${applicationId(application)}`;
  const data = application.clusterConnectionData;
  const base = {
    key,
    subject: subjectOf(application),
    title: 'Cluster link',
    viewersAtRisk: application.viewerCount || undefined,
    explainedBy: [MANAGER_KEY],
  };
  const to = data?.cmIdentity ? ` to ${data.cmIdentity}` : ' to the cluster manager';
  if (application.clusterConnection === false) {
    const state = data?.connectionState ? ` (${data.connectionState})` : '';
    const reason = `${application.name} has no link${to}${state}`;
    return { ...base, severity: 'critical', reason, figure: 3e6 };
  }
  if (stillPolls >= t.linkStallPolls) {
    const reason = `${STALLED} on the link of ${application.name}${to} for ${stillPolls} polls`;
    return { ...base, severity: 'warning', reason, figure: 2e6 };
  }
  const latency = data?.latency;
  if (latency == null) return undefined;
  const active = context.active(key);
  const limit = active ? t.latencyWarn * 0.8 : t.latencyWarn;
  if (latency < limit) return undefined;
  const severity = latency >= t.latencyCrit ? 'critical' : 'warning';
  const reason = `the link of ${application.name}${to} takes ${whole(latency)} ms (slow from ${whole(t.latencyWarn)} ms)`;
  return { ...base, severity, reason, figure: latency };
}

const subjectOf = ({ id, name }: Application) =>
  ({ kind: 'application', name, id: id ?? undefined }) as const;

function linkMeasuredAt(key: string, facts: RuleInput): number | undefined {
  return facts.links.tracks.get(key.slice(key.indexOf(':') + 1))?.at;
}
