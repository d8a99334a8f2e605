import { expect } from 'vitest';
import { createHistory } from '../../../src/cluster/create-history.ts';
import { sentenceOf, worded } from '../../support/sample-problem.ts';
import { bench, cluster, edge, raised, recorded, server, stream, swept, total, without } from '../support.ts';
import type { Family } from './family.ts';

/** A cluster of so many viewers, in its history too. */
const totals =
  (history = createHistory()) =>
  (viewers: number) =>
    recorded(history, cluster([], total(viewers)));
const appOf = (name: string, type: string, count: number) => ({ name, type, streams: { count, cap: null } });

/** Rules about servers that vanish, and about sudden losses. */
export const outages: Family = {
  rows: {},
  stories: {
    'server-gone: a server that vanished is reported with its lost viewers and without its consequences'() {
      const b = bench();
      const history = createHistory();
      const appGroupStats = { edge: { groups: [{ name: 'EU', limit: 2 }] } };
      const polled = (viewers: number, second: number) => {
        const edges = [edge('edge-1', 100, 1e7), edge('edge-2', second, 1e5 * second)];
        return cluster(edges, { ...total(viewers), appGroupStats });
      };
      b.during(60_000, 2_000, recorded(history, polled(400, 300)));
      const seen = b.now();
      const gone = recorded(history, without(['edge-1'], seen, polled(340, 340)));
      expect(raised(b.during(4_000, 2_000, gone))).toEqual([]);
      const [problem] = b.step(2_000, gone).problems;
      expect(problem).toMatchObject({
        key: 'server-gone:edge-1',
        severity: 'critical',
        since: { at: seen + 2_000 },
        hit: { viewers: { lost: 60 } },
        subject: { kind: 'server', name: 'edge-1' },
      });
      expect(sentenceOf(problem)).toMatch(/it had 100 viewers, 4 streams; the cluster lost 60 viewers/);
      const later = b.during(300_000, 2_000, gone);
      expect(raised(later)).toEqual(['critical server-gone:edge-1', 'warning group-short:EU/edge']);
      const some = recorded(history, without(['edge-1'], seen, polled(360, 360)));
      expect(sentenceOf(b.during(10_000, 2_000, some).problems[0])).toMatch(/lost 60 viewers, 20 came back/);
      expect(raised(b.during(60_000, 2_000, recorded(history, polled(400, 300))))).toEqual([]);
    },
    'server-gone: the streams of a lost origin are named, both those that come back and those that do not'() {
      const b = bench();
      const app = appOf('live', 'origin', 2);
      const all = cluster([server('origin-1', { applications: [app] })]);
      const [news, sport] = [stream(), stream({ id: 's2', streamKey: 'sport', viewerCount: 40 })];
      // It has no publisher before and after, so it is neither missing nor back.
      const backup = stream({ id: 's3', streamKey: 'backup', state: 'NOT_PUBLISHED', viewerCount: 0 });
      b.during(60_000, 2_000, all);
      b.step(2_000, swept([sport, news, backup]));
      const seen = b.now();
      b.during(20_000, 2_000, without(['origin-1'], seen, all));
      expect(raised(b.triage.state())).toEqual(['critical server-gone:origin-1']);
      expect(worded(b.triage.state().problems[0])).toMatchObject({
        title: 'Server outage',
        hit: { streams: { count: 2, first: [{ streamKey: 'news' }, { streamKey: 'sport', isBack: false }] } },
        reason: expect.stringMatching(/it had 2 streams; missing: news, sport; 175 viewers lost/),
      });
      b.during(20_000, 2_000, all);
      expect(sentenceOf(b.triage.state().problems[0])).toMatch(
        /and back; .*not checked again yet: news, sport/,
      );
      b.step(2_000, swept([{ ...news, id: 's9', startTime: b.now() }]));
      b.during(20_000, 2_000, all);
      const [partial] = b.triage.state().problems;
      expect(worded(partial)).toMatchObject({ key: 'server-gone:origin-1', title: 'Server outage' });
      expect(partial?.hit.streams?.first).toMatchObject([
        { streamKey: 'sport', isBack: false },
        { streamKey: 'news', isBack: true },
      ]);
      expect(sentenceOf(partial)).toMatch(/1 of 2 streams are back, still missing: sport \(40 viewers\)/);
      b.step(2_000, swept([news, sport].map((one) => ({ ...one, startTime: b.now() }))));
      expect(raised(b.during(20_000, 2_000, all))).toEqual([]);
    },
    'server-gone: a lost origin hits as many streams as it had, also where other origins run their application'() {
      const b = bench();
      const app = appOf('live', 'origin', 12);
      const all = cluster(['o1', 'o2'].map((host) => server(host, { applications: [app] })));
      b.during(60_000, 2_000, all);
      const [problem] = b.during(20_000, 2_000, without(['o1'], b.now(), all)).problems;
      expect(problem).toMatchObject({ key: 'server-gone:o1', hit: { streams: { count: 12, first: [] } } });
    },
    'server-gone: a lost transcoder affects all streams it worked on, and names those that lost renditions'() {
      const b = bench();
      const app = appOf('abr', 'transcode', 2);
      const all = cluster([server('transcode-1', { applications: [app] })]);
      const with720 = [{ streamKey: 'news_720p', name: '720p' }];
      const other = stream({ id: 's2', streamKey: 'sport', viewerCount: 40, subStreams: with720 });
      b.during(60_000, 2_000, all);
      b.step(2_000, swept([stream({ subStreams: with720 }), other]));
      const gone = without(['transcode-1'], b.now(), all);
      b.during(20_000, 2_000, gone);
      b.step(2_000, swept([stream({ subStreams: [] }), other]));
      const [problem] = b.during(4_000, 2_000, gone).problems;
      expect(problem).toMatchObject({
        key: 'server-gone:transcode-1',
        hit: { viewers: { degraded: 100 }, streams: { count: 2, first: [{ streamKey: 'news' }] } },
      });
      expect(sentenceOf(problem)).toMatch(/1 stream lost sub-streams: news/);
    },
    'server-gone: copies in a list tell at once what a lost transcoder worked on, if no other runs its application'() {
      const after = (others: readonly string[]) => {
        const b = bench();
        const abr = appOf('abr', 'transcode', 1);
        const origin = server('origin-1', { applications: [{ name: 'live', type: 'origin' }] });
        const transcoders = ['transcode-1', ...others].map((name) => server(name, { applications: [abr] }));
        const all = cluster([origin, ...transcoders]);
        b.during(60_000, 2_000, all);
        const copy = stream({ id: 'copy', application: 'abr', viewerCount: 0 });
        b.step(2_000, swept([stream(), copy]));
        const { problems } = b.during(20_000, 2_000, without(['transcode-1'], b.now(), all));
        return problems.find(({ key }) => key === 'server-gone:transcode-1')?.hit.viewers?.degraded;
      };
      expect([after([]), after(['transcode-2'])]).toEqual([100, undefined]);
    },
    'loss: viewers who vanish within seconds are reported when no server tells where they were'() {
      const b = bench();
      const at = totals();
      b.during(60_000, 2_000, at(1_000));
      expect(raised(b.step(2_000, at(700)))).toEqual([]);
      expect(raised(b.step(2_000, at(700)))).toEqual(['critical loss:viewers']);
      expect(worded(b.triage.state().problems[0])).toMatchObject({
        hit: { viewers: { lost: 300 } },
        since: { at: b.now() - 2_000 },
        reason: '−300 of 1.00k viewers (30%); nothing in common is known',
      });
      b.during(20_000, 2_000, at(800));
      expect(b.triage.state().problems[0]).toMatchObject({ hit: { viewers: { lost: 200 } } });
      expect(raised(b.during(40_000, 2_000, at(980)))).toEqual([]);
    },
    'loss: one odd sample, a small cluster and a slow fall are no sudden loss'() {
      const b = bench();
      const at = totals();
      b.during(60_000, 2_000, at(1_000));
      b.step(2_000, at(0));
      expect(raised(b.during(20_000, 2_000, at(1_000)))).toEqual([]);
      for (let viewers = 1_000; viewers > 0; viewers -= 2) b.step(2_000, at(viewers));
      expect(b.triage.state().cleared).toEqual([]);
      const [small, few] = [bench(), totals()];
      small.during(60_000, 2_000, few(40));
      expect(raised(small.during(60_000, 2_000, few(0)))).toEqual([]);
    },
  },
};
