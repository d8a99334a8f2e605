import { expect, test } from 'vitest';
import type { ClusterState } from '../../../src/cluster/state.ts';
import type { Rule } from '../../../src/triage/rule.ts';
import { transcoders } from '../../../src/triage/rules/limits.ts';
import { serverHot } from '../../../src/triage/rules/server-hot.ts';
import { mergeThresholds } from '../../../src/triage/thresholds.ts';
import { context, findingsOf } from '../evaluate-rule.ts';
import { bare, START, server } from '../support.ts';

const thresholds = mergeThresholds({
  cpu: { warn: 60, crit: 70 },
  mem: { warn: 65, crit: 75 },
  bandwidth: { warn: 80, crit: 90 },
  transcode: { warn: 85, crit: 95 },
  clear: { margin: 5 },
});

/** Key and severity of a rule's findings. `climb` is the figure that climbs to its limit within a minute. */
function found(rule: Rule, state: object, climb?: string, active?: 'warning' | 'critical') {
  const near = { since: START - 3_600_000, perMinute: 9, used: 10, full: 100, fullAt: START + 60_000 };
  const climbs = new Map(climb === undefined ? [] : [[climb, near]]);
  const how = context({ thresholds, active: () => active });
  const findings = findingsOf(rule, { state, climbs }, how);
  return findings.map(({ severity, key }) => `${severity} ${key}`);
}

function transcoding(total: number, group: number): Partial<ClusterState> {
  const groups = [{ name: 'EU', value: 2 * group, limit: 200 }];
  return bare([], { transcodeStats: { total: { value: total, limit: 100 }, groups } })(START, 0);
}

test.each<[total: number, group: number, severities: readonly string[]]>([
  [84, 84, []],
  [85, 0, ['warning transcoders:cluster']],
  [94, 0, ['warning transcoders:cluster']],
  [95, 0, ['critical transcoders:cluster']],
  [0, 85, ['warning transcoders:EU']],
  [0, 95, ['critical transcoders:EU']],
  [85, 95, ['warning transcoders:cluster', 'critical transcoders:EU']],
])('%i of 100 transcoding tasks are in use, and %i %% of those of a group', (total, group, severities) => {
  expect(found(transcoders, transcoding(total, group))).toEqual(severities);
});

test('transcoding tasks that climb to their limit are a warning before they reach it', () => {
  expect(found(transcoders, transcoding(50, 50), 'total/transcode')).toEqual(['warning transcoders:cluster']);
  expect(found(transcoders, transcoding(50, 50), 'group/EU/transcode')).toEqual(['warning transcoders:EU']);
});

test('transcoding tasks keep their severity until they are five points lower', () => {
  const judged = (tasks: number, active: 'warning' | 'critical') =>
    found(transcoders, transcoding(tasks, 0), undefined, active)[0]?.split(' ', 1)[0];
  expect([judged(90, 'critical'), judged(89, 'critical')]).toEqual(['critical', 'warning']);
  const below = [90, 80, 79].map((tasks) => judged(tasks, 'warning'));
  expect(below).toEqual(['warning', 'warning', undefined]);
});

test.each<[measure: string, warn: number, crit: number, stats: (used: number) => object]>([
  ['cpu', 60, 70, (cpuUsage) => ({ cpuUsage })],
  ['mem', 65, 75, (memUsage) => ({ memUsage })],
  ['in', 80, 90, (used) => ({ inBandwidth: { usage: used * 1e6, cap: 1e8 } })],
  ['out', 80, 90, (used) => ({ outBandwidth: { usage: used * 1e6, cap: 1e8 } })],
])('the %s of a server is a warning from %i on, critical from %i on', (measure, warn, crit, stats) => {
  const judged = (used: number, climb?: string) =>
    found(serverHot, bare([server('edge-1', { serverStats: stats(used) })])(START, 0), climb)[0];
  expect(judged(warn - 0.1)).toBeUndefined();
  expect([judged(warn), judged(crit - 0.1)]).toEqual(Array(2).fill('warning server-hot:edge-1'));
  expect(judged(crit)).toBe('critical server-hot:edge-1');
  expect(judged(10, `server/edge-1/${measure}`)).toBe('warning server-hot:edge-1');
});
