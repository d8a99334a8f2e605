import { type Application, applicationId } from '../../protocol/application.ts';
import { serversNamed } from '../concerned.ts';
import { measured, measureOfPlace } from '../measure.ts';
import type { LinkTrack } from '../memory/links.ts';
import { degradedViewers } from '../problem.ts';
import {
  byFigure,
  type Context,
  type Finding,
  type Measurement,
  type Rule,
  type RuleInput,
  type Verdict,
} from '../rule.ts';
import { linksSample } from '../samples.ts';
import { MANAGER_KEY } from './manager.ts';
import { serversOf } from './stream-shares.ts';

/**
 * Is the link to the cluster manager working? A lost, stalled, slow or new link is one problem of its application;
 * the worst is reported.
 */
export const link: Rule = {
  name: 'link',
  inputs: ['application list', 'links', 'link figures'],
  timing: (t) => ({ after: 0, clearAfter: t.linkClearFor }),
  sample: linksSample,
  measuredAt: linkMeasuredAt,
  together: true,
  evaluate(facts, context) {
    const findings: Verdict[] = [];
    for (const track of facts.links.tracks.values()) {
      // Applications outside the cluster have no link.
      if (track.application.clusterType === false) continue;
      const finding = judgeLink(track, context);
      if (finding) findings.push(finding.unmeasured ? finding : atServer(finding, track, facts));
    }
    return findings.sort(byFigure);
  },
};

/** A reconnect is an event: it is reported at once, from the sample that showed it, for some time. */
export const reconnect: Rule = {
  name: 'reconnect',
  inputs: ['application list', 'link figures'],
  sample: linksSample,
  together: true,
  history: 'reconnects',
  evaluate(facts, context) {
    const findings: Finding[] = [];
    for (const { application, reconnects } of facts.links.tracks.values()) {
      const recent = reconnects.filter((at) => at > context.now - context.thresholds.eventFor);
      if (recent.length === 0) continue;
      findings.push({
        key: `reconnect:${applicationId(application)}`,
        severity: recent.length > 2 ? 'warning' : 'info',
        subject: applicationSubject(application),
        kind: 'reconnect',
        measure: measureOfPlace(applicationSubject(application)),
        facts: { times: recent.length },
        figure: recent.length,
        since: recent[0],
        within: [MANAGER_KEY, 'link:many', `link:${applicationId(application)}`],
      });
    }
    return findings;
  },
};

type LinkFinding = Extract<Finding, { kind: 'link' }>;

/** With the server of an application whose name is on several, by its id: the name alone does not tell which link it is. */
function atServer(finding: LinkFinding, { application: { id, name } }: LinkTrack, facts: RuleInput): Finding {
  if (serversOf(facts, name).length < 2) return finding;
  const [own, other] = facts.state.servers.filter(({ server }) =>
    server.applications?.some((one) => one.name === name && one.id != null && one.id === id),
  );
  if (!own || other) return finding;
  return { ...finding, names: serversNamed([own.name]), facts: { ...finding.facts, server: own.name } };
}

function judgeLink(
  { application, stillPolls }: LinkTrack,
  context: Context,
): LinkFinding | Extract<Verdict, { unmeasured: true }> | undefined {
  const t = context.thresholds;
  const key = `link:${applicationId(application)}`;
  const data = application.clusterConnectionData;
  const base = {
    key,
    kind: 'link',
    measure: measured('latency', `application/${applicationId(application)}/latency`, {
      value: data?.latency ?? undefined,
      limit: t.latencyWarn,
    }),
    subject: applicationSubject(application),
    hit: { viewers: degradedViewers(application.viewerCount || undefined) },
    within: [MANAGER_KEY],
  } as const;
  const manager = data?.cmIdentity || undefined;
  if (application.clusterConnection === false) {
    // Without a type it may be outside the cluster, unless it was ever connected.
    if (application.clusterType == null && !data) return { key, unmeasured: true };
    const facts = { fault: 'lost', manager, state: data?.connectionState || undefined } as const;
    return { ...base, severity: 'critical', facts, figure: 3e6 };
  }
  if (stillPolls >= t.linkStallPolls) {
    const facts = { fault: 'stalled', manager, polls: stillPolls } as const;
    return { ...base, severity: 'warning', facts, figure: 2e6 };
  }
  const latency = data?.latency;
  if (latency == null) return undefined;
  const active = context.active(key);
  const limit = active ? t.latencyWarn * 0.8 : t.latencyWarn;
  if (latency < limit) return undefined;
  const severity = latency >= t.latencyCrit ? 'critical' : 'warning';
  const facts = {
    fault: 'slow',
    manager,
    latency: Math.round(latency),
    slowFrom: Math.round(t.latencyWarn),
  } as const;
  return { ...base, severity, facts, figure: latency };
}

const applicationSubject = ({ id, name }: Application) =>
  ({ kind: 'application', name, id: id ?? undefined }) as const;

function linkMeasuredAt(key: string, facts: RuleInput): Measurement | undefined {
  const track = facts.links.tracks.get(key.slice(key.indexOf(':') + 1));
  return track && { at: track.at, previousAt: track.previousAt };
}
