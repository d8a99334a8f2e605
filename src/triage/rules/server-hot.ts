import { count, percent, rate } from '../../base/format.ts';
import type { ServerRecord } from '../../cluster/state.ts';
import {
  type Context,
  type Finding,
  judge,
  type Rule,
  type RuleInput,
  type Unmeasured,
  type Verdict,
} from '../rule.ts';
import { serversSample } from '../samples.ts';
import { climbWords, isNearing } from './climbing.ts';
import { goneKey, hotKey, isPresent, viewersOn } from './servers.ts';

/**
 * Which server is hot, or will be soon? The worst of CPU, memory and bandwidth against its cap is one problem of that
 * server, from the climb on that leads there.
 */
export const serverHot: Rule = {
  name: 'server-hot',
  timing: (t) => ({ after: t.hotFor, clearAfter: t.hotClearFor }),
  sample: serversSample,
  evaluate(facts, context) {
    const judged: (Hot | Unmeasured)[] = [];
    for (const record of facts.state.servers) {
      if (!isPresent(record)) continue;
      const key = hotKey(record.name);
      if (record.misses > 0) judged.push({ key, unmeasured: true });
      else judged.push(...judgeServer(record, key, facts, context));
    }
    return withSurge(judged, facts, context);
  },
};

/** A finding before its reason is put together: what is said of each measure, the worst first. */
interface Hot extends Omit<Finding, 'reason'> {
  readonly name: string;
  readonly measures: readonly string[];
}

/** `cause` comes before further measures: a row may have no room for those. */
function findingOf({ name, measures: [worst, ...others], ...rest }: Hot, cause = ''): Finding {
  return { ...rest, reason: `${name}: ${[`${worst}${cause}`, ...others].join(' · ')}` };
}

/** One rush of viewers heats several servers: they follow from the one that stands, or has the most viewers. */
function withSurge(
  judged: readonly (Hot | Unmeasured)[],
  facts: RuleInput,
  context: Context,
): readonly Verdict[] {
  const { surge } = facts.surge;
  const crowded = judged
    .filter((one): one is Hot => !one.unmeasured && one.viewersAtRisk !== undefined)
    .sort(
      (a, b) =>
        Number(context.active(b.key) !== undefined) - Number(context.active(a.key) !== undefined) ||
        (b.viewersAtRisk ?? 0) - (a.viewersAtRisk ?? 0),
    );
  const [first] = crowded;
  if (!surge || !first) return judged.map((one) => (one.unmeasured ? one : findingOf(one)));
  const { stream, before, now } = surge;
  const share = percent((100 * (now - before)) / Math.max(1, before));
  const whose = stream
    ? `, most at ${stream.track.stream.streamKey} (${count(stream.before)} → ${count(stream.track.stream.viewerCount)})`
    : '';
  return judged.map((one): Verdict => {
    if (one.unmeasured) return one;
    if (one === first) return findingOf(one, `; viewers rose ${share} to ${count(now)}${whose}`);
    if (!crowded.includes(one)) return findingOf(one);
    return { ...findingOf(one), explainedBy: [...(one.explainedBy ?? []), first.key] };
  });
}

interface Reading {
  readonly measure: string;
  readonly severity: 'critical' | 'warning';
  readonly used: number;
  readonly text: string;
  /** It climbs towards its threshold; it is not there yet. */
  readonly isAhead: boolean;
  /** When it began to climb, Unix ms. */
  readonly since: number | undefined;
}

function judgeServer(
  record: ServerRecord,
  key: string,
  facts: RuleInput,
  context: Context,
): (Hot | Unmeasured)[] {
  const stats = record.server.serverStats;
  if (!stats) return [{ key, unmeasured: true }];
  const t = context.thresholds;
  const active = context.active(key);
  const readings: Reading[] = [];
  const take = (measure: string, used: number, warn: number, crit: number, text: () => string) => {
    const climb = facts.climbs.climbs.get(`server/${record.name}/${measure}`);
    const judged = judge(used, warn, crit, t.clearMargin, active);
    if (!judged && !isNearing(climb, context, active)) return;
    readings.push({
      measure,
      severity: judged ?? 'warning',
      used,
      text: `${text()}${climbWords(climb, context.now)}`,
      isAhead: judged === undefined,
      since: climb?.since,
    });
  };
  const { cpuUsage, memUsage } = stats;
  if (cpuUsage != null) take('cpu', cpuUsage, t.cpuWarn, t.cpuCrit, () => `CPU ${percent(cpuUsage)}`);
  if (memUsage != null) take('mem', memUsage, t.memWarn, t.memCrit, () => `memory ${percent(memUsage)}`);
  for (const way of ['in', 'out'] as const) {
    const { usage, cap } = (way === 'in' ? stats.inBandwidth : stats.outBandwidth) ?? {};
    // Without a cap there is no share; a cap of 0 lets nothing through at all and is the limits' business.
    if (usage == null || cap == null || cap <= 0) continue;
    const used = (100 * usage) / cap;
    take(way, used, t.bandwidthWarn, t.bandwidthCrit, () => {
      return `${way} ${percent(used)} of cap (${rate(usage)} of ${rate(cap)})`;
    });
  }
  if (readings.length === 0) return [];
  const worst = [...readings].sort(
    (a, b) =>
      Number(b.severity === 'critical') - Number(a.severity === 'critical') ||
      Number(a.isAhead) - Number(b.isAhead) ||
      b.used - a.used,
  );
  const people = viewersOn(record);
  return [
    {
      key,
      severity: worst[0]?.severity ?? 'warning',
      subject: { kind: 'server', name: record.name },
      // The same for one that is hot and one that will be: a problem keeps its name, however it is looked at.
      title: 'Server load',
      name: record.name,
      measures: worst.map(({ text }) => text),
      viewersAtRisk: people > 0 ? people : undefined,
      figure: worst[0]?.used,
      measure: worst[0]?.measure,
      since: worst[0]?.since,
      explainedBy: [goneKey(record.name)],
    },
  ];
}
