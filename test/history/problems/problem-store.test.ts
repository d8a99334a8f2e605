import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/base/durations.ts';
import { createProblemStore } from '../../../src/history/problems/problem-store.ts';
import { beginningAt, problemSchema, viewersHit } from '../../../src/triage/problem.ts';
import { everyKind } from '../../support/every-kind.ts';
import { atRisk, cpuAt, samplePart, sampleProblem, sentenceOf } from '../../support/sample-problem.ts';
import { sampleNow } from '../../support/sample-state.ts';
import { openTestHistory } from '../rig.ts';

const hot = sampleProblem({ severity: 'warning', since: sampleNow, noticedAt: sampleNow + SECOND_MS });
const all = [0, Number.MAX_SAFE_INTEGER] as const;

async function store() {
  const db = await openTestHistory();
  const problems = createProblemStore(db);
  /** When each stored problem was noticed and when it cleared, in seconds of the sample. */
  const spans = () =>
    problems.read(...all).map(({ noticedAt, clearedAt }) => [noticedAt, clearedAt].map(secondOf));
  return { db, problems, spans };
}

const secondOf = (at: number | undefined) => at && (at - sampleNow) / SECOND_MS;
/** The hot server, noticed in this second of the sample. */
const hotAt = (second: number) => {
  const at = sampleNow + second * SECOND_MS;
  return { ...hot, since: beginningAt(at), noticedAt: at };
};

test.each([
  ['more, then fewer', [10, 70, 20], 70],
  ['known late', [undefined, 5], 5],
  ['no longer known', [5, undefined], 5],
  ['none', [0], 0],
  ['never known', [undefined, undefined], undefined],
])('a problem keeps the highest number of viewers at risk: %s', async (_what, viewers, most) => {
  const { problems } = await store();
  for (const [second, count] of viewers.entries())
    problems.keep([{ ...hot, hit: atRisk(count) }], sampleNow + second * SECOND_MS);
  expect(problems.read(...all).map(({ hit }) => viewersHit(hit))).toEqual([most]);
});

test('a problem keeps the words of its worst moment, and the first of equally bad ones', async () => {
  const { problems } = await store();
  const say = (severity: 'info' | 'warning' | 'critical', cpu: number, second: number) =>
    problems.keep([{ ...hot, ...cpuAt(cpu), severity }], sampleNow + second * SECOND_MS);
  const told = () => problems.read(...all).map((one) => `${one.severity}, ${one.worst}: ${sentenceOf(one)}`);
  say('warning', 91, 1);
  say('warning', 92, 2);
  expect(told()).toEqual(['warning, warning: edge-1a: CPU 91%']);
  say('critical', 99, 3);
  say('warning', 93, 4);
  say('info', 50, 5);
  expect(told()).toEqual(['info, critical: edge-1a: CPU 99%']);
});

test('an unchanged problem is not written again; a sign that it still stands updates when it was last seen', async () => {
  const { db, problems } = await store();
  problems.keep([hot], sampleNow);
  db.sql("UPDATE problem SET worst = 'info'").run();
  problems.keep([hot], sampleNow + SECOND_MS);
  expect(problems.read(...all)).toMatchObject([{ worst: 'info', seenAt: sampleNow }]);
  problems.seen(sampleNow + 7 * SECOND_MS);
  expect(problems.read(...all)).toMatchObject([{ seenAt: sampleNow + 7 * SECOND_MS, clearedAt: undefined }]);
});

test('a problem that is raised again is a new one, and ends the first', async () => {
  const { problems, spans } = await store();
  problems.keep([hot], sampleNow);
  problems.keep([hotAt(60)], sampleNow + MINUTE_MS);
  expect(spans()).toEqual([
    [1, 60],
    [60, undefined],
  ]);
});

test('a program that restarts soon continues standing problems; later they are new problems', async () => {
  for (const [second, begins] of [
    [299.999, [1]],
    [300, [1, 300]],
  ] as const) {
    const { db, problems, spans } = await store();
    problems.keep([hot], sampleNow);
    createProblemStore(db).keep([hotAt(second)], sampleNow + second * SECOND_MS);
    expect(spans().map(([begin]) => begin)).toEqual(begins);
  }
});

test('a continued problem keeps its beginning unless the program now knows an earlier one', async () => {
  const before = { at: sampleNow, known: 'before' } as const;
  for (const [known, since, expected] of [
    [hot.since, beginningAt(sampleNow + 60_000), hot.since],
    [before, beginningAt(sampleNow + 60_000), before],
    [hot.since, beginningAt(sampleNow - 60_000), beginningAt(sampleNow - 60_000)],
  ] as const) {
    const { db, problems } = await store();
    problems.keep([{ ...hot, since: known }], sampleNow);
    createProblemStore(db).keep([{ ...hot, since, noticedAt: sampleNow + 60_000 }], sampleNow + 60_000);
    const [stored, ...others] = problems.read(...all);
    expect(others).toEqual([]);
    expect(stored).toMatchObject({ noticedAt: hot.noticedAt, since: expected });
  }
});

