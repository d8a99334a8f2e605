import { expect } from 'vitest';
import { checkCluster } from '../../src/cli/check/cluster.ts';
import type { Verdict } from '../../src/cli/check/verdict.ts';
import type { ClusterState } from '../../src/cluster/state.ts';
import { createTriage, type TriageState } from '../../src/triage/engine.ts';
import { journalEvidence } from '../../src/triage/evidence.ts';
import { type Problem, ruleOf, viewersHit } from '../../src/triage/problem.ts';
import { mergeThresholds } from '../../src/triage/thresholds.ts';
import { subjectName } from '../../src/views/problems/problems.ts';
import { problemSentence } from '../../src/views/problems/words.ts';
import { watchLive } from '../support/live.ts';
import { type Cell, cells, type TrueProblem, type Truth } from './truths.ts';

/** The text of a cell of the table, and whether it is what the truth asks for. */
export interface Found {
  readonly text: string;
  readonly met: boolean;
}

/** A problem some time after it was raised, when there was time to read it. */
interface Reading {
  readonly problem: Problem;
  /** Seconds after the start at which it was raised. */
  readonly raised: number;
  /** The journal lines of its evidence, best first. */
  readonly evidence: readonly string[];
}

/** Time that a problem may need to tell everything, ms: streams are swept once a minute. */
const SETTLES = 65_000;
/** The lines that an operator reads. */
const LINES = 3;
const SINCE_S = 10;
const TOLERANCE = 0.15;

export interface Run {
  readonly readings: readonly Reading[];
  readonly last: TriageState;
  readonly verdict: Verdict;
  /** Unix ms. */
  readonly start: number;
}

/** Watches a scenario over HTTP in accelerated time, and runs `check` at the end. */
export async function runTruth({ scenario, watched }: Truth): Promise<Run> {
  const live = await watchLive(scenario, 1);
  try {
    const thresholds = mergeThresholds();
    const triage = createTriage({ thresholds });
    const start = live.clock.now();
    const readings = new Map<string, Reading>();
    await live.run(1000 * watched, (state, now, elapsed) => {
      const { problems } = triage.step(state, now);
      expect(sharesAbove100(problems)).toEqual([]);
      for (const problem of problems) {
        const raised = readings.get(problem.key)?.raised ?? elapsed / 1000;
        if (elapsed - 1000 * raised > SETTLES || problem.severity === 'info') continue;
        readings.set(problem.key, { problem, raised, evidence: evidenceOf(state, problem) });
      }
    });
    const plan = { polls: 2, intervalMs: 2_000, timeoutMs: 60_000, thresholds, ranges: noRanges };
    const target = { name: scenario, url: live.simulator.url, journalPatterns: [] };
    const verdict = await live.until(checkCluster(live.connection, target, live.clock, plan));
    return { readings: [...readings.values()], last: triage.state(), verdict, start };
  } finally {
    await live.close();
  }
}

/** What is said to be lost of more than there was: nothing may be. */
function sharesAbove100(problems: readonly Problem[]): string[] {
  return problems.flatMap((problem) => {
    if (problem.kind !== 'loss') return [];
    const { lost, before, losers } = problem.facts;
    const all = [{ lost, had: before }, ...losers.first];
    return all.filter((one) => one.lost > one.had).map((one) => `${problem.key}: ${one.lost} of ${one.had}`);
  });
}

const noRanges = { warn: new Map(), crit: new Map() };

function evidenceOf(state: ClusterState, problem: Problem): readonly string[] {
  return journalEvidence(state, problem, LINES).entries.map(({ item }) => item.entry.message ?? '');
}

/** The reading that belongs to a true problem: that of its object if there is one, otherwise the first of its rules. */
function readingOf({ readings }: Run, { rules, object }: TrueProblem): Reading | undefined {
  const raised = readings.filter(({ problem }) => rules.includes(ruleOf(problem)));
  return raised.find(({ problem }) => subjectName(problem.subject) === object) ?? raised[0];
}

/** The cells of a true problem; all are wrong if it was not raised. */
export function judgeProblem(run: Run, truth: TrueProblem, place: number): Readonly<Record<Cell, Found>> {
  const reading = readingOf(run, truth);
  const asked = { viewers: truth.viewers, streams: truth.streams };
  if (!reading) {
    const isAsked = (cell: Cell) => !(cell in asked) || asked[cell as keyof typeof asked] !== undefined;
    const none = cells.map((cell) => [cell, isAsked(cell) ? { text: 'not raised', met: false } : unasked]);
    return Object.fromEntries(none);
  }
  const { problem, raised, evidence } = reading;
  const detected = raised - truth.begins;
  const since = (problem.since.at - run.start) / 1000 - truth.begins;
  const object = subjectName(problem.subject);
  const line = evidence.findIndex((message) => message.includes(truth.cause));
  return {
    detected: { text: seconds(detected), met: detected <= truth.within },
    object: { text: object, met: object === truth.object },
    since: { text: seconds(since), met: Math.abs(since) <= SINCE_S },
    viewers: amount(truth.viewers, cutOffBy(problem) ?? viewersHit(problem.hit)),
    streams: amount(truth.streams, streamsIn(problem, truth.streams)),
    cause: { text: line < 0 ? 'not among 3' : `line ${line + 1}`, met: line >= 0 },
    first: placeOf(run, problem, truth, place),
  };
}

const unasked: Found = { text: '·', met: true };

function seconds(value: number): string {
  return `${value.toFixed(0)} s`;
}

function amount(expected: number | undefined, found: number | undefined): Found {
  if (expected === undefined) return unasked;
  if (found === undefined) return { text: `— of ${expected}`, met: false };
  const met = Math.abs(found - expected) <= TOLERANCE * expected;
  return { text: `${found} of ${expected}`, met };
}

/** The number of streams in a problem's words; the correct one if it is among them. */
function streamsIn(problem: Problem, expected: number | undefined): number | undefined {
  if (problem.subject.kind === 'stream') return 1;
  const numbers = [...problemSentence(problem).matchAll(/(\d[\d,]*) (?:\w+ )?streams?\b/g)].map(
    ([, digits = '']) => Number(digits.replaceAll(',', '')),
  );
  return numbers.find((number) => number === expected) ?? numbers[0];
}

/** The position in the list at the end; cleared problems are not judged. */
function placeOf({ last }: Run, { key }: Problem, { stands }: TrueProblem, place: number): Found {
  const index = last.problems.findIndex((one) => one.key === key);
  if (index < 0) return { text: 'cleared', met: !stands };
  return { text: `${index + 1}.`, met: index === place };
}

/** Keys of problems that belong to no true problem. */
export function falseProblems(run: Run, { problems }: Truth): readonly string[] {
  const accounted = new Set(problems.map((truth) => readingOf(run, truth)?.problem.key));
  // Effects of a true problem are true.
  const isTrue = ({ key, incident }: Problem) => accounted.has(key) || accounted.has(incident?.root);
  return run.readings.flatMap(({ problem }) => (isTrue(problem) ? [] : problem.key));
}

/** Viewers whom an outage cut off, whether they are back or not. */
const cutOffBy = (problem: Problem): number | undefined =>
  problem.kind === 'server-gone' && problem.facts.of !== 'many'
    ? problem.facts.after.viewers?.hit
    : undefined;
