import { createHash } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { logProblems, MAX_PACKED_BYTES } from '../../../src/session/past/problem-log.ts';
import { noTriage } from '../../../src/triage/engine.ts';
import type { Problem, Severity } from '../../../src/triage/problem.ts';
import { worstFirst } from '../../../src/triage/rank.ts';
import { defaultThresholds } from '../../../src/triage/thresholds.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { sampleProblem, sentenceOf } from '../../support/sample-problem.ts';

function problem(key: string, severity: Severity, noticedAt: number, reason = ''): Problem {
  const subject = { kind: 'stream', id: key, streamKey: key } as const;
  return sampleProblem({
    key,
    rule: 'stream-flap',
    severity,
    subject,
    title: 'Stream flaps',
    reason,
    since: noticedAt,
    noticedAt,
  });
}

/** A log of a triage whose problems the test sets. */
function logged(problems: readonly Problem[] = []) {
  const clock = new ManualClock();
  let state = { ...noTriage(defaultThresholds), problems };
  let tell = () => {};
  const log = logProblems(
    {
      getState: () => state,
      subscribe: (listener) => {
        tell = listener;
        return () => {};
      },
    },
    clock,
  );
  return {
    clock,
    log,
    show(problems: readonly Problem[]): void {
      state = { ...state, problems: [...problems].sort(worstFirst) };
      tell();
    },
  };
}

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Used memory with buffers, bytes. */
function liveBytes(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test('1,500 problems whose words change at each poll stay within the limit', () => {
  const { clock, log, show } = logged();
  const fired = clock.now();
  for (let poll = 0; poll < 100; poll++) {
    clock.jumpWall(2_000);
    show(
      Array.from({ length: 1_500 }, (_, index) => {
        const words = createHash('sha256').update(`${poll} ${index}`).digest('hex');
        return problem(`p${index}`, 'warning', fired, words);
      }),
    );
    expect(log.packedBytes).toBeLessThanOrEqual(MAX_PACKED_BYTES);
  }
  expect(log.at(clock.now())).toHaveLength(1_500);
  expect(log.at(clock.now() - 150_000), 'so old that it is not known').toBeUndefined();
});

test('ten problems whose figures change at each poll are known for the whole hour', () => {
  const { clock, log, show } = logged();
  const fired = clock.now();
  for (let poll = 0; poll < 1_800; poll++) {
    clock.jumpWall(2_000);
    show(Array.from({ length: 10 }, (_, index) => problem(`p${index}`, 'warning', fired, `CPU at ${poll}`)));
  }
  const [then] = log.at(clock.now() - 3_500_000) ?? [];
  expect(sentenceOf(then)).toBe('CPU at 49');
});

test('rows that stand for many streams are packed as early as single streams', () => {
  const { clock, log, show } = logged();
  const reason = (poll: number) => `${'its publisher comes back and goes again, '.repeat(10)} ${poll} times`;
  const parts = (poll: number) =>
    Array.from({ length: 20 }, (_, index) => problem(`s${index}`, 'warning', 0, reason(poll)));
  for (let poll = 0; poll < 900; poll++) {
    clock.jumpWall(2_000);
    const row = problem('row', 'warning', 0, `${poll}`);
    show([{ ...row, folded: { count: 50, first: parts(poll) } }]);
  }
  expect(log.packedBytes).toBeGreaterThan(10_000);
  expect(log.at(clock.now() - 1_600_000)?.[0]?.folded?.first).toHaveLength(20);
});

test('problems that stood at the beginning are known from then on', () => {
  const first = problem('first', 'warning', 0);
  const { clock, log, show } = logged([first]);
  expect(log.at(clock.now())).toEqual([first]);
  clock.jumpWall(2_000);
  show([]);
  expect([log.at(clock.now() - 1), log.at(clock.now())]).toEqual([[first], []]);
});

test('only changes are stored, however often the same state is added', () => {
  const { clock, log, show } = logged();
  const standing = [problem('a', 'warning', 0), problem('b', 'warning', 0)];
  show(standing);
  expect(log.size).toBe(2);
  for (let poll = 0; poll < 10; poll++) {
    clock.jumpWall(2_000);
    show([...standing]);
  }
  expect(log.size).toBe(2);
  show(standing.slice(0, 1));
  expect(log.size).toBe(3);
});

test('each moment of an hour is known as it was, with problems that came and went', () => {
  const { clock, log, show } = logged();
  const truth = new Map<number, readonly Problem[]>();
  for (let poll = 0; poll < 1_800; poll++) {
    clock.jumpWall(2_000);
    const standing = Array.from({ length: 5 + (poll % 7) }, (_, index) =>
      problem(`p${index}`, index > 5 ? 'critical' : 'warning', index, index < 3 ? `CPU at ${poll}` : 'hot'),
    );
    show(standing);
    truth.set(clock.now(), standing.sort(worstFirst));
  }
  for (const [at, standing] of truth) if (at % 17 === 0) expect(log.at(at + 1_999)).toEqual(standing);
});

test('an hour of long words that change at each poll takes little memory', () => {
  const { clock, log, show } = logged();
  const words = 'a stream of this server brings in less than it usually does. '.repeat(10);
  const before = liveBytes();
  for (let poll = 0; poll < 1_800; poll++) {
    clock.jumpWall(2_000);
    const reason = (index: number) => `${words.replaceAll('a', `${index}`)} ${poll}`;
    show(Array.from({ length: 10 }, (_, index) => problem(`p${index}`, 'warning', 0, reason(index))));
  }
  expect(liveBytes() - before).toBeLessThan(2e7);
  expect(log.at(clock.now() - 60_000)).toHaveLength(10);
});

test('the standing problems and their severity are known for each moment', () => {
  const severities = fc.constantFrom<Severity | undefined>('info', 'warning', 'critical', undefined);
  fc.assert(
    fc.property(fc.array(fc.tuple(...Array.from({ length: 4 }, () => severities))), (polls) => {
      const { clock, log, show } = logged();
      const truth: [at: number, keys: string[]][] = [];
      for (const poll of polls) {
        clock.jumpWall(2_000);
        const standing = poll.flatMap((severity, index) =>
          severity ? [problem(`p${index}`, severity, 0)] : [],
        );
        show(standing);
        truth.push([clock.now(), standing.sort(worstFirst).map(({ key, severity }) => `${key} ${severity}`)]);
      }
      for (const [at, keys] of truth) {
        expect(log.at(at + 1_999)?.map(({ key, severity }) => `${key} ${severity}`)).toEqual(keys);
      }
    }),
  );
});
