import { duration } from '../../base/format.ts';
import type { Problem } from '../../triage/problem.ts';
import { problemRows } from './rows.ts';
import { beganWords } from './since.ts';
import { problemSentence, problemTitle } from './words.ts';

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
