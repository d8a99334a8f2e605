import { expect, test } from 'vitest';
import { createHistory } from '../../../src/cluster/create-history.ts';
import type { Dashboard } from '../../../src/protocol/dashboard.ts';
import type { Stream } from '../../../src/protocol/stream.ts';
import type { Server } from '../../../src/protocol/topology.ts';
import { StandingAnswers } from '../../../src/triage/memory/standing.ts';
import { totals } from '../../../src/triage/rules/totals.ts';
import { defaultThresholds as t } from '../../../src/triage/thresholds.ts';
import { sentenceOf } from '../../support/sample-problem.ts';
import { context, evaluate, findingsOf, standing } from '../evaluate-rule.ts';
import {
  bare,
  bench,
  edge,
  journal,
  manyStreams,
  raised,
  recorded,
  START,
  stream,
  swept,
} from '../support.ts';

test('totals disagree from a difference of ten streams and a certain share on, until they are clearly closer', () => {
  const said = (listed: number, counted: number, how = context()) => {
    const { dashboard } = bare([], { streamStats: { total: { value: counted } } })(START, 0);
    const state = { dashboard, ...swept(manyStreams(listed))(START, 0) };
    const [words] = evaluate(totals, { state }, how);
    return words?.split(': ')[1]?.split(' (')[0];
  };
  expect(said(10, 19)).toBeUndefined();
  expect([said(9, 19), said(19, 9)]).toEqual(['they differ by 53%', 'they differ by 53%']);
  const listed = 1_000 - 10 * t.totalsDiffer;
  expect(said(listed, 1_000)).toBe(`they differ by ${t.totalsDiffer}%`);
  expect(said(listed + 1, 1_000)).toBeUndefined();
  expect(said(listed + 1, 1_000, standing('info'))).toBeDefined();
});

/** The sentences about a dashboard, its servers and its list of streams. */
function saidOf(
  more: Partial<Dashboard>,
  servers: readonly Server[],
  streams: readonly Stream[],
  outages?: object,
) {
  const state = { ...bare(servers, more)(START, 0), ...swept(streams)(START, 0) };
  return evaluate(totals, outages ? { state, outages } : { state });
}

const load = (value: number) => ({ total: { value, limit: null } });

test('what changed since the list was read is no difference', () => {
  const history = createHistory();
  history.dashboard({ streamStats: load(40) }, START, 2_000, 0);
  const { dashboard } = bare([], { streamStats: load(10) })(START + 30_000, 0);
  const list = swept(manyStreams(40))(START, 0);
  expect(evaluate(totals, { state: { dashboard, ...list } })).toHaveLength(1);
  expect(evaluate(totals, { state: { dashboard, history, ...list } })).toEqual([]);
});

test('a total is compared with the groups, the servers and the list', () => {
  const half = [edge('a', 4_900, 1e6), edge('b', 4_900, 1e6)];
  const streams = manyStreams(40, () => ({ viewerCount: 245, healthScore: 90 }));
  const viewers = (of: string) => [
    expect.stringMatching(`counts 19.6k viewers, ${of} 9.80k: they differ by 50%`),
  ];
  const groups = [{ name: 'EU', value: 9_800, limit: null }];
  const counts = { viewersStats: load(19_600), streamStats: load(40) };
  const grouped = { ...counts, viewersStats: { ...load(19_600), groups } };
  expect(saidOf(grouped, half, streams)).toEqual(viewers('its groups'));
  expect(saidOf({ viewersStats: load(19_600) }, half, [])).toEqual(viewers('the servers'));
  expect(saidOf(counts, [], streams)).toEqual(viewers('the stream list'));
  expect(saidOf(counts, [], streams, { incidents: [{}] })).toEqual([]);
  const sick = streams.map((one) => ({ ...one, healthScore: 30, healthGrade: undefined }));
  const grades = { streamHealthSummary: { labels: ['Very Good', 'Bad'], series: [40, 0] } };
  expect(saidOf({ streamStats: load(40), ...grades }, [], sick)).toEqual([
    expect.stringMatching(/counts 0 streams of bad health, the stream list 40: they differ by 100%/),
  ]);
});

