import { serverBandwidth } from '../../cluster/figures.ts';
import type { ServerRecord } from '../../cluster/state.ts';
import type { KindFacts } from '../kind-facts.ts';
import { measured } from '../measure.ts';
import { degradedViewers } from '../problem.ts';
import {
  type Context,
  judge,
  type Rule,
  type RuleInput,
  type SeverityLevels,
  type Verdict,
} from '../rule.ts';
import { serversSample } from '../samples.ts';
import { climbFacts, climbTo, isNearing } from './climbing.ts';
import { hotSince } from './hot-since.ts';
import { goneKey, hotKey, isPresent, viewersOn } from './servers.ts';

type MeasureFacts = KindFacts['server-hot']['measures'][number];

/**
 * Which server is hot, or will be soon? CPU, memory and bandwidth against its cap are one problem of the server, by
 * the worst of them. A climb towards the threshold counts already.
 */
export const serverHot: Rule = {
  name: 'server-hot',
  inputs: ['servers', 'cpu', 'mem', 'bandwidth', 'bandwidth caps'],
  timing: (t) => ({ after: t.hotFor, clearAfter: t.hotClearFor }),
  sample: serversSample,
  evaluate: (facts, context) =>
    facts.state.servers.filter(isPresent).flatMap((record) => judgeServer(record, facts, context)),
};

interface Reading {
  readonly fact: MeasureFacts;
  readonly values: { readonly value: number; readonly limit: number };
  readonly severity: 'critical' | 'warning';
  /** It climbs towards its threshold and has not reached it. */
  readonly isAhead: boolean;
  /** When it began to rise, Unix ms; looked for until it is a problem. */
  readonly since: number | undefined;
}

function judgeServer(record: ServerRecord, facts: RuleInput, context: Context): readonly Verdict[] {
  const key = hotKey(record.name);
  const stats = record.server.serverStats;
  if (record.misses > 0 || !stats) return [{ key, unmeasured: true }];
  const t = context.thresholds;
  const active = context.active(key);
  const margin = t.clearMargin;
  const readings: Reading[] = [];
  const take = (
    measure: MeasureFacts['figure'],
    used: number,
    levels: SeverityLevels,
    traffic: Pick<MeasureFacts, 'usage' | 'cap'> = {},
  ) => {
    const climb = climbTo(facts, `server/${record.name}/${measure}`, used);
    const judged = judge(used, levels, active);
    if (!judged && !isNearing(climb, context, active)) return;
    readings.push({
      fact: { figure: measure, used, ...traffic, climb: climbFacts(climb, context.now) },
      values: { value: traffic.usage ?? used, limit: traffic.cap ?? 100 },
      severity: judged ?? 'warning',
      isAhead: judged === undefined,
      since: active
        ? undefined
        : (hotSince(facts.state.history, `server/${record.name}/${measure}`, context.now) ?? climb?.since),
    });
  };
  const { cpuUsage, memUsage } = stats;
  if (cpuUsage != null) take('cpu', cpuUsage, { warn: t.cpuWarn, crit: t.cpuCrit, margin });
  if (memUsage != null) take('mem', memUsage, { warn: t.memWarn, crit: t.memCrit, margin });
  const bandwidth = { warn: t.bandwidthWarn, crit: t.bandwidthCrit, margin };
  for (const way of ['in', 'out'] as const) {
    const { used: usage, cap } = serverBandwidth(record.server, way);
    // Without a cap there is no share. A cap of 0 allows nothing; that is judged by the rule of limits.
    if (usage == null || cap == null || cap <= 0) continue;
    take(way, (100 * usage) / cap, bandwidth, { usage, cap });
  }
  const worst = readings.toSorted(
    (a, b) =>
      Number(b.severity === 'critical') - Number(a.severity === 'critical') ||
      Number(a.isAhead) - Number(b.isAhead) ||
      b.fact.used - a.fact.used,
  );
  const [first] = worst;
  if (!first) return [];
  const { figure, used } = first.fact;
  // One that is near its end still serves all: it is their risk, not their harm.
  const people = first.severity === 'critical' ? viewersOn(record) : undefined;
  return [
    {
      key,
      severity: first.severity,
      subject: { kind: 'server', name: record.name },
      kind: 'server-hot',
      facts: { measures: worst.map(({ fact }) => fact) },
      hit: { viewers: degradedViewers(people || undefined) },
      figure: used,
      measure: measured(figure, `server/${record.name}/${figure}`, first.values),
      since: first.since,
      within: [goneKey(record.name)],
    },
  ];
}
