import { expect, onTestFinished, test } from 'vitest';
import type { ClusterState } from '../../../src/cluster/state.ts';
import { createHistoryReader, type HistoryReader } from '../../../src/history/reader.ts';
import { defaultRetention } from '../../../src/history/retention.ts';
import { createHistoryWriter } from '../../../src/history/writer.ts';
import { noInterest } from '../../../src/polling/monitor.ts';
import { createRingTape } from '../../../src/recording/ring-tape.ts';
import { openStillSession } from '../../../src/session/cluster-session.ts';
import { createPast } from '../../../src/session/past/past.ts';
import type { TriageState } from '../../../src/triage/engine.ts';
import type { Problem } from '../../../src/triage/problem.ts';
import { openTestHistory } from '../../history/rig.ts';
import { answerAt } from '../../recording/entries.ts';
import { calm } from '../../support/fake-services.ts';
import { plainTarget } from '../../support/hostile-stack.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { dashboardJson, sampleStart } from '../../support/sample-json.ts';
import { sampleProblem, sentenceOf, wordsOnly } from '../../support/sample-problem.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';

const MINUTE = 60_000;
/** The memory begins five minutes after the start, and is read half a minute later. */
const memoryFrom = sampleStart + 5 * MINUTE;
const moment = memoryFrom + 30_000;
const NOTHING = 'The cluster was not watched at that time.';
const sample = sampleState();

interface Given {
  readonly live?: ClusterState;
  readonly triage?: Partial<TriageState>;
  readonly history?: Partial<HistoryReader>;
  /** A server that is in no dashboard in memory. */
  readonly without?: string | undefined;
  readonly failing?: string;
  readonly isEmpty?: boolean;
  /** Beginning of the memory, Unix ms. */
  readonly from?: number;
}

/** The past of the sample cluster at its newest moment; memory has a dashboard every ten seconds. */
async function pastOf({
  live = sample,
  triage = {},
  history,
  without,
  failing,
  isEmpty = false,
  from = memoryFrom,
}: Given = {}) {
  const clock = new ManualClock(memoryFrom);
  const ring = createRingTape(clock);
  for (let at = from; at <= from + 5 * MINUTE && !isEmpty; at += 10_000) {
    const body = dashboardJson((at - sampleStart) / MINUTE) as {
      data: { topology: { serverName: string }[] };
    };
    body.data.topology = body.data.topology.filter(({ serverName }) => serverName !== without);
    const failed = failing !== undefined && { status: 0, code: failing };
    ring.add(answerAt(at - sampleStart, failed ? '' : body, failed || {}));
  }
  const reader = history && { ...createHistoryReader(await openTestHistory()), ...history };
  const closed: string[] = [];
  let state = { ...calm, ...triage };
  let follow = () => {};
  const past = createPast({
    ring,
    clock,
    cluster: { getState: () => live, subscribe: () => () => {} },
    triage: {
      getState: () => state,
      subscribe(listener) {
        follow = listener;
        return () => {};
      },
    },
    history: () => reader,
    open(transport, time) {
      const session = openStillSession(plainTarget, transport, time);
      return { ...session, close: () => session.close().then(() => void closed.push('session')) };
    },
  });
  onTestFinished(async () => {
    past.close();
    await ring.close();
  });
  const show = (problems: readonly Problem[]) => {
    state = { ...state, problems };
    follow();
  };
  return { past, ring, clock, closed, show };
}

test('a moment shows the responses of that time, and of the live cluster only what held then, too', async () => {
  const { past, clock, closed } = await pastOf();
  const { waiting } = clock;
  const then = await past.at(moment, noInterest);
  const wanted = dashboardJson((moment - sampleStart) / MINUTE) as {
    data: { viewersStats: { total: { value: number } } };
  };
  expect(then.at).toBe(moment);
  expect(then.state.dashboard.value?.viewersStats?.total?.value).toBe(wanted.data.viewersStats.total.value);
  expect(then.state.session).toBe(sample.session);
  expect(then.state.history).toBe(sample.history);
  expect(then.state.clockSkew).toBe(sample.clockSkew);
  // None of its timers and clients is left.
  expect([clock.waiting, closed]).toEqual([waiting, ['session']]);
});

test('a dashboard that arrived a moment later is not shown', async () => {
  const { past } = await pastOf();
  const generatedAt = async (at: number) => (await past.at(at, noInterest)).state.dashboard.generatedAt;
  expect(await generatedAt(moment - 1)).toBe(await generatedAt(moment - 10_000));
  expect(await generatedAt(moment)).toBeGreaterThan((await generatedAt(moment - 1)) ?? 0);
});

