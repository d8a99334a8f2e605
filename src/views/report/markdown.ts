import { count, counted, DASH, dateTime } from '../../base/format.ts';
import { markdownText } from '../../base/safe-markup.ts';
import { oneLine } from '../../base/safe-text.ts';
import type { Report, ReportEntry } from '../../history/report/report.ts';
import { problemEnd } from '../../history/report/summary.ts';
import { viewersHit } from '../../triage/problem.ts';
import { affectedWords } from '../problems/facts.ts';
import { subjectName } from '../problems/problems.ts';
import { beganWords, lasted } from '../problems/since.ts';
import { byWords, problemSentence, problemTitle } from '../problems/words.ts';
import { chartsOf, peakWords, type ReportChart, reportChartText } from './charts.ts';
import { clockOf, inZone, type SafeText, strong, type Time, zoneOf } from './markup.ts';
import { summaryLines } from './summary.ts';
import { timelineLine, timelineOf } from './timeline.ts';
import { createWithholder, WITHHELD_WORDS } from './withhold.ts';

/** Whether addresses, viewers and users are named in a report or withheld. */
export interface ReportStyle {
  readonly withhold: boolean;
  /** Known user names, which are withheld wherever they occur. */
  readonly users: readonly string[];
}

export function reportMarkdown(report: Report, style: ReportStyle): string {
  const withholder = createWithholder(style.users);
  // Text is made safe first: invisible characters within an address would hide it from the search.
  const text = (foreign: string) => {
    const plain = oneLine(foreign);
    return markdownText(style.withhold ? withholder.clean(plain) : plain);
  };
  const time = clockOf(report);
  const { problems, journal, journalHeldBack, gaps, missing } = report;
  const [from, to] = [report.from, report.to].map(inZone(dateTime, report));
  const parts = [
    `# Incident report: ${text(report.cluster)}, ${from} to ${to}`,
    listOf(summaryLines(report, time, text)),
    `${countsOf(report, time)} Times are in ${zoneOf(report)}.`,
    section('Timeline', [listOf(timelineOf(report).map((row) => timelineLine(row, time, text)))]),
    section('Problems', [listOf(problems.map((problem) => reportedProblem(problem, report, time, text)))]),
    section('Journal', [
      listOf(journal.map((entry) => entryLine(entry, time, text))),
      journalHeldBack > 0 ? `${count(journalHeldBack)} more entries are left out.` : '',
    ]),
    section(
      'Figures',
      chartsOf(report).map((chart) => chartPart(chart, report, text)),
    ),
    section('Not known', [
      listOf([
        ...gaps.map(
          (gap) => `${text(gap.resource)}: ${time(gap.from)} to ${time(gap.to)} (${text(gap.reason)})`,
        ),
        ...missing.map(text),
      ]),
    ]),
    style.withhold ? `*${withheldLine(withholder.withheld)}*` : '',
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

export function reportJson(report: Report, style: ReportStyle): unknown {
  if (!style.withhold) return report;
  const withholder = createWithholder(style.users);
  const clean = (value: unknown): unknown => {
    if (typeof value === 'string') return withholder.clean(value);
    if (Array.isArray(value)) return value.map(clean);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, clean(item)]));
  };
  const cleaned = clean(report) as Report;
  return { ...cleaned, withheld: Object.fromEntries(withholder.withheld), withholding: WITHHELD_WORDS };
}

function listOf(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

function section(title: string, parts: readonly string[]): string {
  const known = parts.filter((part) => part !== '');
  return known.length === 0 ? '' : `## ${title}\n\n${known.join('\n\n')}`;
}

function chartPart(chart: ReportChart, report: Report, text: SafeText): string {
  const name = [...(chart.object === '' ? [] : [text(chart.object)]), chart.title].join(' ');
  const peak = peakWords(chart, report);
  return `${name}${peak === '' ? '' : `, ${peak}`}\n\n\`\`\`text\n${reportChartText(chart, report).join('\n')}\n\`\`\``;
}

function entryLine({ at, last, object, others, message, times }: ReportEntry, time: Time, text: SafeText) {
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

function reportedProblem(problem: Report['problems'][number], { to }: Report, time: Time, text: SafeText) {
  const { worst, subject, hit } = problem;
  const { how, at } = problemEnd(problem, to);
  const from = beganWords(problem, time);
  const stood = lasted(problem, at);
  const times = {
    cleared: `${from} to ${time(at)} (${stood})`,
    standing: `Since ${from}, ${stood} so far`,
    'no longer watched': `Since ${from}, seen until ${time(at)}, then not watched`,
  }[how];
  const harm = hit.viewers === undefined ? '' : `, ${affectedWords(problem)}`;
  return `${strong(worst)} ${text(problemTitle(problem))}, ${text(subjectName(subject))}: ${text(problemSentence(problem))}. ${times}${harm}.${knownWords(problem, time, text)}`;
}

function knownWords({ acknowledged }: Report['problems'][number], time: Time, escapeText: SafeText): string {
  if (!acknowledged) return '';
  const { at, until, note, planned } = acknowledged;
  const words = note === '' ? '' : `: ${escapeText(note)}`;
  // As one text, by which names of users are recognised and withheld.
  const who = escapeText(`${planned ? 'Planned' : 'Acknowledged'}${byWords(acknowledged)}`);
  const when = planned ? `from ${time(at)}${until === undefined ? '' : ` to ${time(until)}`}` : time(at);
  return ` ${who} ${when}${words}.`;
}
