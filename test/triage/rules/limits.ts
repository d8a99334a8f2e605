import { defaultThresholds as t } from '../../../src/triage/thresholds.ts';
import { cluster, edge } from '../support.ts';
import type { Family } from './family.ts';

const viewers = (value: number, limit: number | null) => ({ viewersStats: { total: { value, limit } } });

/** Rules about limits of the cluster, its groups and applications. */
export const limits: Family = {
  rows: [
    {
      name: 'limit near',
      every: 2_000,
      good: cluster([], viewers(500, 1000)),
      bad: cluster([], viewers(940, 1000)),
      after: t.limitFor,
      clearAfter: t.limitClearFor,
      raises: ['warning limit:viewers'],
      reason: /viewers of the cluster at 94% of the limit \(940 of 1.00k\)/,
      atRisk: 940,
    },
    {
      name: 'limit reached, of the total and of its only group, is one problem',
      every: 2_000,
      good: cluster([], viewers(500, null)),
      bad: cluster([], {
        incomingTraffic: {
          total: { value: 1e9, limit: 1e9 },
          groups: [{ name: 'EU', value: 1e9, limit: 1e9 }],
        },
      }),
      after: t.limitFor,
      clearAfter: t.limitClearFor,
      raises: ['critical limit:in'],
      reason: /incoming traffic of the cluster at 100%.*With it: Limit reached/,
    },
    {
      name: 'blocked by a limit of 0',
      every: 2_000,
      good: cluster([], viewers(0, null)),
      bad: cluster([], viewers(0, 0)),
      after: t.limitFor,
      clearAfter: t.limitClearFor,
      raises: ['warning limit:viewers'],
      reason: /the limit is 0/,
    },
    {
      name: 'application full',
      every: 2_000,
      good: cluster([edge('edge-1', 50, 5e6, 100)]),
      bad: cluster([edge('edge-1', 100, 1e7, 100)]),
      after: t.limitFor,
      clearAfter: t.limitClearFor,
      raises: ['critical application-limit:edge-1/play-edge-1/viewers'],
      reason: /play-edge-1 on edge-1 at 100% of its viewers \(100 of 100\)/,
      atRisk: 100,
    },
    {
      name: 'transcoders saturated for long',
      every: 2_000,
      good: cluster([], { transcodeStats: { total: { value: 5, limit: 10 } } }),
      bad: cluster([], {
        transcodeStats: { total: { value: 10, limit: 10 }, streams: { total: 60, transcoded: 41 } },
      }),
      after: t.transcodeFor,
      clearAfter: t.transcodeClearFor,
      raises: ['critical transcoders:cluster'],
      reason: /10 of 10 transcode tasks are in use \(100%\); 41 of 60 streams are transcoded/,
    },
  ],
  stories: [],
};
