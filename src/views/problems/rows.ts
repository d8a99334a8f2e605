import { count, duration } from '../../base/format.ts';
import type { Line } from '../../base/text.ts';
import { gatherIncidents, type Incident } from '../../triage/incidents/incident.ts';
import type { Problem, ProblemMembers, State } from '../../triage/problem.ts';
import { severityLook } from '../formats/tones.ts';
import { subjectName } from './problems.ts';
import { beganWords } from './since.ts';
import { problemSentence, problemTitle, shortClauses } from './words.ts';

/** A row of the list: a problem, one of several that a problem stands for, or an effect. */
export type ProblemRow = Problem & {
  /** For a row that is part of another problem: its index below that problem. */
  readonly part?: number | undefined;
  /** Its place in the tree of an incident; undefined for a problem that is the only one of its incident. */
  readonly level?: 'cause' | 'effect' | undefined;
};

/**
 * The rows of a list. In the tree form effects are below their cause, in order of their start. Problems in
 * `unfolded` (keys) are followed by the worst of the problems that they stand for.
 */
export function problemRows(
  problems: readonly Problem[],
  unfolded: readonly string[],
  isTree: boolean,
): readonly ProblemRow[] {
  const opened = (row: ProblemRow): readonly ProblemRow[] => [row, ...foldedRows(row, unfolded)];
  if (!isTree) return problems.flatMap(opened);
  return gatherIncidents(problems).flatMap((incident) => treeOf(incident).flatMap(opened));
}

/** A cause and its effects. The cause shows the start of the incident. */
function treeOf({ root, parts, since }: Incident): readonly ProblemRow[] {
  if (parts.length === 0) return [{ ...root, since }];
  return [
    { ...root, since, level: 'cause' },
    ...parts.map((row): ProblemRow => ({ ...row, level: 'effect' })),
  ];
}

function foldedRows(row: ProblemRow, unfolded: readonly string[]): readonly ProblemRow[] {
  if (!row.folded || row.part !== undefined || !unfolded.includes(row.key)) return [];
  const members: ProblemMembers & State = { ...row, folded: undefined, incident: undefined };
  return row.folded.first.map((one, part) => {
    const { names = [one.subject], hit = {} } = one;
    return { ...members, ...one, names, hit, part, level: row.level };
  });
}

/** The cause of a row in its tree, or its effects. */
export interface TreePlace {
  readonly cause: ProblemRow | undefined;
  readonly effects: readonly ProblemRow[];
}

export function treePlace(rows: readonly ProblemRow[], index: number): TreePlace {
  const level = rows[index]?.level;
  const first = rows.slice(0, index + 1).findLastIndex((row) => row.level === 'cause');
  if (level === undefined || first < 0) return { cause: undefined, effects: [] };
  if (level === 'effect') return { cause: rows[first], effects: [] };
  const below = rows.slice(index + 1);
  const end = below.findIndex((row) => row.level !== 'effect');
  return { cause: undefined, effects: end < 0 ? below : below.slice(0, end) };
}

/** `+43s edge-1: Server load: out 98% of cap`. */
export function effectWords(effect: ProblemRow, cause: Pick<Problem, 'since'>): string {
  const delay = Math.max(0, effect.since.at - cause.since.at);
  return `+${duration(delay)} ${subjectName(effect.subject)}: ${problemTitle(effect)}: ${shortClauses(effect).join('')}`;
}

/** Fewer occurrences than this are not shown, because the same event may be seen twice. */
const LEAST_TIMES = 3;

export function titleWords(row: ProblemRow): string {
  const { part, level, incident, since } = row;
  if (part !== undefined && part >= 0) return '';
  const { times = 1 } = (level !== 'effect' && incident) || {};
  const again =
    times >= LEAST_TIMES ? `, ${count(times)} times in ${duration(row.noticedAt - since.at)}` : '';
  const isClearing = row.clearing !== undefined && row.state === 'standing';
  return `${problemTitle(row)}${again}${isClearing ? ', clearing' : ''}`;
}

export function rowName({ severity, subject, level, part }: ProblemRow): Line {
  const { sign, tone } = severityLook[severity];
  const branch = level === 'effect' ? ' └ ' : '';
  return [
    { text: part !== undefined && part >= 0 ? `  ${branch}` : branch, tone: 'dim' },
    { text: `${sign} `, tone },
    { text: subjectName(subject), tone: level === 'effect' ? 'plain' : 'bold' },
  ];
}

/** The incidents as sentences for a screen reader: a cause, then its effects with their delays. */
export function incidentSentences(problems: readonly Problem[]): string[] {
  let causeAt = 0;
  return problemRows(problems, [], true).map((row) => {
    const { severity, level, since } = row;
    const what = `${severity}: ${problemTitle(row)}. ${problemSentence(row)}`;
    if (level === 'effect') return `Follows after ${duration(Math.max(0, since.at - causeAt))}: ${what}.`;
    causeAt = since.at;
    return `${level === 'cause' ? 'Cause, ' : ''}${what}. Since ${beganWords(row)}.`;
  });
}
