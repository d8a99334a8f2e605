import { count, counted, dateTime, duration, percent } from '../../base/format.ts';
import type { Report } from '../../history/report/report.ts';
import {
  culprits,
  type IncidentSpan,
  type LostViewers,
  problemEnd,
  type ReportSummary,
} from '../../history/report/summary.ts';
import { gatherIncidents } from '../../triage/incidents/incident.ts';
import type { Subject } from '../../triage/problem.ts';
import { affectedWords, billWords } from '../problems/facts.ts';
import { subjectName } from '../problems/problems.ts';
import { problemSentence, problemTitle } from '../problems/words.ts';
import { type SafeText, strong, type Time } from './markup.ts';

/** A smaller part of the viewers than this may come and go without a reason. */
const NOISE_SHARE = 0.02;

/** At most so many other incidents have a line. */
const MOST_ALSO = 3;

/** The six lines at the top of a report, each with its heading, and a line for each other incident. Empty without a problem. */
export function summaryLines(
  { summary, problems, to }: Report,
  time: Time,
  text: SafeText,
): readonly string[] {
  if (!summary) return [];
  const { problem, others, lost, also } = summary;
  const more = others === 0 ? '' : `; ${counted(others, 'further problem')}`;
  return [
    ['What', `${text(problemTitle(problem))}: ${text(problemSentence(problem))}${more}`],
    ['Culprit', text(culpritWords(summary))],
    ['When', spanWords(summary, to, time)],
    ['Lost', lostWords(summary, time, text)],
    ['Before it', eventWords(summary, time, text)],
    ['Now', nowWords(problems, lost, to)],
    ...also.slice(0, MOST_ALSO).map((span) => ['Also', alsoWords(span, to, time, text)]),
    ...(also.length > MOST_ALSO ? [['Also', counted(also.length - MOST_ALSO, 'other incident')]] : []),
  ].map(([title = '', words = '']) => `${strong(`${title}:`)} ${words}`);
}

/** The object with its role, such as `server edge-1 (edge, group us-east)`. */
function culpritWords({ problem, roles, group }: ReportSummary): string {
  const parts = [...roles, ...(group === undefined ? [] : [`group ${group}`])];
  const within = parts.length === 0 ? '' : ` (${parts.join(', ')})`;
  const named = culprits(problem).map((subject) =>
    subject.kind === 'cluster'
      ? 'the whole cluster'
      : `${kindWords[subject.kind] ?? subject.kind} ${subjectName(subject)}`,
  );
  return `${named.join(', ')}${within}`;
}

function alsoWords(span: IncidentSpan, to: number, time: Time, text: SafeText): string {
  const { problem, bill } = span;
  const what = `${problemTitle(problem)}, ${subjectName(problem.subject)}`;
  const lost = bill ? `; lost: ${text(billWords(bill, bill.at))}` : '';
  return `${text(what)}, ${spanWords(span, to, time)}${lost}`;
}

/** Kinds that are written in another way than they are named. */
const kindWords: Readonly<Partial<Record<Subject['kind'], string>>> = {
  'stream type': 'streams of type',
  journal: 'journal of',
  resource: 'data of',
};

function spanWords({ since, until, isEndWatched, problem }: IncidentSpan, to: number, time: Time): string {
  const first = problem.since.known === 'before' ? `${time(since)} or before` : time(since);
  if (until === undefined) return `since ${first}, ${duration(to - since)} so far`;
  const lasted = `${first} to ${time(until)} (${duration(until - since)})`;
  return isEndWatched ? lasted : `${lasted}, then not watched`;
}

/** What the incident cost, by its objects; and beside it how the viewers of the whole cluster fell meanwhile. */
function lostWords({ lost, bill, problem }: ReportSummary, time: Time, text: SafeText): string {
  const cost = bill
    ? text(billWords(bill, bill.at))
    : `no viewers known${problem.hit.viewers ? `; ${affectedWords(problem)}` : ''}`;
  if (!lost) return `${cost}; nothing was measured before it`;
  const { normal, peak, peakAt } = lost;
  const usual = `the ${count(normal)} of the ten minutes before`;
  if (peak <= normal * NOISE_SHARE) return `${cost}; the cluster kept ${usual}`;
  return `${cost}; the cluster had up to ${count(peak)} viewers less (${percent((100 * peak) / normal)}, at ${time(peakAt)}) than ${usual}`;
}

function eventWords({ event }: ReportSummary, time: Time, text: SafeText): string {
  if (!event) return 'nothing in the journal explains it';
  const { at, object, message, objects } = event;
  const who = objects > 1 ? `${object} and ${counted(objects - 1, 'other')}` : object;
  return `${time(at)} ${text(who === '' ? message : `${who}: ${message}`)}`;
}

function nowWords(problems: Report['problems'], lost: LostViewers | undefined, to: number): string {
  const ends = problems.map((problem) => problemEnd(problem, to));
  const open = gatherIncidents(problems.filter((_, index) => ends[index]?.how === 'standing')).length;
  const quiet = duration(to - Math.max(...ends.map(({ at }) => at)));
  const none = ends.every(({ how }) => how === 'cleared')
    ? `all problems have cleared, for ${quiet}`
    : 'no problem is known to be open';
  const state = open === 0 ? none : `${counted(open, 'incident')} open`;
  const watching =
    lost?.now === undefined
      ? ''
      : `; ${count(lost.now)} viewers, ${percent((100 * lost.now) / Math.max(1, lost.normal))} of those before`;
  return `${state}${watching} (${dateTime(to)})`;
}
