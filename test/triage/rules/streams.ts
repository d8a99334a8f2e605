import { expect } from 'vitest';
import { incidentsOf } from '../../../src/triage/incidents/incident.ts';
import { defaultThresholds as t } from '../../../src/triage/thresholds.ts';
import { sentenceOf, worded } from '../../support/sample-problem.ts';
import { bench, cluster, edge, journal, manyStreams, raised, START, stream, swept } from '../support.ts';
import type { Change, Family } from './family.ts';

const labels = ['Very Good', 'Good', 'Odd', 'Bad', 'No Data'];
const health = (streams: number[], people: number[]) =>
  cluster([], {
    streamHealthSummary: { labels, series: streams },
    viewerHealthSummary: { labels, series: people },
  });
const moving = (_now: number, step: number) => stream({ inTotalBytes: 1e9 + step });

/** Rules about streams and their health. */
export const streams: Family = {
  rows: {
    'ingest bitrate below its usual value': {
      every: 60_000,
      good: swept([stream({ inBandwidth: 5e5 })]),
      bad: swept([stream({ inBandwidth: 3e5 })]),
      within: [60_000, t.ingestClearFor],
      raises: 'warning ingest-bitrate:live/news',
      reason: /news on live receives 2.4\d of usual (3.9|4.0)\d Mbit\/s \(6\d%\)/,
      hit: 100,
    },
    'ingest bitrate very low, with bad health as its consequence': {
      every: 60_000,
      good: swept([stream({ inBandwidth: 5e5 })]),
      bad: swept([stream({ inBandwidth: 1e5, healthScore: 20, healthGrade: 'Bad' })]),
      within: [60_000, t.ingestClearFor],
      raises: 'critical ingest-bitrate:live/news',
      reason: /receives 0.8\d of usual (3.9|4.0)\d Mbit\/s \(2\d%\)/,
      hit: 100,
    },
    'stream unhealthy': {
      every: 60_000,
      good: swept([stream()]),
      bad: swept([stream({ healthScore: 20, healthGrade: 'Bad', viewerCount: 100 })]),
      within: [t.healthFor, t.healthClearFor],
      raises: 'warning stream-unhealthy:live/news',
      reason: /news on live has a health of 20, Bad; 80 viewers of 100 at risk/,
      hit: 100,
    },
    'many unhealthy streams are one problem that names the worst': {
      every: 60_000,
      good: swept(manyStreams(9)),
      bad: swept(manyStreams(9, (n) => ({ healthScore: 10, viewerCount: 10 * n }))),
      within: [t.healthFor, t.healthClearFor],
      raises: 'warning stream-unhealthy:many/live',
      reason: /9 streams are unhealthy: s8, s7, s6 and 6 more/,
      hit: 360,
    },
    'delivery: streams are fine, viewers bad, unknown grades do not count': {
      good: health([50, 5, 9, 0, 1], [900, 50, 9, 10, 1]),
      bad: health([50, 5, 900, 0, 1], [500, 50, 900, 300, 1]),
      within: [t.badShareFor, t.badShareClearFor],
      raises: 'warning health:cluster',
      reason: /35% of the viewers \(300 of 850\) have bad health, 0% of the streams: delivery/,
      hit: 300,
    },
    'more viewers are bad than ever before, though fewer than are called many': {
      good: health([50, 5, 9, 0, 1], [900, 50, 9, 10, 1]),
      bad: health([50, 5, 900, 0, 1], [830, 50, 9, 120, 1]),
      within: [t.badShareFor + 4_000, t.badShareClearFor + 30_000],
      raises: 'warning health:cluster',
      needsTime: true,
      reason: /12% of the viewers \(120 of 1.00k\) have bad health, 0% of the streams: delivery/,
      hit: 120,
    },
    'ingest: both are bad': {
      good: health([50, 5, 0, 0, 1], [900, 50, 0, 10, 1]),
      bad: health([10, 5, 0, 15, 1], [100, 50, 0, 300, 1]),
      within: [t.badShareFor, t.badShareClearFor],
      raises: 'critical health:cluster',
      reason: /50% of the streams: ingest/,
      hit: 300,
    },
    'zombie stream': {
      every: 60_000,
      good: (now, step) => swept([moving(now, step)])(now, step),
      bad: swept([stream({ inTotalBytes: 5e9 })]),
      within: [3 * 60_000, 0],
      raises: 'warning stream-zombie:live/news',
      reason: /news on live is published, but received no byte for 13m 00s; 100 viewers wait/,
      hit: 100,
    },
  },
  stories: {
    'stream-zombie: a zombie began between two sweeps, or before the first one, and is critical with many viewers'() {
      const silent = swept([stream({ inTotalBytes: 5e9, viewerCount: t.riskCrit })]);
      const b = bench();
      b.during(180_000, 60_000, (now, step) => swept([moving(now, step)])(now, step));
      const lastGood = b.now();
      const [zombie] = b.during(300_000, 60_000, silent).problems;
      expect(zombie).toMatchObject({ key: 'stream-zombie:live/news', severity: 'critical' });
      expect(zombie?.since).toEqual({ at: lastGood + 60_000, known: 'between', from: lastGood });
      const first = bench();
      const [still] = first.during(300_000, 60_000, silent).problems;
      expect(still?.since).toMatchObject({ known: 'before' });
    },
    'ingest-bitrate: a slow fall begins where it left its usual value, and becomes critical as the same problem'() {
      const b = bench();
      b.during(600_000, 60_000, swept([stream({ inBandwidth: 5e5 })]));
      const from = b.now();
      const decay: Change = (now, step) =>
        swept([stream({ inBandwidth: 5e5 * Math.max(0.3, 1 - (now - from) / 400_000) })])(now, step);
      const [low] = b.during(180_000, 60_000, decay).problems;
      expect(low).toMatchObject({ key: 'ingest-bitrate:live/news', severity: 'warning' });
      expect(Math.abs((low?.since.at ?? 0) - from)).toBeLessThanOrEqual(10_000);
      const [worse] = b.during(180_000, 60_000, decay).problems;
      expect(worse).toMatchObject({ severity: 'critical', since: low?.since });
    },
    'ingest-bitrate: a publisher that left is no bitrate problem, and one that returns with less is'() {
      const b = bench();
      b.during(600_000, 60_000, swept([stream({ inBandwidth: 5e5 })]));
      const away = swept([stream({ inBandwidth: 0, state: 'UNPUBLISHED' })]);
      expect(raised(b.during(180_000, 60_000, away))).toEqual([]);
      const again = stream({ inBandwidth: 2e5, startTime: b.now(), duration: 1_000 });
      expect(raised(b.during(600_000, 60_000, swept([again])))).toEqual(['warning ingest-bitrate:live/news']);
    },
    'stream-flap: a flapping stream, found by its start times'() {
      const b = bench();
      const at = (minute: number) => swept([stream({ startTime: START + minute * 60_000, viewerCount: 40 })]);
      for (let minute = 1; minute <= 3; minute++) expect(raised(b.step(60_000, at(minute)))).toEqual([]);
      expect(raised(b.step(60_000, at(4)))).toEqual(['warning stream-flap:news']);
      expect(worded(b.triage.state().problems[0])).toMatchObject({
        title: 'Stream flaps',
        hit: { viewers: { degraded: 40 } },
        since: { at: START + 2 * 60_000 },
        subject: { kind: 'stream', id: 's1', streamKey: 'news', application: 'live' },
      });
      expect(raised(b.during(4 * 60_000, 60_000, at(4)))).toHaveLength(1);
      // While nothing is read, nobody knows whether it continues.
      expect(raised(b.during(20 * 60_000, 60_000))).toContain('warning stream-flap:news');
      expect(raised(b.during(2 * 60_000, 60_000, at(4)))).toEqual([]);
    },
    'stream-flap: a flapping stream, found by the journal sooner than by the sweep'() {
      const b = bench();
      const lines: { at: number; object: string; message: string }[] = [];
      const cycle = (): Change => (now) => {
        lines.push({ at: now - 500, object: 'Stream: news', message: 'Status Update: UNPUBLISHED' });
        lines.push({ at: now, object: 'Stream: news', message: 'Status Update: PUBLISHED' });
        return journal(lines)(now);
      };
      b.step(2_000, swept([stream()]));
      expect(raised(b.step(8_000, cycle()))).toEqual([]);
      expect(raised(b.step(8_000, cycle()))).toEqual([]);
      expect(raised(b.step(8_000, cycle()))).toEqual(['warning stream-flap:news']);
      expect(b.triage.state().problems[0]?.subject).toMatchObject({ id: 's1', application: 'live' });
    },
    'stream-zombie: no zombie is reported again as unhealthy, whether their row names it or not'() {
      const b = bench();
      const silent = { inTotalBytes: 5, viewerCount: 0 };
      const sick = { ...silent, healthGrade: 'Bad' };
      const still = (bad: number) =>
        swept([...manyStreams(30 - bad, () => silent), ...manyStreams(30, () => sick).slice(30 - bad)]);
      b.during(600_000, 60_000, still(0));
      expect(raised(b.during(600_000, 60_000, still(3)))).toEqual(['warning stream-zombie:many/live']);
    },
    'stream-unhealthy: of many streams with unknown viewers the lowest scores are named'() {
      const b = bench();
      const bad = manyStreams(9, (n) => ({ healthScore: n, viewerCount: null })).reverse();
      const [problem] = b.during(10 * 60_000, 60_000, swept(bad)).problems;
      expect(sentenceOf(problem)).toMatch(/^9 streams are unhealthy: s0, s1, s2 and 6 more/);
    },
    'health: bad viewers because of bad streams are one problem of the streams'() {
      const b = bench();
      const bad = manyStreams(9, () => ({ healthScore: 10, viewerCount: 10 }));
      const polled = health([10, 5, 0, 15, 1], [800, 50, 0, 300, 1]);
      const at: Change = (now, step) => ({ ...polled(now, step), ...swept(bad)(now, step) });
      expect(incidentsOf(b.during(10 * 60_000, 10_000, at).problems)).toMatchObject([
        { root: { key: 'stream-unhealthy:many/live' }, parts: [{ key: 'health:cluster' }] },
      ]);
    },
    'stream-unhealthy: a stream that is unhealthy only on one edge is a problem of that edge'() {
      const b = bench();
      const hot = edge('edge-1', 100, 5e7);
      const servers = cluster([{ ...hot, serverStats: { cpuUsage: 99, memUsage: 40 } }]);
      const both = (elsewhere: number): Change => {
        const sick = stream({ id: 'a', application: 'play-edge-1', healthScore: 20, healthGrade: 'Bad' });
        const copies = swept([sick, stream({ id: 'b', healthScore: elsewhere, healthGrade: 'Good' })]);
        return (now, step) => ({ ...servers(now, step), ...copies(now, step) });
      };
      expect(raised(b.during(600_000, 10_000, both(95)))).toEqual(['critical server-hot:edge-1']);
      // It is bad at its source, so the stream is the problem, and its copy is sick with it.
      const sick = raised(b.during(600_000, 10_000, both(30)));
      expect(sick).toContain('warning stream-unhealthy:live/news');
      expect(sick).not.toContain('warning stream-unhealthy:play-edge-1/news');
    },
  },
};
