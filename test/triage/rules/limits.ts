import { expect } from 'vitest';
import { createHistory, type HistoryRecorder } from '../../../src/cluster/create-history.ts';
import { limitChanges } from '../../../src/cluster/limit-changes.ts';
import type { Dashboard } from '../../../src/protocol/dashboard.ts';
import { defaultThresholds as t } from '../../../src/triage/thresholds.ts';
import { sentenceOf } from '../../support/sample-problem.ts';
import { bench, cluster, edge, journal, raised, recorded, stream, swept } from '../support.ts';
import type { Family } from './family.ts';

const viewers = (value: number, limit: number | null) => ({ viewersStats: { total: { value, limit } } });

const full = (limit: number) => ({ value: limit, limit });
const tasks = (value: number, limit: number) => ({ transcodeStats: { total: { value, limit } } });

/** A cluster with these totals, and so many viewers who were refused, one each ten seconds. */
const refusing = (history: HistoryRecorder, totals: Partial<Dashboard>, refused: number) =>
  recorded(history, (now, step) => {
    const entries = Array.from({ length: refused }, (_, n) => ({
      at: now - 10_000 * (refused - n),
      object: 'ClusterManager: cm-1',
      message: 'Viewer refused: the limit is in use',
    }));
    return { ...cluster([], totals)(now, step), ...journal(entries)(now) };
  });

/** Rules about limits of the cluster, its groups and applications. */
export const limits: Family = {
  rows: {
    'limit near': {
      good: cluster([], viewers(840, 1000)),
      bad: cluster([], viewers(940, 1000)),
      within: [t.limitFor, t.limitClearFor],
      raises: 'warning limit:viewers',
      reason: /viewers of the cluster at 94% of the limit \(940 of 1.00k\)/,
    },
    'a limit reached by the total and its only group is one problem': {
      good: cluster([], viewers(500, null)),
      bad: cluster([], { incomingTraffic: { total: full(1e9), groups: [{ name: 'EU', ...full(1e9) }] } }),
      within: [t.limitFor, t.limitClearFor],
      raises: 'critical limit:in',
      reason: /incoming traffic of the cluster at 100%/,
    },
    'blocked by a limit of 0': {
      good: cluster([], viewers(0, null)),
      bad: cluster([], viewers(0, 0)),
      within: [t.limitFor, t.limitClearFor],
      raises: 'warning limit:viewers',
      reason: /the limit is 0/,
    },
    'application full': {
      good: cluster([edge('edge-1', 50, 5e6, 100)]),
      bad: cluster([edge('edge-1', 100, 1e7, 100)]),
      within: [t.limitFor, t.limitClearFor],
      raises: 'critical application-limit:edge-1/play-edge-1/viewers',
      reason: /play-edge-1 on edge-1 at 100% of its viewers \(100 of 100\)/,
      hit: 100,
    },
    'transcoders that are full for long, in total and in the only group, are one problem': {
      good: cluster([], { transcodeStats: { total: { value: 5, limit: 10 } } }),
      bad: cluster([], {
        transcodeStats: {
          total: full(10),
          groups: [{ name: 'EU', ...full(10) }],
          streams: { total: 60, transcoded: 41 },
        },
      }),
      within: [t.transcodeFor, t.transcodeClearFor],
      raises: 'critical transcoders:cluster',
      reason: /10 of 10 transcode tasks are in use \(100%\); 41 of 60 streams are transcoded/,
    },
  },
  stories: {
    'limit: viewers who are refused at a full limit are one problem of that limit'() {
      const b = bench();
      const history = createHistory();
      const at = (people: number, refused: number) => refusing(history, viewers(people, 1000), refused);
      b.during(120_000, 2_000, at(900, 0));
      b.during(60_000, 2_000, at(995, 0));
      expect(raised(b.triage.state())).toEqual(['critical limit:viewers']);
      b.during(60_000, 2_000, at(995, 6));
      const [problem, ...others] = b.triage.state().problems;
      expect(others).toEqual([]);
      const hit = { viewers: { lost: 6 } };
      expect(problem).toMatchObject({ key: 'limit:viewers', severity: 'critical', hit });
      expect(sentenceOf(problem)).toMatch(
        /^viewers of the cluster at 99% .*; viewers stay at 995, 6 refusals in the journal: Viewer refused/,
      );
    },
    'limit-changed: a limit that fell below its use is reported at once with the lost streams, and its consequences are folded under it'() {
      const b = bench();
      const before = tasks(19, 24);
      const after = tasks(16, 16);
      b.during(60_000, 2_000, cluster([], before));
      b.step(2_000, swept([stream({ subStreams: [{ streamKey: 'news_720p', name: '720p' }] })]));
      const events = limitChanges(before, after, b.now());
      expect(raised(b.step(2_000, (now) => ({ ...cluster([], after)(now, 0), events })))).toEqual([
        'critical limit-changed:transcode/cluster',
      ]);
      b.step(2_000, swept([stream({ subStreams: [] })]));
      const [problem] = b.during(t.transcodeFor + 60_000, 2_000, cluster([], after)).problems;
      expect(problem).toMatchObject({ since: { at: events[0]?.at }, hit: { viewers: { degraded: 100 } } });
      expect(sentenceOf(problem)).toMatch(
        /fell 24 → 16, 19 were running; now 100% .*1 stream lost sub-streams: news/,
      );
      expect(b.triage.state().problems.map(({ kind }) => kind)).not.toContain('limit');
      // Capacity is free again: an event of some minutes ago, and no problem.
      const { problems } = b.during(120_000, 2_000, cluster([], tasks(9, 16)));
      expect(problems.map(({ kind }) => kind)).not.toContain('limit-changed');
    },
    'limit-changed: a limit of tasks refuses no viewers, whatever the journal says'() {
      const b = bench();
      const history = createHistory();
      const at = (limit: number) => refusing(history, { ...viewers(900, null), ...tasks(16, limit) }, 3);
      b.during(300_000, 2_000, at(24));
      const events = limitChanges(tasks(16, 24), tasks(16, 16), b.now());
      b.during(60_000, 2_000, (now, step) => ({ ...at(16)(now, step), events }));
      const changed = b.triage.state().problems.find(({ kind }) => kind === 'limit-changed');
      expect(changed?.severity).toBe('critical');
      expect(sentenceOf(changed)).not.toMatch(/refuse/);
    },
  },
};
