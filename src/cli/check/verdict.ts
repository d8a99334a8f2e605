import { oneLine } from '../../base/safe-text.ts';
import type { LimitClimb } from '../../triage/memory/climbs.ts';
import type { Problem } from '../../triage/problem.ts';
import { severityRank } from '../../triage/rank.ts';
import { climbLines, climbsJson } from '../../views/formats/climbs.ts';
import type { Figure } from '../../views/metrics/performance.ts';
import { problemJson } from '../../views/problems/json.ts';
import { byWords, problemInFull } from '../../views/problems/words.ts';
import { checkExit } from '../exit-codes.ts';

export type CheckStatus = keyof typeof checkExit;

export interface Verdict {
  readonly status: CheckStatus;
  /** One sentence, not yet made safe; formatting does that. */
  readonly summary: string;
  /**
   * Critical problems and warnings, worst first. Acknowledged ones are marked and count, because a known outage is
   * still an outage.
   */
  readonly problems: readonly Problem[];
  /** Figures that rise towards their limits, by the key of their series. */
  readonly climbs: ReadonlyMap<string, LimitClimb>;
  /** What can only be judged over time, in words. */
  readonly notJudged: readonly string[];
  /** What was not read although a verdict needs it, in words. */
  readonly unread: readonly string[];
  /** What was not read and would hardly change the verdict: one sentence each. */
  readonly remarks: readonly string[];
  readonly figures: readonly Figure[];
  readonly polls: number;
  readonly cluster: { readonly name: string; readonly url: string } | undefined;
  /** Unix ms. */
  readonly at: number;
  /** Of a verdict about the past: when it was given, Unix ms. */
  readonly generatedAt?: number;
}

/** Most further lines, because monitoring systems truncate long output anyway. */
const MOST_LINES = 20;
/** Most characters of one line. */
const MAX_TEXT_CHARACTERS = 300;
/** A line that is too long is cut after a word, unless that word alone is longer than this. */
const LONG_WORD = 60;

/** The verdict if nothing could be judged. `at` is Unix ms. */
export function unknownVerdict(summary: string, at: number): Verdict {
  return {
    status: 'UNKNOWN',
    summary,
    problems: [],
    climbs: new Map(),
    notJudged: [],
    unread: [],
    remarks: [],
    figures: [],
    polls: 0,
    cluster: undefined,
    at,
  };
}

/**
 * Critical before unknown before warning: a known critical problem is never hidden, and a warning must not hide
 * that something could not be judged.
 */
export function verdictStatus(
  problems: readonly Pick<Problem, 'severity'>[],
  unread: readonly string[],
): CheckStatus {
  const worst = Math.max(-1, ...problems.map(({ severity }) => severityRank[severity]));
  if (worst >= severityRank.critical) return 'CRITICAL';
  if (unread.length > 0) return 'UNKNOWN';
  return worst >= severityRank.warning ? 'WARNING' : 'OK';
}

/**
 * In the format of monitoring plugins: `CASTWATCH CRITICAL - 2 incidents: … | viewers=8410;24840;27048;0;27600 …`.
 * Nothing else without `-v`. With one `-v`, further problems and rising figures on the same line; with two, each on
 * its own line, and everything that was not read; with three, also what was done. Text of servers cannot add a line
 * break or a `|`.
 */
export function verdictText(verdict: Verdict, verbosity = 0): string {
  const figures = performanceText(verdict.figures);
  const { problems, climbs, notJudged } = detailsOf(verdict);
  const summary = harmless(
    [verdict.summary, ...(verbosity === 1 ? [...problems, ...climbs, ...notJudged] : [])].join('; '),
  );
  const first = `CASTWATCH ${verdict.status} - ${summary}${figures === '' ? '' : ` | ${figures}`}`;
  return [first, ...furtherLines(verdict, verbosity)].map((line) => `${line}\n`).join('');
}

export function furtherLines(verdict: Verdict, verbosity: number): readonly string[] {
  const { problems, climbs, notJudged } = detailsOf(verdict);
  const details = [
    ...problems,
    ...verdict.unread.map((what) => `not read: ${what}`),
    ...verdict.remarks,
    ...climbs,
  ];
  const further = [
    ...(verbosity >= 2 ? details : []),
    ...(verbosity >= 3 ? [`polls: ${verdict.polls}`, ...notJudged] : []),
  ].map((line) => harmless(line));
  const shown = further.slice(0, MOST_LINES);
  if (further.length > MOST_LINES) shown.push(`and ${further.length - MOST_LINES} more`);
  return shown;
}

function detailsOf(verdict: Verdict) {
  return {
    problems: verdict.problems.slice(1).map(problemLine),
    climbs: climbLines(verdict.climbs, verdict.at),
    notJudged:
      verdict.notJudged.length === 0
        ? []
        : [`not judged: ${verdict.notJudged.join(', ')} (these need a longer watch)`],
  };
}

/** The verdict as JSON (`castwatch/check/2`). */
export function verdictJson(verdict: Verdict): object {
  const { status, summary, polls, at, generatedAt, notJudged, unread, remarks } = verdict;
  return {
    schema: 'castwatch/check/2',
    generatedAt: new Date(generatedAt ?? at).toISOString(),
    ...(generatedAt !== undefined && { at: new Date(at).toISOString() }),
    cluster: verdict.cluster ?? null,
    status,
    exitCode: checkExit[status],
    summary,
    polls,
    problems: verdict.problems.map(problemJson),
    climbs: climbsJson(verdict.climbs),
    notJudged,
    unread,
    remarks,
    performance: verdict.figures.map(({ label, value, unit, warn, crit, min, max }) => ({
      label,
      value,
      unit: unit === '' ? null : unit,
      warn: warn ?? null,
      crit: crit ?? null,
      min: min ?? null,
      max: max ?? null,
    })),
  };
}

/**
 * `label=value[unit];[warn];[crit];[min];[max]`, separated by spaces. Labels are our own, and need no quotes; those of
 * one cluster of several have its name before them.
 */
export function performanceText(figures: readonly Figure[], cluster?: string): string {
  const start = cluster === undefined ? '' : `${cluster}::`;
  return figures
    .map(({ label, value, unit, warn, crit, min, max }) => {
      const rest = [warn, crit, min, max].map((one) => (typeof one === 'number' ? number(one) : (one ?? '')));
      return `${start}${label}=${number(value)}${unit};${rest.join(';')}`.replace(/;+$/, '');
    })
    .join(' ');
}

/** Only digits and a decimal point, never an exponent, however large the number is. */
function number(value: number): string {
  return Number.isInteger(value) ? BigInt(value).toString() : String(Number(value.toFixed(3)));
}

function problemLine(problem: Problem): string {
  const { severity, acknowledged } = problem;
  return `${severity.toUpperCase()}${acknowledged ? ` (acknowledged${byWords(acknowledged)})` : ''} ${problemInFull(problem)}`;
}

/** Text for the first line or a further one: no line break, no `|`, and not longer than `most` characters. */
export function harmless(text: string, most = MAX_TEXT_CHARACTERS): string {
  const line = oneLine(text).replaceAll('|', '¦');
  if (line.length <= most) return line;
  const short = oneLine(line, most - 1);
  const end = short.lastIndexOf(' ');
  return `${end < most - LONG_WORD ? short : short.slice(0, end)}…`;
}
