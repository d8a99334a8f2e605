import { expect } from 'vitest';
import { createHistory } from '../../../src/cluster/create-history.ts';
import type { Server } from '../../../src/protocol/topology.ts';
import { nameOf } from '../../../src/triage/problem.ts';
import { sentenceOf } from '../../support/sample-problem.ts';
import { bench, cluster, edge, raised, recorded, server, stream, swept, total } from '../support.ts';
import type { Change, Family } from './family.ts';

const edges = (...viewers: readonly number[]) =>
  viewers.map((count, index) => edge(`edge-${index + 1}`, count, 4e5 * count));
const people = (...viewers: readonly number[]) =>
  cluster(edges(...viewers), total(viewers.reduce((sum, one) => sum + one, 0)));

type App = NonNullable<Server['applications']>[number];
const app = (name: string, type: string, streams: number, rates: readonly [number, number]): App => ({
  name,
  type,
  streams: { count: streams, cap: null },
  bandwidth: { inBandwidth: rates[0], outBandwidth: rates[1] },
});
const transcoder = (name: string, out: number) =>
  server(name, { applications: [app(`abr-${name}`, 'transcode', 12, [1e7, out])] });
const origin = (name: string, application: string, streams: number, rate: number) =>
  server(name, { applications: [app(application, 'origin', streams, [rate, rate])] });

/** Three edges, one of which loses 2 % of its viewers a minute from the first sample on. */
function draining(): Change {
  let left = 1_000;
  return (now, step) => {
    left *= 1 - 0.02 / 30;
    return people(left, 1_000, 1_000)(now, step);
  };
}

const keys = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `s${from + n}`);
const streamsOf = (application: string, names: readonly string[], more = {}) =>
  names.map((name) =>
    stream({ id: name, streamKey: name, application, inBandwidth: 5e5, inTotalBytes: 1.8e9, ...more }),
  );

/** Three minutes of polls, and of a list that is read at the beginning of each. */
function minutes(b: ReturnType<typeof bench>, list: Change, polled: Change): void {
  for (let minute = 0; minute < 3; minute++) {
    b.step(2_000, list);
    b.during(58_000, 2_000, polled);
  }
}