test('data that a screen needs is requested', async () => {
  const { past } = await pastOf();
  const { state } = await past.at(moment, { ...noInterest, viewers: ['v_1'] });
  expect(state.viewers.error?.code).toBe('NOT_RECORDED');
});

test('events and journal entries end at that moment', async () => {
  const event = { kind: 'restart', subject: 'edge-1a', message: 'restarted' } as const;
  const events = [-1, 0, 1].map((after) => ({ ...event, at: moment + after }));
  // The clock of the server is ten seconds ahead.
  const { past } = await pastOf({ live: sampleState({ events, clockSkew: 10_000 }) });
  const { state } = await past.at(moment, noInterest);
  expect(state.events.map(({ at }) => at - moment)).toEqual([-1, 0]);
  const times = state.journal.items.map((item) => (item.kind === 'entry' ? item.entry.createDate : item.at));
  // One comes every twelve seconds.
  expect(Math.max(...times)).toBeGreaterThan(moment + 10_000 - 12_000);
  expect(Math.max(...times)).toBeLessThanOrEqual(moment + 10_000);
});

test('a server that was seen before and was missing then is gone since the first poll after that', async () => {
  const [lost] = sample.servers;
  const { past } = await pastOf({ without: lost?.name });
  const { state } = await past.at(moment, noInterest);
  const records = state.servers.filter(({ name }) => name === lost?.name);
  expect(records).toHaveLength(1);
  const seen = records[0]?.lastSeen ?? 0;
  expect(moment - seen).toBeLessThan(10_000);
  const missed = seen + 2_000;
  expect(records[0]).toMatchObject({ missingSince: missed, goneSince: missed });
  expect(new Set(state.servers.map(({ name }) => name)).size).toBe(state.servers.length);
  expect(state.servers.filter(({ goneSince }) => goneSince === undefined)).toHaveLength(
    sample.servers.filter(({ name }) => name !== lost?.name).length,
  );
});

test('a server that came later does not exist yet', async () => {
  const [first] = sample.servers;
  if (!first) throw new Error('the sample has servers');
  const live = sampleState({ servers: [...sample.servers, { ...first, name: 'edge-new' }] });
  const { past } = await pastOf({ live });
  const { state } = await past.at(moment, noInterest);
  expect(state.servers.map(({ name }) => name)).not.toContain('edge-new');
});

test('problems stand as they did then', async () => {
  const { past, clock, show } = await pastOf();
  const hot = sampleProblem({ key: 'hot', noticedAt: memoryFrom, reason: 'CPU at 91%' });
  show([hot]);
  await clock.advance(10_000);
  show([{ ...hot, ...wordsOnly({ reason: 'CPU at 97%' }) }]);
  await clock.advance(10_000);
  show([]);
  const reasons = async (after: number) =>
    (await past.at(memoryFrom + after, noInterest)).triage.problems.map(sentenceOf);
  expect(await reasons(9_999)).toEqual(['CPU at 91%']);
  expect(await reasons(10_000)).toEqual(['CPU at 97%']);
  expect(await reasons(20_000)).toEqual([]);
});

test('unwatched times are named', async () => {
  const { past } = await pastOf();
  await expect(past.at(memoryFrom - 1, noInterest)).rejects.toThrow(NOTHING);
  expect((await past.at(memoryFrom, noInterest)).at).toBe(memoryFrom);
  const { past: empty } = await pastOf({ isEmpty: true });
  await expect(empty.at(moment, noInterest)).rejects.toThrow(NOTHING);
});

test.each(['REFUSED', 'TIMEOUT_HEADERS'])(
  'a moment at which the cluster could not be reached says so: %s',
  async (failing) => {
    const { past } = await pastOf({ failing });
    expect((await past.at(moment, noInterest)).state.dashboard).toMatchObject({
      value: undefined,
      error: { code: failing },
    });
  },
);

test('a moment without a dashboard in memory was not watched, and leaves nothing open', async () => {
  const { past, ring, closed } = await pastOf({ isEmpty: true });
  ring.add(answerAt(moment - sampleStart, {}, { endpoint: 'topology', path: '/api/cluster/topology' }));
  await expect(past.at(moment, noInterest)).rejects.toThrow(NOTHING);
  expect(closed).toEqual(['session']);
});

test('the past begins with the memory, or with the stored time before it', async () => {
  const from = async (given: Given) => (await pastOf(given)).past.from;
  const stored = { range: () => ({ from: 1_000, to: 2_000 }) };
  expect(await from({})).toBe(memoryFrom);
  expect(await from({ history: {} })).toBe(memoryFrom);
  expect(await from({ history: stored })).toBe(1_000);
  expect(await from({ history: stored, isEmpty: true })).toBe(1_000);
  expect(await from({ isEmpty: true })).toBeUndefined();
  const future = { range: () => ({ from: sampleNow, to: sampleNow }) };
  expect(await from({ history: future })).toBe(memoryFrom);
});