test('a witness that does not tell everything is not asked', () => {
  const silent = { ...edge('b', 0, 1e6), applications: undefined };
  expect(saidOf({ viewersStats: load(9_800) }, [edge('a', 4_900, 1e6), silent], [])).toEqual([]);
  const saidOfGroup = (us: object) => {
    const groups = [us, { value: 1 }].map((one, n) => ({ name: `group ${n}`, ...one }));
    return saidOf({ viewersStats: { ...load(9_800), groups } }, [], []);
  };
  expect([saidOfGroup({ value: 1 }).length, saidOfGroup({})]).toEqual([1, []]);
});

test.each([
  ['figures', 'its totals', (at: number) => ({ generatedAt: START + at, viewers: 500 })],
  ['time', 'its time', (at: number) => ({ generatedAt: START, viewers: 500 + at })],
  [undefined, undefined, (at: number) => ({ generatedAt: START + at, viewers: 500 + at })],
])('what stands still in the answers is said after twenty of them: %s', (standing, _words, answer) => {
  const answers = new StandingAnswers();
  for (let at = 0; at <= 60_000; at += 2_000) {
    const { generatedAt, viewers } = answer(at);
    const { dashboard } = bare([], { viewersStats: load(viewers), outgoingTraffic: load(5e6) })(
      START + at,
      0,
    );
    if (dashboard) answers.observe({ ...dashboard, generatedAt, updatedAt: START + at, interval: 2_000 });
    if (at < 38_000) expect(answers.standing).toBeUndefined();
  }
  expect(answers.standing?.part).toBe(standing);
});

test('a difference that is new is a warning, whatever a list says, and one that was always there, or only of a list, a remark', () => {
  const severities = (agreedBefore: boolean, listed?: number, now = 6_000) => {
    const b = bench();
    const history = createHistory();
    const poll = (total: number, viewerCount?: number) => {
      const viewersStats = { ...load(total), groups: [{ name: 'EU', value: total, limit: null }] };
      const polled = bare([edge('a', 4_900, 1e6), edge('b', 4_900, 1e6)], { viewersStats });
      const list = swept(viewerCount === undefined ? [] : [stream({ viewerCount })]);
      return recorded(history, (now, step) => ({ ...polled(now, step), ...list(now, step) }));
    };
    b.during(600_000, 2_000, poll(agreedBefore ? 9_800 : 6_000, listed && 9_800));
    return raised(b.during(t.totalsFor + 4_000, 2_000, poll(now, listed))).filter((one) =>
      one.includes('totals'),
    );
  };
  for (const listed of [undefined, 99_000])
    expect(severities(true, listed)).toEqual(['warning totals:viewers']);
  for (const remark of [severities(false), severities(true, 99_000, 9_800)])
    expect(remark).toEqual(['info totals:viewers']);
});

test('totals that cease to agree at a time are one row', () => {
  const b = bench();
  const history = createHistory();
  const poll = (total: number) => {
    const figures = { ...load(total), groups: [{ name: 'EU', value: 9_800 }] };
    return recorded(history, bare([], { viewersStats: figures, outgoingTraffic: figures }));
  };
  b.during(600_000, 2_000, poll(9_800));
  const rows = raised(b.during(t.totalsFor + 4_000, 2_000, poll(6_000)));
  expect(rows.filter((row) => /totals:(viewers|out)/.test(row))).toEqual(['warning totals:viewers']);
});

test('a journal that falls silent is said, and one with pauses as long is not', () => {
  const said = (pauses: number, silence: number) => {
    const lines = Array.from({ length: 400 }, (_, n) => ({
      at: START - silence - (399 - n) * pauses,
      object: 'HttpServer',
      message: 'GET / 200',
    }));
    const [finding] = findingsOf(totals, { state: journal(lines)(START) });
    return finding && [sentenceOf(finding), finding.since];
  };
  expect(said(3_000, 80_000)).toEqual([
    'the journal has no new line, although it is read; its longest pause before was 3s',
    START - 80_000,
  ]);
  expect([said(3_000, 50_000), said(30_000, 80_000), said(1_000, 80_000)].join('')).toBe('');
});
