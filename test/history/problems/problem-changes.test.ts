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
  const [worst, milder] = [say('critical', 99, 300), say('critical', 97)];
  for (const [nth, one] of [
    say('warning', 91),
    say('warning', 95),
    worst,
    milder,
    say('warning', 92),
  ].entries())
    problems.keep([one], at(10 * nth));
  problems.keep([], at(50));
  return { db, problems };
}
const then = ({ at: read }: ReturnType<typeof createProblemStore>, ...seconds: readonly number[]) =>
  seconds.map((second) =>
    read(at(second))
      .map((one) => [one.severity, sentenceOf(one), viewersHit(one.hit) ?? ''].join(' ').trim())
      .join(),
  );

test('a problem has the severity, figures and viewers of each moment', async () => {
  const { problems } = await history();
  expect(then(problems, -1, 0, 19, 20, 35, 45, 50)).toEqual([
    '',
    'warning edge-1a: CPU 91%',
    'warning edge-1a: CPU 95%',
    'critical edge-1a: CPU 99% 300',
    'critical edge-1a: CPU 97%',
    'warning edge-1a: CPU 92%',
    '',
  ]);
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
  const insert = 'INSERT OR REPLACE INTO problem_change (problem, at, whole, data) VALUES (?, ?, 0, ?)';
  db.sql(insert).run(Number(change?.problem), Number(change?.at), alone);
  expect(then(problems, 15)).toEqual(['warning edge-1a: CPU 93%']);
});

test('figures go with the full resolution; severities stay as long as the problem', async () => {
  const { db, problems } = await history();
  pruneHistory(db, defaultRetention, at(60) + defaultRetention.raw);
  expect(then(problems, 35, 45)).toEqual(['critical edge-1a: CPU 99% 300', 'warning edge-1a: CPU 92%']);
  pruneHistory(db, defaultRetention, at(60) + defaultRetention.quarter);
  expect(db.sql('SELECT COUNT(*) AS rows FROM problem_change').get()).toEqual({ rows: 0 });
});

test('a restart within a problem loses none of its moments', async () => {
  const db = await openTestHistory();
  createProblemStore(db).keep([say('critical', 99)], at(0));
  const next = createProblemStore(db);
  next.keep([say('warning', 92)], at(60));
  next.seen(at(70));
  expect(then(next, 30, 60)).toEqual(['critical edge-1a: CPU 99%', 'warning edge-1a: CPU 92%']);
  expect(next.read(0, at(90))).toMatchObject([{ worst: 'critical' }]);
});

test('a clock with fractions of a ms, as of a replay, is stored in whole ones', async () => {
  const { problems } = await history();
  problems.keep([say('warning', 91)], at(60) + 0.25);
  expect(then(problems, 60)).toEqual(['warning edge-1a: CPU 91%']);
});