test('the memory reports its size', async () => {
  const { past, ring } = await pastOf();
  const { bytes, limit } = ring.stats;
  expect(past.memory).toEqual({
    bytes,
    limit,
    changes: 0,
    changeBytes: 0,
    changeLimit: 2 * 1024 * 1024,
  });
});

const problems = [
  sampleProblem({
    key: 'b',
    noticedAt: 200,
    severity: 'warning',
    title: 'Server hot',
    reason: 'CPU at 97%',
  }),
];
const cleared = [sampleProblem({ key: 'a', noticedAt: 100, clearedAt: 150 })];

test('warnings and worse since the start are marked when they were raised, oldest first', async () => {
  const note = sampleProblem({ key: 'c', noticedAt: 150, severity: 'info' });
  const { past } = await pastOf({ triage: { problems: [...problems, note], cleared } });
  const marks = (from: number, to: number) => past.marks(from, to).map(({ at }) => at);
  expect(marks(0, 1_000)).toEqual([100, 200]);
  expect([marks(100, 200), marks(99, 199)]).toEqual([[200], [100]]);
  expect(past.marks(100, 200)).toMatchObject([
    { at: 200, severity: 'warning', label: 'Server hot: CPU at 97%' },
  ]);
  expect([past.problemBeside(100, 1)?.at, past.problemBeside(200, -1)?.at]).toEqual([200, 100]);
});

test('with a stored history the marks come from the history', async () => {
  const problem = sampleProblem({ title: 'Server hot', reason: 'stored' });
  const stored = { at: 50, until: 70, severity: 'critical', problem } as const;
  const mark = { at: 50, until: 70, severity: 'critical', label: 'Server hot: stored' };
  const history = { marks: () => [stored], markBeside: () => stored };
  const { past } = await pastOf({ triage: { problems, cleared }, history });
  expect([past.marks(0, 1_000), past.problemBeside(100, 1)]).toEqual([[mark], mark]);
});

test.each<[string, number, 1 | -1, number]>([
  ['before a gap', 1_000, 1, 1_000],
  ['in it, forward', 1_001, 1, 8_000],
  ['in it, back', 1_001, -1, 1_000],
  ['in the first round after it, forward', 7_999, 1, 8_000],
  ['in the first round after it, back', 7_999, -1, 1_000],
  ['after that', 8_000, -1, 8_000],
])('unwatched times are skipped: %s', async (_what, at, direction, beside) => {
  const gaps = () => [
    { resource: 'journal', from: 0, to: 100_000, reason: 'TIMEOUT' },
    { resource: 'watching', from: 1_000, to: 5_000, reason: 'NOT_WATCHED' },
  ];
  const { past } = await pastOf({ history: { gaps } });
  expect(past.watchedBeside(at, direction)).toBe(beside);
  const { past: unstored } = await pastOf();
  expect(unstored.watchedBeside(at, direction)).toBe(at);
});

test('times before the memory and its first seconds come from the stored history', async () => {
  const db = await openTestHistory();
  const writer = createHistoryWriter(db, { clock: new ManualClock(sampleNow), retention: defaultRetention });
  writer.take(sample, calm);
  const isStored = async (after: number, history: Given['history']) => {
    const { past } = await pastOf({ history, from: sampleNow });
    // Curves of the memory are those of the live cluster.
    return (await past.at(sampleNow + after, noInterest)).state.history !== sample.history;
  };
  const history = createHistoryReader(db);
  expect(await isStored(0, history)).toBe(true);
  expect(await isStored(2_999, history)).toBe(true);
  expect(await isStored(3_000, history)).toBe(false);
  expect(await isStored(0, {})).toBe(false);
  expect(await isStored(0, undefined)).toBe(false);
  const { past: partial, ring } = await pastOf({ history, isEmpty: true });
  // The memory has answers of that time, but no dashboard, which can be too large to keep.
  ring.add(answerAt(sampleNow - sampleStart, {}, { endpoint: 'topology', path: '/api/cluster/topology' }));
  expect((await partial.at(sampleNow + 60_000, noInterest)).state.history).not.toBe(sample.history);
  const { past: empty } = await pastOf({ history, isEmpty: true });
  expect((await empty.at(sampleNow + 60_000, noInterest)).at).toBe(sampleNow + 60_000);
});
