import type { ServerRecord } from '../../cluster/state.ts';
import type { ServerApplication } from '../../protocol/topology.ts';
import { serversNamed } from '../concerned.ts';
import { measured } from '../measure.ts';
import { cappedCounts, capSeries } from '../memory/application-shares.ts';
import { type Context, type Finding, judge, type Rule, type RuleInput, type Verdict } from '../rule.ts';
import { serversSample } from '../samples.ts';
import { climbFacts, climbTo, hitAtLimit, isNearing } from './climbing.ts';
import { limitKey } from './limits.ts';
import { hotKey, isPresent } from './servers.ts';

/** Streams and viewers of each application compared with its caps. */
export const applicationLimits: Rule = {
  name: 'application-limit',
  inputs: ['servers', 'application load', 'application caps'],
  timing: (t) => ({ after: t.limitFor, clearAfter: t.limitClearFor }),
  sample: serversSample,
  together: true,
  evaluate(facts, context) {
    const findings: Finding[] = [];
    const unmeasured: Verdict[] = [];
    for (const record of facts.state.servers) {
      if (!isPresent(record)) continue;
      for (const application of record.server.applications ?? []) {
        for (const measure of cappedCounts) {
          const key = `application-limit:${record.name}/${application.id ?? application.name}/${measure}`;
          if (record.misses > 0) unmeasured.push({ key, unmeasured: true });
          else findings.push(...judgeCap({ record, application, measure, key }, facts, context));
        }
      }
    }
    const worst = findings.sort((a, b) => (b.figure ?? 0) - (a.figure ?? 0));
    return [...unmeasured, ...worst];
  },
};

interface CappedCount {
  readonly record: ServerRecord;
  readonly application: ServerApplication;
  readonly measure: (typeof cappedCounts)[number];
  readonly key: string;
}

function judgeCap(
  { record, application, measure, key }: CappedCount,
  facts: RuleInput,
  context: Context,
): Finding[] {
  const { count: value, cap } = application[measure] ?? {};
  // null means unlimited; 0 means that the application takes none, such as viewers of an origin.
  if (value == null || cap == null || cap <= 0) return [];
  const t = context.thresholds;
  const used = (100 * value) / cap;
  const active = context.active(key);
  const judged = judge(used, { warn: t.limitWarn, crit: t.limitCrit, margin: t.clearMargin }, active);
  const climb = climbTo(facts, capSeries(record.name, application.name, measure), used);
  if (!judged && !isNearing(climb, context, active)) return [];
  const group = record.server.groupName ?? '';
  return [
    {
      key,
      severity: judged ?? 'warning',
      subject: { kind: 'application', name: application.name, id: application.id ?? undefined },
      kind: 'application-limit',
      names: serversNamed([record.name]),
      measure: measured(measure, undefined, { value, limit: cap }),
      facts: {
        server: record.name,
        measure,
        used,
        value,
        cap,
        climb: climbFacts(climb, context.now),
      },
      hit: hitAtLimit(measure, value, judged === 'critical'),
      figure: used,
      since: climb?.since,
      within: [hotKey(record.name), limitKey(measure), limitKey(measure, group)],
    },
  ];
}