/** Rules that compare figures with their normal values. */
export const deviations: Family = {
  rows: {
    'viewers who leave one edge': {
      good: people(500, 500, 500),
      bad: people(100, 500, 500),
      within: [6_000, 32_000],
      raises: 'critical loss:viewers',
      reason: /edge-1: −400 of 500 viewers, 27% of all/,
      hit: 400,
    },
    'a transcoder that sends less than it receives': {
      good: cluster([transcoder('a', 3e7), transcoder('b', 3e7)]),
      bad: cluster([transcoder('a', 2e7), transcoder('b', 3e7)]),
      within: [6_000, 32_000],
      raises: 'warning parted:out/in',
      reason: /a: sends −33% for what it gets; unchanged: b/,
      hit: 12,
    },
    'viewers who receive no bytes': {
      good: cluster([edge('edge-1', 500, 2e8), edge('edge-2', 500, 2e8)]),
      bad: cluster([edge('edge-1', 800, 2e8), edge('edge-2', 500, 2e8)]),
      within: [6_000, 32_000],
      raises: 'warning parted:out/viewers',
      reason: /edge-1: viewers \+60%, out ±0%: sessions without traffic; unchanged: edge-2/,
      hit: 300,
    },
  },
  stories: {
    'loss: a drain of 2 % a minute is found, and dated to its first minutes'() {
      const b = bench();
      b.during(600_000, 2_000, people(1_000, 1_000, 1_000));
      const from = b.now();
      const drain = draining();
      while (b.triage.state().problems.length === 0 && b.now() < from + 900_000) b.step(2_000, drain);
      const [problem] = b.triage.state().problems;
      expect(problem).toMatchObject({ key: 'loss:viewers', subject: { kind: 'server', name: 'edge-1' } });
      expect(Math.abs((problem?.since.at ?? 0) - from)).toBeLessThan(200_000);
    },
    'loss: an equal loss on all edges, and viewers who change edges, are no loss of one edge; the change is told'() {
      const b = bench();
      b.during(120_000, 2_000, people(500, 500, 500, 500));
      for (let viewers = 500; viewers > 300; viewers--)
        b.step(2_000, people(viewers, viewers, viewers, viewers));
      expect(raised(b.triage.state())).toEqual([]);
      const movedTo = (...after: readonly number[]) => {
        const [moved, history] = [bench(), createHistory()];
        moved.during(120_000, 2_000, recorded(history, people(500, 500, 500, 500)));
        const { problems } = moved.during(60_000, 2_000, recorded(history, people(...after)));
        expect(problems.map((one) => [one.key, one.severity, nameOf(one.subject)])).toEqual([
          ['loss:moved', 'warning', 'edge-1'],
        ]);
        return sentenceOf(problems[0]);
      };
      expect(movedTo(200, 800, 500, 500)).toMatch(/edge-1: −300 of 500 viewers.*; they moved to edge-2$/);
      expect(movedTo(200, 600, 600, 600)).toMatch(/edge-1: −300 of 500 .* to edge-2, edge-3, edge-4$/);
    },
    'loss: streams of one application that end one after another are one problem of the application'() {
      const b = bench();
      const servers = (count: number) =>
        cluster([origin('o1', 'live', count, 5e5 * count), origin('o2', 'news', 20, 1e7)]);
      const names = keys(0, 10);
      const others = streamsOf('news', keys(20, 40));
      const seen = (count: number) => swept([...streamsOf('live', names.slice(0, count)), ...others]);
      minutes(b, seen(10), servers(10));
      for (let count = 9; count >= 4; count--) b.during(10_000, 2_000, servers(count));
      b.step(2_000, seen(4));
      b.step(60_000, seen(4));
      const [problem] = b.during(10_000, 2_000, servers(4)).problems;
      expect(problem).toMatchObject({
        key: 'loss:streams',
        subject: { kind: 'application', name: 'live' },
        parts: ['ingest'],
        hit: { streams: { count: 6 } },
      });
      expect(sentenceOf(problem)).toMatch(/live: −6 of 10 streams, 20% of all; ended: s4, s5, s6 and 3 more/);
    },
    'parted: publishers of one application who return with half the bitrate are one problem of the application'() {
      const b = bench();
      const others = streamsOf('news', keys(20, 40));
      const sending = (inBandwidth: number, more = {}) =>
        swept([...streamsOf('live', keys(0, 5), { inBandwidth, viewerCount: 40, ...more }), ...others]);
      const servers = (inBandwidth: number) =>
        cluster([origin('o1', 'live', 5, 5 * inBandwidth), origin('o2', 'news', 20, 1e7)]);
      minutes(b, sending(5e5), servers(5e5));
      // Viewers come back one after another, and a sweep may come long after the reconnection.
      const restarted = { startTime: b.now() + 1_000, inTotalBytes: 1e6, viewerCount: 3 };
      b.during(20_000, 2_000, servers(5e5));
      b.step(2_000, sending(2.5e5, restarted));
      b.during(58_000, 2_000, servers(2.5e5));
      b.step(2_000, sending(2.5e5, restarted));
      const { problems } = b.during(10_000, 2_000, servers(2.5e5));
      expect(problems.map(({ key }) => key)).toEqual(['parted:in/streams']);
      expect(problems[0]).toMatchObject({
        subject: { kind: 'application', name: 'live' },
        parts: ['ingest'],
        hit: { streams: { count: 5 }, viewers: { degraded: 200 } },
        since: { at: restarted.startTime },
      });
    },
    'parted: publishers of all applications who send less at the same time are one problem of the whole cluster'() {
      const b = bench();
      const sending = (inBandwidth: number) =>
        swept(
          ['live', 'news', 'sport'].flatMap((app, n) =>
            streamsOf(app, keys(10 * n, 10 * n + 10), { inBandwidth, viewerCount: 10 }),
          ),
        );
      const servers = (each: number) =>
        cluster(['live', 'news', 'sport'].map((app, n) => origin(`o${n}`, app, 10, 10 * each)));
      minutes(b, sending(5e5), servers(5e5));
      for (let minute = 0; minute < 2; minute++) {
        b.during(10_000, 2_000, servers(3e5));
        b.step(50_000, sending(3e5));
      }
      const { problems } = b.during(10_000, 2_000, servers(3e5));
      expect(problems.map(({ key }) => key)).toEqual(['parted:in/streams']);
      expect(problems[0]).toMatchObject({
        subject: { kind: 'cluster' },
        parts: ['ingest'],
        hit: { streams: { count: 30 }, viewers: { degraded: 300 } },
      });
      expect(sentenceOf(problems[0])).toContain('cluster: 30 of 30 streams 40% thinner');
    },
    'parted: publishers of two applications with half the bitrate, on one of the servers that run these, are a problem of that server'() {
      const b = bench();
      const sending = (first: number) =>
        swept(
          ['live', 'news'].flatMap((application) => {
            const names = keys(0, 20).map((key) => `${application}-${key}`);
            const own = streamsOf(application, names.slice(0, 10), { inBandwidth: first });
            return [...own, ...streamsOf(application, names.slice(10))];
          }),
        );
      const pair = (name: string, each: number) =>
        server(name, {
          applications: ['live', 'news'].map((one) => app(one, 'origin', 10, [10 * each, 10 * each])),
        });
      const servers = (first: number) => cluster([pair('o1', first), pair('o2', 5e5)]);
      minutes(b, sending(5e5), servers(5e5));
      b.during(20_000, 2_000, servers(2.5e5));
      b.step(2_000, sending(2.5e5));
      const { problems } = b.during(10_000, 2_000, servers(2.5e5));
      expect(problems.map(({ key }) => key)).toEqual(['parted:in/streams']);
      const hit = { streams: { count: 20 } };
      expect(problems[0]).toMatchObject({ subject: { kind: 'server', name: 'o1' }, hit });
    },
    'parted: an edge that sends less stays the culprit when all edges get less later, and is none when they got it before'() {
      const fed = (each: number, out: number) => (name: string) => {
        const own = app('live', 'edge', 10, [10 * each, out]);
        return server(name, { applications: [{ ...own, viewers: { count: 500, cap: null } }] });
      };
      const servers = (each: number, first: number, others: number) =>
        cluster([fed(each, first)('edge-1'), ...['edge-2', 'edge-3'].map(fed(each, others))], total(1_500));
      const b = bench();
      b.during(180_000, 2_000, servers(5e5, 2e8, 2e8));
      const culprit = { key: 'parted:out/viewers', subject: { kind: 'server', name: 'edge-1' } };
      expect(b.during(60_000, 2_000, servers(5e5, 1.2e8, 2e8)).problems[0]).toMatchObject(culprit);
      const later = b.during(30_000, 2_000, servers(4.4e5, 1.056e8, 1.76e8)).problems;
      expect(later.find(({ key }) => key === culprit.key)).toMatchObject(culprit);
      const c = bench();
      c.during(180_000, 2_000, servers(5e5, 2e8, 2e8));
      expect(raised(c.during(60_000, 2_000, servers(3e5, 1.2e8, 1.2e8)))).not.toContain(
        'warning parted:out/viewers',
      );
    },
    'parted: two applications of one edge that send less are that edge, and those of all edges of a group are the group'() {
      const sends = (part: (name: string) => number) =>
        cluster(
          ['a1', 'a2', 'b1', 'b2'].map((name) => {
            const own = (each: string) => app(each, 'edge', 10, [5e6, 2e8 * part(name)]);
            const applications = ['live', 'news'].map((each) => ({
              ...own(each),
              viewers: { count: 500, cap: null },
            }));
            return server(name, { groupName: name.slice(0, 1), applications });
          }),
          total(4_000),
        );
      const told = (isHit: (name: string) => boolean) => {
        const b = bench();
        b.during(
          180_000,
          2_000,
          sends(() => 1),
        );
        const { problems } = b.during(
          60_000,
          2_000,
          sends((name) => (isHit(name) ? 0.6 : 1)),
        );
        return problems.map(sentenceOf);
      };
      expect(told((name) => name === 'a1')).toEqual([
        expect.stringMatching(/^a1: live, news: the worst: .*out −40%/),
      ]);
      expect(told((name) => name < 'b')).toEqual([
        expect.stringMatching(/^a: a1, a2: the worst: .*out −40%/),
      ]);
    },
    'parted: streams of one application without a byte are one problem of its publishers'() {
      const b = bench();
      const others = streamsOf('news', keys(20, 40));
      const sending = (inBandwidth: number, inTotalBytes: number) =>
        swept([...streamsOf('live', keys(0, 9), { inBandwidth, inTotalBytes, viewerCount: 5 }), ...others]);
      const servers = (inBandwidth: number) =>
        cluster([origin('o1', 'live', 9, 9 * inBandwidth), origin('o2', 'news', 20, 1e7)]);
      minutes(b, (now, step) => sending(5e5, 1e9 + step)(now, step), servers(5e5));
      for (let minute = 0; minute < 5; minute++) {
        b.step(2_000, sending(0, 2e9));
        b.during(58_000, 2_000, servers(0));
        expect(raised(b.triage.state())).toEqual(['warning parted:in/streams']);
      }
    },
  },
};
