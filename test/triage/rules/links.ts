import { expect } from 'vitest';
import { defaultThresholds as t } from '../../../src/triage/thresholds.ts';
import { application, bench, START, sweptApplications, told } from '../support.ts';
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
  rows: [
    {
      name: 'link lost',
      every: 60_000,
      good: linked(linkOf({})),
      bad: linked(linkOf({ connectionState: 'CLOSED' }), { clusterConnection: false }),
      after: 60_000,
      clearAfter: t.linkClearFor,
      raises: ['critical link:live'],
      reason: /live has no link to cm-1 \(CLOSED\)/,
    },
    {
      name: 'link stalled',
      every: 60_000,
      good: linked(linkOf({})),
      bad: linked(linkOf({ packetReceived: 7, packetSend: 7 })),
      after: 3 * 60_000,
      clearAfter: t.linkClearFor,
      raises: ['warning link:live'],
      reason: /no packet came or went/,
    },
    {
      name: 'link slow',
      every: 60_000,
      good: linked(linkOf({})),
      bad: linked(linkOf({ latency: 400 })),
      after: 60_000,
      clearAfter: t.linkClearFor,
      raises: ['warning link:live'],
      reason: /takes 400 ms \(slow from 250 ms\)/,
    },
  ],
  stories: [
    {
      rule: 'reconnect',
      name: 'a reconnected link is told at once and for a while',
      play() {
        const b = bench();
        b.during(180_000, 60_000, linked(linkOf({})));
        const anew = linked(linkOf({ startDate: START + 200_000 }));
        expect(told(b.step(60_000, anew))).toEqual(['info reconnect:live']);
        expect(told(b.during(t.eventFor + 60_000, 60_000, anew))).toEqual([]);
      },
    },
  ],
};
