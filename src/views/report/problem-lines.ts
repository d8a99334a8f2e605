import { count, counted } from '../../base/format.ts';
import type { StoredProblem } from '../../history/problems/problem-store.ts';
import type { Report } from '../../history/report/report.ts';
import { incidentOf, problemEnd } from '../../history/report/summary.ts';
import { viewersOf } from '../../triage/incidents/incident.ts';
import { RETURNS_WITHIN_MS } from '../../triage/incidents/place-problems.ts';
import { subjectName } from '../problems/problems.ts';
import { beganWords, lasted } from '../problems/since.ts';
import { byWords, problemSentence, problemTitle } from '../problems/words.ts';
import { type SafeText, strong, type Time } from './markup.ts';

/**
 * Problems that planned work explains are counted separately, and are left out of the other figures of the summary.
 */
export function countsOf({ problems: all, to }: Report, time: Time): string {
  const problems = all.filter(({ acknowledged }) => !acknowledged?.planned);
  const planned = all.length - problems.length;
  const apart = planned === 0 ? '' : ` Planned work: ${counted(planned, 'problem')}, not counted.`;
  if (problems.length === 0) return `There was no problem in this period.${apart}`;
  const incidents = [...Map.groupBy(problems, incidentOf).values()].flatMap((own) => occurrencesOf(own, to));
  const worst = incidents.filter((own) => own.some((problem) => problem.worst === 'critical')).length;
  const viewers = Math.max(0, ...incidents.map((own) => viewersOf(own)?.count ?? 0));
  const ends = incidents.map((own) => incidentEnd(own, to));
  const standing = ends.filter(({ how }) => how === 'standing').length;
  const lost = ends.filter(({ how }) => how === 'no longer watched').length;
  const last = Math.max(...ends.map(({ at }) => at));
  const parts = [
    `${counted(incidents.length, 'incident')}, ${worst} critical`,
    `the first since ${time(Math.min(...problems.map(({ since }) => since.at)))}`,
    viewers > 0
      ? `up to ${count(viewers)} viewers at risk from one of them`
      : 'no viewers known to be at risk',
    standing > 0 ? `${standing} still open at the end` : '',
    lost > 0 ? `the end of ${lost} was not watched` : '',
    standing + lost === 0 ? `all had cleared by ${time(last)}` : '',
  ];
  return `${parts.filter((part) => part !== '').join('; ')}.${apart}`;
}

/** The problems of one cause by occurrence: what comes back within some minutes belongs to the one before. */
function occurrencesOf(problems: Report['problems'], to: number): readonly Report['problems'][] {
  const occurrences: StoredProblem[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const problem of problems.toSorted((a, b) => a.since.at - b.since.at)) {
    const last = problem.since.at <= end + RETURNS_WITHIN_MS ? occurrences.at(-1) : undefined;
    if (last) last.push(problem);
    else occurrences.push([problem]);
    end = Math.max(end, problemEnd(problem, to).at);
  }
  return occurrences;
}

/** An incident ends with the last of its problems. */
function incidentEnd(problems: Report['problems'], end: number) {
  const ends = problems.map((problem) => problemEnd(problem, end));
  const how = (['standing', 'no longer watched', 'cleared'] as const).find((one) =>
    ends.some((problem) => problem.how === one),
  );
  return { how, at: Math.max(...ends.map(({ at }) => at)) };
}

export function reportedProblem(
  problem: Report['problems'][number],
  { to }: Report,
  time: Time,
  text: SafeText,
): string {
  const {
    worst,
    subject,
    hit: { viewers },
  } = problem;
  const { how, at } = problemEnd(problem, to);
  const from = beganWords(problem, time);
  const stood = lasted(problem, at);
  const times = {
    cleared: `${from} to ${time(at)} (${stood})`,
    standing: `Since ${from}, ${stood} so far`,
    'no longer watched': `Since ${from}, seen until ${time(at)}, then not watched`,
  }[how];
  const hit = viewers === undefined ? '' : `, ${count(viewers.count)} viewers at risk`;
  return `${strong(worst)} ${text(problemTitle(problem))}, ${text(subjectName(subject))}: ${text(problemSentence(problem))}. ${times}${hit}.${knownWords(problem, time, text)}`;
}

/** Who knew about the problem: a user who acknowledged it, or planned work on its object. */
function knownWords({ acknowledged }: Report['problems'][number], time: Time, escapeText: SafeText): string {
  if (!acknowledged) return '';
  const { at, until, note, planned } = acknowledged;
  const words = note === '' ? '' : `: ${escapeText(note)}`;
  // As one text, by which names of users are recognised and withheld.
  if (!planned) return ` ${escapeText(`Acknowledged${byWords(acknowledged)}`)} ${time(at)}${words}.`;
  return ` Planned work from ${time(at)}${until === undefined ? '' : ` to ${time(until)}`}${words}.`;
}
