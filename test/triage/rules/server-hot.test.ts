import { expect, test } from 'vitest';
import { serverHot } from '../../../src/triage/rules/server-hot.ts';
import { defaultThresholds as t } from '../../../src/triage/thresholds.ts';
import { context, evaluate } from '../evaluate-rule.ts';
import { bare, START, server } from '../support.ts';

test('a hot server that misses a poll is neither hot nor fine, and one that is gone is not judged', () => {
  const [record] = bare([server('edge-1', { serverStats: { cpuUsage: 99 } })])(START, 0).servers ?? [];
  const said = (more: object) => evaluate(serverHot, { state: { servers: [{ ...record, ...more }] } });
  expect(said({})).toEqual(['edge-1: CPU 99%']);
  expect(said({ misses: 1 })).toEqual(['server-hot:edge-1 ?']);
  expect(said({ misses: 3, goneSince: START })).toEqual([]);
});

test('measures above their threshold come before measures that only climb to it', () => {
  const stats = { cpuUsage: t.cpuWarn, memUsage: t.memWarn - 1 };
  const climb = { since: START - 3_600_000, perMinute: 9, used: 1, full: 2, fullAt: START + 60_000 };
  const state = bare([server('edge-1', { serverStats: stats })])(START, 0);
  const climbs = new Map([['server/edge-1/mem', climb]]);
  const [said] = evaluate(serverHot, { state, climbs });
  expect(said).toMatch(/^edge-1: CPU .* · memory /);
});

test('a climb ends at once when its figure falls, such as the memory of a server that restarts', () => {
  const climb = { since: START - 3_600_000, perMinute: 4.7, used: 92, full: 97, fullAt: START + 60_000 };
  const said = (memUsage: number) => {
    const state = bare([server('edge-1', { serverStats: { memUsage } })])(START, 0);
    const climbs = new Map([['server/edge-1/mem', climb]]);
    return evaluate(serverHot, { state, climbs });
  };
  expect(said(91.7)).toEqual(['edge-1: memory 92%, +4.7%/min, 97% in about 1 min']);
  expect(said(6)).toEqual([]);
});

test('critical measures come first, whatever the other figures are; a limit of 0 gives no share', () => {
  const said = (serverStats: object, thresholds = t) => {
    const state = bare([server('edge-1', { serverStats })])(START, 0);
    return evaluate(serverHot, { state }, context({ thresholds }));
  };
  const thresholds = { ...t, cpuWarn: 50, cpuCrit: 60 };
  expect(said({ cpuUsage: 65, memUsage: t.memWarn }, thresholds)).toEqual([
    `edge-1: CPU 65% · memory ${t.memWarn}%`,
  ]);
  expect(said({ cpuUsage: 55, memUsage: t.memCrit }, thresholds)).toEqual([
    `edge-1: memory ${t.memCrit}% · CPU 55%`,
  ]);
  expect(said({ outBandwidth: { usage: 5, cap: 0 } })).toEqual([]);
});
