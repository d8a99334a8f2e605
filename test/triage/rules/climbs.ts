import { expect } from 'vitest';
import { createHistory } from '../../../src/cluster/create-history.ts';
import type { UsualOf } from '../../../src/triage/usual-load.ts';
import { sentenceOf, worded } from '../../support/sample-problem.ts';
import { bench, cluster, cpuOf, edge, raised, recorded } from '../support.ts';
import type { Family } from './family.ts';

/** A repeatable noise between −1 and 1. */
const noise = (step: number) => Math.sin(step * 127.1) * Math.cos(step * 311.7);

/** A bench whose polls are written into a history. `load` gives the load in percent by the seconds of the phase. */
function loadBench(usual?: UsualOf, every = 2_000) {
  const b = bench({ usual });
  const history = createHistory();
  const during = (
    seconds: number,
    load: (seconds: number) => number,
    change: (used: number) => ReturnType<typeof cluster>,
  ) => {
    let verdict = b.triage.state();
    for (let passed = 0; passed < 1_000 * seconds; passed += every) {
      verdict = b.step(
        every,
        recorded(history, (now, step) => change(load(passed / 1_000) + noise(step))(now, step), every),
      );
    }
    return verdict;
  };
  return { ...b, during };
}

const onEdge = (used: number) => cluster([cpuOf('edge-1', used)]);
const viewers = (value: number) => cluster([], { viewersStats: { total: { value, limit: null } } });

/** The problems before a limit is reached. */
export const climbs: Family = {
  rows: {},
  stories: {
    'server-hot: a climb is reported before its threshold, dated from its start, and stays the same problem beyond the threshold'() {
      const b = loadBench();
      expect(raised(b.during(300, () => 40, onEdge))).toEqual([]);
      const from = b.now();
      const [climbing] = b.during(120, (s) => 40 + s * 0.2, onEdge).problems;
      const load = { key: 'server-hot:edge-1', title: 'Server load' };
      expect(worded(climbing)).toMatchObject({ ...load, severity: 'warning' });
      expect(sentenceOf(climbing)).toMatch(/^edge-1: CPU 6\d%, \+1\d%\/min, 97% in about [23] min$/);
      expect(Math.abs((climbing?.since.at ?? 0) - from)).toBeLessThanOrEqual(10_000);
      const [hot] = b.during(200, (s) => Math.min(98.5, 64 + s * 0.2), onEdge).problems;
      expect(worded(hot)).toMatchObject({ ...load, severity: 'critical', since: climbing?.since });
      expect(sentenceOf(hot)).toMatch(/^edge-1: CPU 9\d%/);
      expect(raised(b.during(120, () => 40, onEdge))).toEqual([]);
    },
    'application-limit: an application that fills up is reported with the time until its limit is reached'() {
      const b = loadBench();
      const share = (percent: number) => cluster([edge('edge-1', Math.round(10 * percent), 1e6, 1_000)]);
      expect(raised(b.during(300, () => 52, share))).toEqual([]);
      const from = b.now();
      const { problems } = b.during(110, (s) => 52 + s * 0.2, share);
      const near = problems.find(({ subject }) => subject.kind === 'application');
      expect(near).toMatchObject({
        key: 'application-limit:edge-1/play-edge-1/viewers',
        severity: 'warning',
        subject: { kind: 'application', name: 'play-edge-1' },
      });
      expect(sentenceOf(near)).toMatch(
        /at 7\d% of its viewers \(7\d\d of 1\.00k\), \+1\d%\/min, full in about [23] min$/,
      );
      expect(Math.abs((near?.since.at ?? 0) - from)).toBeLessThanOrEqual(10_000);
    },
    'surge: far more viewers within minutes are a surge until the hour knows them; a wave is not'() {
      const b = loadBench(undefined, 10_000);
      const wave = (s: number) => 1_000 + 400 * Math.sin((s * 2 * Math.PI) / 10_800);
      expect(raised(b.during(10_800, wave, viewers))).toEqual([]);
      const more = b.during(300, () => 1_450, viewers);
      expect(raised(more)).toEqual(['warning surge:viewers']);
      expect(sentenceOf(more.problems[0])).toMatch(/^\+\d+%: 1.4\dk viewers, usual \d{3}/);
      expect(raised(b.during(4_000, () => 1_450, viewers))).toEqual([]);
    },
    'unusual-load: the usual load at this hour is that of other weeks where they are known'() {
      const usual = { median: 1_000, low: 800, high: 1_500, thin: false };
      const b = loadBench(() => usual, 10_000);
      expect(raised(b.during(3_600, (s) => (s < 1_800 ? 900 : 1_450), viewers))).toEqual([]);
      const [few] = loadBench(() => usual, 10_000).during(1_000, () => 300, viewers).problems;
      expect(few).toMatchObject({ key: 'unusual-load:viewers', severity: 'warning' });
      expect(sentenceOf(few)).toMatch(/^viewers −70% against this hour of other weeks: 300, usual 1.00k$/);
    },
  },
};
