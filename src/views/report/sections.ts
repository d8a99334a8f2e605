import { clockTime, count, counted, DASH, dateTime } from '../../base/format.ts';
import { markdownText } from '../../base/safe-markup.ts';
import { oneLine } from '../../base/safe-text.ts';
import { zoneOffset, zoneWords } from '../../base/time-zone.ts';
import type { Report, ReportEntry } from '../../history/report/report.ts';
import { problemEnd } from '../../history/report/summary.ts';
import { viewersHit } from '../../triage/problem.ts';
import { affectedWords } from '../problems/facts.ts';
import { subjectName } from '../problems/problems.ts';
import { beganWords, lasted } from '../problems/since.ts';
import { byWords, problemSentence, problemTitle } from '../problems/words.ts';
import { type SafeText, strong, type Time } from './markup.ts';
import { summaryLines } from './summary.ts';
import { timelineLine, timelineOf } from './timeline.ts';
import { createWithholder, WITHHELD_WORDS } from './withhold.ts';

/** Whether addresses, viewers and users are named in a report or withheld. */
export interface ReportStyle {
  readonly withhold: boolean;
  /** Known user names, which are withheld wherever they occur. */
  readonly users: readonly string[];
}

/** The words of a report in the order in which they are read; the charts come before what is not known. */
export interface ReportSections {
  readonly title: string;
  /** What happened, in six lines. */
  readonly summary: readonly string[];
  readonly counts: string;
  readonly lists: readonly {
    readonly title: string;
    readonly lines: readonly string[];
    readonly more?: string;
  }[];
  readonly unknown: readonly string[];
  readonly withheld: string;
}

export interface WordedReport {
  readonly sections: ReportSections;
  readonly text: SafeText;
}

/** The words of a report as Markdown. */
export function wordedReport(report: Report, style: ReportStyle): WordedReport {
  const withholder = createWithholder(style.users);
  // Text is made safe first: invisible characters within an address would hide it from the search.
  const text = (foreign: string) => {
    const plain = oneLine(foreign);
    return markdownText(style.withhold ? withholder.clean(plain) : plain);
  };
  const time = clockOf(report);
  const { problems, journal, journalHeldBack, gaps, missing } = report;
  const title = inZone(dateTime, report);
  const sections = {
    title: `Incident report: ${text(report.cluster)}, ${title(report.from)} to ${title(report.to)}`,
    summary: summaryLines(report, time, text),
    counts: `${countsOf(report, time)} Times are in ${zoneOf(report)}.`,
    lists: [
      { title: 'Timeline', lines: timelineOf(report).map((row) => timelineLine(row, time, text)) },
      { title: 'Problems', lines: problems.map((problem) => reportedProblem(problem, report, time, text)) },
      {
        title: 'Journal',
        lines: journal.map((entry) => entryLine(entry, time, text)),
        ...(journalHeldBack > 0 && { more: `${count(journalHeldBack)} more entries are left out.` }),
      },
    ],
    unknown: [
      ...gaps.map(
        ({ resource, from, to, reason }) =>
          `${text(resource)}: ${time(from)} to ${time(to)} (${text(reason)})`,
      ),
      ...missing.map(text),
    ],
  };
  return {
    sections: { ...sections, withheld: style.withhold ? withheldLine(withholder.withheld) : '' },
    text,
  };
}

/**
 * How times of the report are written: with the day if there are several, and with the offset if the clocks change in the
 * period, because an hour is then there twice.
 */
export function clockOf({ from, to }: Pick<Report, 'from' | 'to'>): Time {
  const clock = dateTime(from).slice(0, 10) === dateTime(to).slice(0, 10) ? clockTime : dateTime;
  return inZone(clock, { from, to });
}

function inZone(clock: Time, { from, to }: Pick<Report, 'from' | 'to'>): Time {
  return clocksChange(from, to) ? (at) => `${clock(at)} ${zoneOffset(at)}` : clock;
}

function clocksChange(from: number, to: number): boolean {
  return zoneOffset(from) !== zoneOffset(to);
}

/** The zone of the report's times. */
function zoneOf({ from, to }: Report): string {
  const then = clocksChange(from, to) ? `, at the end ${zoneOffset(to)}` : '';
  return `${zoneWords(from)}${then}`;
}

function entryLine(
  { at, last, object, others, message, times }: ReportEntry,
  time: Time,
  text: SafeText,
): string {
  const name = object === '' ? DASH : object;
  const who = others > 0 ? `${name} and ${count(others)} others` : name;
  const repeated = times > 1 ? ` ×${times}` : '';
  // For repeated events only the first of each run is known here.
  const until = others > 0 && times === 1 ? `, the last at ${time(last)}` : '';
  return `${time(at)} ${strong(text(who))} ${text(message)}${repeated}${until}`;
}

function withheldLine(withheld: ReadonlyMap<string, number>): string {
  const parts = [...withheld].map(([what, number]) => `${number} × ${what}`);
  const found =
    parts.length === 0
      ? 'Nothing was withheld.'
      : `Withheld: ${parts.join(', ')}. The same number always means the same value.`;
  return `${found} ${WITHHELD_WORDS}`;
}

/**
 * Problems that planned work explains are counted separately, and are left out of the other figures of the summary.
 */
function countsOf({ problems, summary, to }: Report, time: Time): string {
  const planned = problems.filter(({ acknowledged }) => acknowledged?.planned).length;
  const apart = planned === 0 ? '' : ` Planned work: ${counted(planned, 'problem')}, not counted.`;
  if (!summary) return `There was no problem in this period.${apart}`;
  const incidents = [summary, ...summary.also];
  const worst = incidents.filter((one) => one.worst === 'critical').length;
  const viewers = Math.max(...incidents.map(({ problem }) => viewersHit(problem.hit) ?? 0));
  const standing = incidents.filter(({ until }) => until === undefined).length;
  const lost = incidents.filter(({ until, isEndWatched }) => until !== undefined && !isEndWatched).length;
  const last = Math.max(...incidents.map(({ until = to }) => until));
  const parts = [
    `${counted(incidents.length, 'incident')}, ${worst} critical`,
    `the first since ${time(Math.min(...incidents.map(({ since }) => since)))}`,
    viewers > 0 ? `up to ${count(viewers)} viewers hit by one of them` : 'no viewers known to be hit',
    standing > 0 ? `${standing} still open at the end` : '',
    lost > 0 ? `the end of ${lost} was not watched` : '',
    standing + lost === 0 ? `all had cleared by ${time(last)}` : '',
  ];
  return `${parts.filter((part) => part !== '').join('; ')}.${apart}`;
}

function reportedProblem(
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
  const hit = viewers === undefined ? '' : `, ${affectedWords(problem)}`;
  return `${strong(worst)} ${text(problemTitle(problem))}, ${text(subjectName(subject))}: ${text(problemSentence(problem))}. ${times}${hit}.${knownWords(problem, time, text)}`;
}

/** Who knew about the problem: a user who acknowledged it, or planned work on its object. */
function knownWords({ acknowledged }: Report['problems'][number], time: Time, escapeText: SafeText): string {
  if (!acknowledged) return '';
  const { at, until, note, planned } = acknowledged;
  const words = note === '' ? '' : `: ${escapeText(note)}`;
  // As one text, by which names of users are recognised and withheld.
  const who = escapeText(`${planned ? 'Planned' : 'Acknowledged'}${byWords(acknowledged)}`);
  const when = planned ? `from ${time(at)}${until === undefined ? '' : ` to ${time(until)}`}` : time(at);
  return ` ${who} ${when}${words}.`;
}
