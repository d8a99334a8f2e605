import { expect, test } from 'vitest';
import { createHistory } from '../../../src/cluster/create-history.ts';
import { significantMedian } from '../../../src/triage/memory/whole.ts';
import { sentenceOf } from '../../support/sample-problem.ts';
import { bench, cluster, edge, manyStreams, raised, recorded, stream, swept, total } from '../support.ts';

const MINUTE = 60_000;
const STREAMS = 40;

/** Three edges and forty streams that have so many viewers in all; each stream and edge has its share of them. */
function watched() {
  const history = createHistory();
  const b = bench();
  const step = (viewers: number, ofLargest: number) => {
    const each = (viewers - ofLargest) / STREAMS;
    const edges = [0.5, 0.3, 0.2].map((share, index) =>
      edge(`edge-${index + 1}`, share * viewers, 4e5 * share * viewers),
    );
    const list = manyStreams(STREAMS, () => ({ viewerCount: Math.round(each) }));
    const final = stream({ id: 'final', streamKey: 'final', viewerCount: ofLargest });
    const all = ofLargest > 0 ? [...list, final] : list;
    const polled = recorded(history, cluster(edges, total(viewers)), 10_000);
    return b.step(10_000, (now, count) => ({
      ...polled(now, count),
      ...(count % 6 === 0 && swept(all)(now, count)),
    }));
  };
  return {
    b,
    /** `viewers` and those of the largest stream, by the minute from now on. */
    during(minutes: number, viewers: (minute: number) => number, ofLargest = (_: number) => 0) {
      for (let n = 1; n <= 6 * minutes; n++) step(viewers(n / 6), ofLargest(n / 6));
      return b.triage.state();
    },
  };
}

test.each([1, 1.5, 2])(
  'a whole cluster that loses %f %% a minute is reported within two minutes of a tenth, without a single cause',
  (percent) => {
    const { b, during } = watched();
    expect(raised(during(30, () => 20_000))).toEqual([]);
    const from = b.now();
    const left = (minute: number) => 20_000 * (1 - (minute * percent) / 100);
    const [problem] = during(Math.ceil(10 / percent + 2), left).problems;
    expect(problem).toMatchObject({ key: 'loss:viewers', subject: { kind: 'cluster' }, parts: [] });
    expect(sentenceOf(problem)).toContain('the same share on all 3 servers');
    expect(Math.abs((problem?.since.at ?? 0) - from)).toBeLessThan(90_000);
    // The waves of an audience are nearly as high, but no fifth.
    const passed = (b.now() - from) / MINUTE;
    const [later] = during(8 / percent, (minute) => left(passed + minute)).problems;
    expect([problem?.severity, later?.severity]).toEqual([percent < 2 ? 'critical' : 'warning', 'critical']);
  },
);

test('viewers who leave because their programme ends are not lost', () => {
  const { during } = watched();
  const [all, ofLargest] = [() => 20_000, () => 6_000];
  during(30, all, ofLargest);
  for (let n = 0; n < 10; n++) expect(raised(during(1, () => 14_000)).join()).not.toContain('loss');
});

test('a peak hour and its end are neither a surge nor a loss', () => {
  const { during } = watched();
  during(30, () => 20_000);
  expect(raised(during(10, (minute) => 20_000 * (1 + 0.025 * minute)))).toEqual([]);
  expect(raised(during(30, () => 25_000))).toEqual([]);
  expect(raised(during(10, (minute) => 20_000 * (1.25 - 0.025 * minute)))).toEqual([]);
});

test('far more viewers within minutes are a surge of all servers', () => {
  const { b, during } = watched();
  during(30, () => 20_000);
  const from = b.now();
  const { problems } = during(4, (minute) => 20_000 * (1 + 0.25 * minute));
  const [problem] = problems;
  expect(problems.map(({ key }) => key)).toEqual(['surge:viewers']);
  expect(sentenceOf(problem)).toMatch(
    /^\+\d+%: \d+\.\dk viewers, usual 20\.0k, the same share on all 3 servers/,
  );
  expect(Math.abs((problem?.since.at ?? 0) - from)).toBeLessThanOrEqual(20_000);
});

test('a small step after a slow fall, which together pass the threshold, is no loss', () => {
  const { during } = watched();
  during(30, () => 20_000);
  expect(raised(during(15, (minute) => 20_000 - 70 * minute))).toEqual([]);
  for (let n = 0; n < 6; n++) expect(raised(during(1, () => 18_100))).toEqual([]);
});

test('a surge that reaches what the edges can send stays a surge, and is no sessions without traffic', () => {
  const history = createHistory();
  const b = bench();
  const step = (viewers: number) => {
    const sent = Math.min(4e5 * viewers, 1.2e10);
    const edges = [0.6, 0.4].map((share, n) => edge(`edge-${n + 1}`, share * viewers, share * sent));
    const outgoingTraffic = { total: { value: sent, limit: 1.25e10 } };
    return b.step(10_000, recorded(history, cluster(edges, { ...total(viewers), outgoingTraffic }), 10_000));
  };
  for (let n = 0; n < 180; n++) step(20_000);
  const [early] = Array.from({ length: 18 }, (_, n) => step(20_000 + 1_000 * n)).slice(-1);
  expect(early?.problems.map(({ key }) => key)).toContain('surge:viewers');
  for (let n = 0; n < 30; n++) {
    const { problems } = step(38_000);
    expect(problems.map(({ key }) => key)).toContain('surge:viewers');
  }
});

test('small audiences that vary by chance say nothing of all streams', () => {
  const around = (middle: number, spread: number) =>
    Array.from({ length: 45 }, (_, n) => middle + spread * ((n % 9) / 4 - 1));
  expect(significantMedian(around(0.9, 0.05))).toBeCloseTo(0.9);
  expect(significantMedian(around(0.9, 0.6))).toBe(1);
  expect(significantMedian(around(0.6, 0.6))).toBeCloseTo(0.6);
});