test('a problem that had ended is a new one after a restart, however soon it comes', async () => {
  const { db, problems, spans } = await store();
  problems.keep([hot], sampleNow);
  const later = createProblemStore(db);
  later.keep([hotAt(10)], sampleNow + 10_000);
  later.keep([], sampleNow + 20_000);
  later.keep([hotAt(30)], sampleNow + 30_000);
  expect(spans()).toEqual([
    [1, 20],
    [30, undefined],
  ]);
});

test('a problem that does not return within five minutes of watching ended when it was last seen; one that returned stands', async () => {
  const { db, problems } = await store();
  const gone = { ...hot, key: 'gone' };
  problems.keep([hot, gone], sampleNow);
  const later = createProblemStore(db);
  const start = sampleNow + 10_000;
  later.keep([{ ...hot, noticedAt: start }], start);
  const ends = () => Object.fromEntries(problems.read(...all).map(({ key, clearedAt }) => [key, clearedAt]));
  later.seen(start + 5 * MINUTE_MS - 1);
  expect(ends()).toEqual({ [hot.key]: undefined, gone: undefined });
  later.seen(start + 5 * MINUTE_MS);
  expect(ends()).toEqual({ [hot.key]: undefined, gone: sampleNow });
});

test('a problem from second 0 to 60 is read where it stood within a range', async () => {
  const { problems } = await store();
  problems.keep([hot], sampleNow);
  problems.keep([], sampleNow + MINUTE_MS);
  const found = (from: number, to: number) =>
    problems.read(sampleNow + from * SECOND_MS, sampleNow + to * SECOND_MS).length;
  expect([found(-20, 0), found(10, 20), found(59, 80)]).toEqual([1, 1, 1]);
  expect([found(-20, -10), found(60, 80)]).toEqual([0, 0]);
});

test('marks are warnings and worse at the time they were raised, and the next and the last one are found', async () => {
  const { problems } = await store();
  const raised = (second: number, severity: 'info' | 'warning') =>
    sampleProblem({ key: `${second}`, severity, noticedAt: sampleNow + second * 1_000 });
  problems.keep([raised(10, 'warning'), raised(20, 'info'), raised(30, 'warning')], sampleNow + 30_000);
  const seconds = (from: number, to: number) =>
    problems.marks(sampleNow + from * 1_000, sampleNow + to * 1_000).map(({ at }) => secondOf(at));
  expect([seconds(0, 60), seconds(10, 30), seconds(9, 29)]).toEqual([[10, 30], [30], [10]]);
  expect(problems.marks(...all)[0]).toEqual({
    at: sampleNow + 10_000,
    until: sampleNow + 30_000,
    severity: 'warning',
    problem: expect.objectContaining({ key: '10', subject: { kind: 'server', name: 'edge-1a' } }),
  });
  const beside = (direction: 1 | -1, ...seconds: readonly number[]) =>
    seconds.map((second) => secondOf(problems.markBeside(sampleNow + second * 1_000, direction)?.at));
  expect([beside(1, 0, 10, 30), beside(-1, 60, 30, 10)]).toEqual([
    [10, 30, undefined],
    [30, 10, undefined],
  ]);
  expect(problems.markBeside(sampleNow, 1)).toEqual(problems.marks(...all)[0]);
});

test('of more problems than a time line has place for, the newest of the worst are marked', async () => {
  const { problems } = await store();
  const keys = [...Array(1_000).keys()];
  const many = keys.map((second) => {
    const severity = second === 1 ? 'critical' : 'warning';
    return sampleProblem({ key: `${second}`, severity, noticedAt: sampleNow + second * 1_000 });
  });
  problems.keep(many, sampleNow + HOUR_MS);
  const marked = problems.marks(sampleNow - 1, sampleNow + HOUR_MS).map(({ problem }) => Number(problem.key));
  expect(marked).toEqual([1, ...keys.slice(1 - marked.length)]);
  expect(marked.length).toBeLessThanOrEqual(300);
});

test.each(Object.values(everyKind))('a problem of the kind $kind is read as it was stored', async (kind) => {
  const { problems } = await store();
  const part = samplePart({ severity: 'warning', subject: { kind: 'server', name: 'edge-2' } }, kind);
  const folded = { count: 2, first: [{ ...part, parent: 'all' }], worst: part };
  const cpu = { figure: 'cpu', unit: 'percent', series: 'server/edge-1a/cpu', value: 97 } as const;
  const measure = { ...cpu, limit: null, trend: 'rising' } as const;
  const parts = ['ingest', 'delivery', 'control plane', 'limits'] as const;
  const problem = sampleProblem({ folded, parts, measure }, kind);
  problems.keep([problem], sampleNow);
  expect(problems.read(...all)).toMatchObject([problem]);
});

test('a problem with a time that is no date is not read', () => {
  const problem = sampleProblem({ noticedAt: 8.64e15 });
  expect(problemSchema.safeParse(problem).success).toBe(true);
  expect(problemSchema.safeParse({ ...problem, noticedAt: 8.65e15 }).success).toBe(false);
});
