import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { SECOND_MS } from '../../../src/base/durations.ts';
import { createProblemStore } from '../../../src/history/problems/problem-store.ts';
import { defaultRetention, pruneHistory } from '../../../src/history/retention.ts';
import { beginningAt, viewersHit } from '../../../src/triage/problem.ts';
import { atRisk, cpuAt, sampleProblem, sentenceOf } from '../../support/sample-problem.ts';
import { sampleNow } from '../../support/sample-state.ts';
import { openTestHistory } from '../rig.ts';

const noticedAt = sampleNow;
const at = (second: number) => sampleNow + second * SECOND_MS;
const say = (severity: 'info' | 'warning' | 'critical', cpu: number, viewers?: number) =>
  sampleProblem({ since: sampleNow, noticedAt, severity, hit: atRisk(viewers) }, cpuAt(cpu));

/** CPU rises, becomes critical with viewers at risk, falls, and clears after 50 s. */
async function history() {
  const db = await openTestHistory();
  const problems = createProblemStore(db);
  problems.keep([say('warning', 91)], at(0));
  problems.keep([say('warning', 95)], at(10));
  problems.keep([say('critical', 99, 300)], at(20));
  problems.keep([say('critical', 97)], at(30));
  problems.keep([say('warning', 92)], at(40));
  problems.keep([], at(50));
  return { db, problems };
}
const then = ({ at: read }: ReturnType<typeof createProblemStore>, second: number) =>
  read(at(second)).map((problem) => [problem.severity, sentenceOf(problem), viewersHit(problem.hit)]);

test.each([
  [-1, []],
  [0, [['warning', 'edge-1a: CPU 91%', undefined]]],
  [19, [['warning', 'edge-1a: CPU 95%', undefined]]],
  [20, [['critical', 'edge-1a: CPU 99%', 300]]],
  [35, [['critical', 'edge-1a: CPU 97%', undefined]]],
  [45, [['warning', 'edge-1a: CPU 92%', undefined]]],
  [50, []],
])('after %i s a problem has the severity, figures and viewers of that moment', async (second, expected) => {
  const { problems } = await history();
  expect(then(problems, second)).toEqual(expected);
});

test('an unchanged problem adds nothing, and one that only changes its figures adds no names', async () => {
  const { db, problems } = await history();
  const rows = () => db.sql('SELECT data, whole FROM problem_change ORDER BY at').all();
  expect(rows().map(({ whole }) => whole)).toEqual([1, 0, 1, 0, 1]);
  const lengths = rows().map(({ data }) => (data as Uint8Array).length);
  expect(lengths[1]).toBeLessThan((lengths[0] ?? 0) / 4);
  const again = { ...say('info', 9), noticedAt: at(60), since: beginningAt(at(60)) };
  problems.keep([again], at(60));
  problems.keep([{ ...again }], at(70));
  expect(rows()).toHaveLength(6);
});

test('a change that an earlier version wrote by itself is read', async () => {
  const { db, problems } = await history();
  const [whole, change] = db.sql('SELECT problem, at, data FROM problem_change ORDER BY at').all();
  const dictionary = Buffer.from(String(whole?.data));
  const alone = deflateRawSync(String(whole?.data).replace(':91', ':93'), { dictionary });
  db.sql('INSERT OR REPLACE INTO problem_change (problem, at, whole, data) VALUES (?, ?, 0, ?)').run(
    Number(change?.problem),
    Number(change?.at),
    alone,
  );
  expect(then(problems, 15)).toEqual([['warning', 'edge-1a: CPU 93%', undefined]]);
});

test('figures go with the full resolution; severities stay as long as the problem', async () => {
  const { db, problems } = await history();
  pruneHistory(db, defaultRetention, at(60) + defaultRetention.raw);
  expect(then(problems, 35)).toEqual([['critical', 'edge-1a: CPU 99%', 300]]);
  expect(then(problems, 45)).toEqual([['warning', 'edge-1a: CPU 92%', undefined]]);
  pruneHistory(db, defaultRetention, at(60) + defaultRetention.quarter);
  expect(db.sql('SELECT COUNT(*) AS rows FROM problem_change').get()).toEqual({ rows: 0 });
});

test('a restart within a problem loses none of its moments', async () => {
  const db = await openTestHistory();
  createProblemStore(db).keep([say('critical', 99)], at(0));
  const next = createProblemStore(db);
  next.keep([say('warning', 92)], at(60));
  next.seen(at(70));
  expect(then(next, 30)).toEqual([['critical', 'edge-1a: CPU 99%', undefined]]);
  expect(then(next, 60)).toEqual([['warning', 'edge-1a: CPU 92%', undefined]]);
  expect(next.read(0, at(90))).toMatchObject([{ worst: 'critical' }]);
});

test('a clock with fractions of a ms, as of a replay, is stored in whole ones', async () => {
  const { problems } = await history();
  problems.keep([say('warning', 91)], at(60) + 0.25);
  expect(then(problems, 60)).toEqual([['warning', 'edge-1a: CPU 91%', undefined]]);
});
