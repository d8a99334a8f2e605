import { expect } from 'vitest';
import { defaultThresholds as t } from '../../../src/triage/thresholds.ts';
import { sentenceOf, worded } from '../../support/sample-problem.ts';
import { application, bench, raised, START, sweptApplications } from '../support.ts';
import type { Change, Family } from './family.ts';

const linkOf = (more: object) => (_now: number, step: number) => ({
  clusterConnectionData: {
    cmIdentity: 'cm-1',
    connectionState: 'AUTHENTICATED',
    startDate: START,
    latency: 4,
    packetReceived: step,
    packetSend: step,
    ...more,
  },
});
const linked =
  (of: (now: number, step: number) => object, more: object = {}): Change =>
  (now, step) =>
    sweptApplications([application({ ...of(now, step), ...more })])(now, step);

/** Rules about the links of applications to the cluster manager. */
export const links: Family = {
  rows: {
    'link lost': {
      every: 60_000,
      good: linked(linkOf({})),
      bad: linked(linkOf({ connectionState: 'CLOSED' }), { clusterConnection: false, viewerCount: 70 }),
      within: [60_000, t.linkClearFor],
      raises: 'critical link:live',
      reason: /live has no link to cm-1 \(CLOSED\)/,
      hit: 70,
    },
    'link stalled': {
      every: 60_000,
      good: linked(linkOf({})),
      bad: linked(linkOf({ packetReceived: 7, packetSend: 7 })),
      within: [3 * 60_000, t.linkClearFor],
      raises: 'warning link:live',
      reason: /no packets in or out/,
      needsTime: true,
    },
    'link slow': {
      every: 60_000,
      good: linked(linkOf({})),
      bad: linked(linkOf({ latency: 400 })),
      within: [60_000, t.linkClearFor],
      raises: 'warning link:live',
      reason: /has 400 ms latency \(slow from 250 ms\)/,
    },
  },
  stories: {
    'link: an application outside the cluster has no link to lose'() {
      const b = bench();
      const outside = linked(linkOf({}), { clusterType: false, clusterConnection: false });
      expect(raised(b.during(600_000, 60_000, outside))).toEqual([]);
    },
    'link: a link is slow after its time and critical after a longer one'() {
      const at = (latency: number) => raised(bench().during(300_000, 60_000, linked(linkOf({ latency }))));
      expect(at(t.latencyWarn - 1)).toEqual([]);
      for (const latency of [t.latencyWarn, t.latencyCrit - 1])
        expect(at(latency)).toEqual(['warning link:live']);
      expect(at(t.latencyCrit)).toEqual(['critical link:live']);
    },
    'reconnect: a link that reconnects again and again is a warning with the number of times'() {
      const b = bench();
      const anew: Change = (now, step) => linked(linkOf({ startDate: now }))(now, step);
      b.during(180_000, 60_000, linked(linkOf({})));
      expect(raised(b.during(120_000, 60_000, anew))).toEqual(['info reconnect:live']);
      const [problem] = b.step(60_000, anew).problems;
      expect(worded(problem)).toMatchObject({
        severity: 'warning',
        reason: 'the link of live to the cluster manager was reconnected 3 times',
      });
    },
    'reconnect: a reconnected link is reported at once and for a while'() {
      const b = bench();
      b.during(180_000, 60_000, linked(linkOf({})));
      const anew = linked(linkOf({ startDate: START + 200_000 }));
      expect(raised(b.step(60_000, anew))).toEqual(['info reconnect:live']);
      expect(sentenceOf(b.triage.state().problems[0])).toBe(
        'the link of live to the cluster manager was reconnected',
      );
      expect(raised(b.during(t.eventFor + 60_000, 60_000, anew))).toEqual([]);
    },
  },
};
