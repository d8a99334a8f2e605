import { count, percent } from '../../base/format.ts';
import type { ServerRecord } from '../../cluster/state.ts';
import type { ServerApplication } from '../../protocol/topology.ts';
import { cappedCounts, capSeries } from '../memory/application-shares.ts';
import { type Context, type Finding, judge, type Rule, type RuleInput, type Verdict } from '../rule.ts';
import { serversSample } from '../samples.ts';
import { climbWords, isNearing } from './climbing.ts';
import { limitKey } from './limits.ts';
import { hotKey, isPresent } from './servers.ts';

/** Streams and viewers of each application against its caps. */
export const applicationLimits: Rule = {
  name: 'application-limit',
  timing: (t) => ({ after: t.limitFor, clearAfter: t.limitClearFor }),
  sample: serversSample,
  together: { title: 'Application limits', what: 'applications are near their caps' },
  evaluate(facts, context) {
    const findings: Finding[] = [];
    const unmeasured: Verdict[] = [];
    for (const record of facts.state.servers) {
      if (!isPresent(record)) continue;
      for (const application of record.server.applications ?? []) {
        for (const measure of cappedCounts) {
          const key = `application-limit:${record.name}/${application.id ?? application.name}/${measure}`;
          if (record.misses > 0) unmeasured.push({ key, unmeasured: true });
          else findings.push(...judgeCap(record, application, measure, key, facts, context));
        }
      }
    }
    const worst = findings.sort((a, b) => (b.figure ?? 0) - (a.figure ?? 0));
    return [...unmeasured, ...worst];
  },
};

function judgeCap(
  record: ServerRecord,
  application: ServerApplication,
  measure: (typeof cappedCounts)[number],
  key: string,
  facts: RuleInput,
  context: Context,
): Finding[] {
  const { count: value, cap } = application[measure] ?? {};
  // null is unlimited; 0 is a role that takes none, such as viewers of an origin.
  if (value == null || cap == null || cap <= 0) return [];
  const t = context.thresholds;
  const used = (100 * value) / cap;
  const active = context.active(key);
  const judged = judge(used, t.limitWarn, t.limitCrit, t.clearMargin, active);
  const climb = facts.climbs.climbs.get(capSeries(record.name, application.name, measure));
  if (!judged && !isNearing(climb, context, active)) return [];
  const group = record.server.groupName ?? '';
  return [
    {
      key,
      severity: judged ?? 'warning',
      subject: { kind: 'application', name: application.name, id: application.id ?? undefined },
      title: 'Application nearly full',
      reason: `${application.name} on ${record.name} at ${percent(used)} of its ${measure} (${count(value)} of ${count(cap)})${climbWords(climb, context.now)}`,
      viewersAtRisk: measure === 'viewers' ? value : undefined,
      figure: used,
      since: climb?.since,
      explainedBy: [hotKey(record.name), limitKey(measure), limitKey(measure, group)],
    },
  ];
}
