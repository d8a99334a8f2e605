import { expect, test } from 'vitest';
import { isLong } from '../support/long.ts';
import type { Row } from '../triage-score/reading.ts';
import failing from './failing.json' with { type: 'json' };
import { chosen, isWhole, linesOf } from './watch.ts';

/** A relation that must hold in drawn worlds, and in how many of them it does not yet. */

/** Small ones, which are watched each time: a transcoder gone, one throttled, publishers refused. */
const small = { gone: 11, throttled: 12, refused: 31 };
const few = Object.values(small);
const all = [...few, ...Array.from({ length: 50 }, (_, n) => n + 1).filter((seed) => !few.includes(seed))];
/** Fifty worlds take minutes, ms; what takes longer than this hangs. */
const MOST_MS = 3_600_000;
/** Two verdicts that should agree. */
export interface Violation {
  readonly why: string;
  /** Second of the world. */
  readonly t: number;
  readonly one: readonly string[];
  readonly other: readonly string[];
}

type Check = (seed: number) => Promise<Violation | undefined>;

export const relation = (name: keyof typeof failing, check: Check) => holdsIn(few, name, check);

/** One for which a world must be watched again looks at one of the small ones in `npm test`. */
export const relationAgain = (world: keyof typeof small, name: keyof typeof failing, check: Check) =>
  holdsIn([small[world]], name, check);

function holdsIn(usual: readonly number[], name: keyof typeof failing, check: Check): void {
  test(
    name,
    async () => {
      const seeds = chosen ? all.filter(chosen) : [...(isLong ? all : usual)];
      const found: string[] = [];
      for (const seed of seeds) {
        const violation = await check(seed);
        if (violation) found.push(wordsOf(seed, violation));
      }
      const text = found.join('\n');
      if (isWhole) console.log(`${name}: ${found.length} of ${seeds.length}\n${text}`);
      const { of50, of3 } = failing[name];
      if (!chosen) expect(found.length, text).toBeLessThanOrEqual(isLong ? of50 : of3);
    },
    MOST_MS,
  );
}

/** The violation of two verdicts at a moment. */
export const between = (why: string, t: number, one: readonly Row[], other: readonly Row[]): Violation => ({
  why,
  t,
  one: linesOf(one),
  other: linesOf(other),
});

function wordsOf(seed: number, { why, t, one, other }: Violation): string {
  const list = (lines: readonly string[]) => (lines.length === 0 ? ['nothing'] : lines).join('\n      ');
  return `  seed ${seed} at ${Math.round(t)} s: ${why}\n    one:\n      ${list(one)}\n    other:\n      ${list(other)}`;
}
