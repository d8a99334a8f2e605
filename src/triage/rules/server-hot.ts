import { duration, percent, rate } from '../../base/format.ts';
import type { ServerRecord } from '../../cluster/state.ts';
import { type Context, judge, type Rule, type RuleInput, type Verdict } from '../rule.ts';
import { serversSample } from '../samples.ts';
import { goneKey, hotKey, isPresent, viewersOn } from './servers.ts';

/** Which server is hot? The worst of CPU, memory and bandwidth against its cap is one problem of that server. */
export const serverHot: Rule = {
  name: 'server-hot',
  timing: (t) => ({ after: t.hotFor, clearAfter: t.hotClearFor }),
  sample: serversSample,
  evaluate(facts, context) {
    const verdicts: Verdict[] = [];
    for (const record of facts.state.servers) {
      if (!isPresent(record)) continue;
      const key = hotKey(record.name);
      if (record.misses > 0) verdicts.push({ key, unmeasured: true });
      else verdicts.push(...judgeServer(record, key, facts, context));
    }
    return verdicts;
  },
};

interface Reading {
  readonly severity: 'critical' | 'warning';
  readonly used: number;
  readonly text: string;
}

function judgeServer(record: ServerRecord, key: string, facts: RuleInput, context: Context): Verdict[] {
  const stats = record.server.serverStats;
  if (!stats) return [{ key, unmeasured: true }];
  const t = context.thresholds;
  const active = context.active(key);
  const readings: Reading[] = [];
  const take = (used: number, warn: number, crit: number, text: () => string) => {
    const severity = judge(used, warn, crit, t.clearMargin, active);
    if (severity) readings.push({ severity, used, text: text() });
  };
  const { cpuUsage, memUsage } = stats;
  if (cpuUsage != null) take(cpuUsage, t.cpuWarn, t.cpuCrit, () => `CPU at ${percent(cpuUsage)}`);
  if (memUsage != null) take(memUsage, t.memWarn, t.memCrit, () => `memory at ${percent(memUsage)}`);
  for (const way of ['in', 'out'] as const) {
    const { usage, cap } = (way === 'in' ? stats.inBandwidth : stats.outBandwidth) ?? {};
    // Without a cap there is no share; a cap of 0 lets nothing through at all and is the limits' business.
    if (usage == null || cap == null || cap <= 0) continue;
    take((100 * usage) / cap, t.bandwidthWarn, t.bandwidthCrit, () => {
      const left = untilFull(facts, `server/${record.name}/${way}`, usage, cap, context.now);
      return `${way} at ${percent((100 * usage) / cap)} of its cap (${rate(usage)} of ${rate(cap)})${left}`;
    });
  }
  if (readings.length === 0) return [];
  const worst = [...readings].sort(
    (a, b) => Number(b.severity === 'critical') - Number(a.severity === 'critical') || b.used - a.used,
  );
  const people = viewersOn(record);
  return [
    {
      key,
      severity: worst[0]?.severity ?? 'warning',
      subject: { kind: 'server', name: record.name },
      title: 'Server hot',
      reason: `${record.name}: ${worst.map(({ text }) => text).join(', ')}`,
      viewersAtRisk: people > 0 ? people : undefined,
      figure: worst[0]?.used,
      explainedBy: [goneKey(record.name)],
    },
  ];
}

/** Slopes over less are weather. */
const SLOPE_OVER_MS = 300_000;

/** `, full in about 6 min` by the slope of the last minutes; nothing where it does not rise or takes hours. */
export function untilFull(
  facts: RuleInput,
  series: string,
  value: number,
  limit: number,
  now: number,
): string {
  const slope = facts.state.history.slope(series, now - SLOPE_OVER_MS, now);
  // Nearly full is full: what is dropped at the cap does not show in the slope.
  if (slope === undefined || slope <= 0 || value >= 0.97 * limit) return '';
  const minutes = (limit - value) / slope;
  return minutes <= 90 ? `, full in about ${minutes < 1 ? 'a minute' : duration(minutes * 60_000)}` : '';
}
