import { MINUTE_MS } from '../../base/durations.ts';
import { clockTime, count, counted, DASH, dateTime, rate } from '../../base/format.ts';
import { markdownText } from '../../base/safe-markup.ts';
import { oneLine } from '../../base/safe-text.ts';
import { zoneWords } from '../../base/time-zone.ts';
import type { ClusterEvent } from '../../cluster/state.ts';
import { foldOf, type Report, type ReportEntry, type ReportFigure } from '../../history/report/report.ts';
import { limitedTitles } from '../formats/limited-titles.ts';
import { textChart } from '../plots/text-chart.ts';
import { subjectName } from '../problems/problems.ts';
import { beganWords, lasted } from '../problems/since.ts';
import { problemSentence, problemTitle } from '../problems/words.ts';
import { createWithholder, WITHHELD_WORDS } from './withhold.ts';

const CHART = { width: 72, height: 8 } as const;

/** Whether addresses, viewers and users are named in a report or withheld. */
export interface ReportStyle {
  readonly withhold: boolean;
  /** Known user names, which are withheld wherever they occur. */
  readonly users: readonly string[];
}

/** A report as Markdown, for a ticket. */
export function reportMarkdown(report: Report, style: ReportStyle): string {
  const withholder = createWithholder(style.users);
  // Text is made safe first: invisible characters within an address would hide it from the search.
  const escapeText = (text: string) => {
    const harmless = oneLine(text);
    return markdownText(style.withhold ? withholder.clean(harmless) : harmless);
  };
  const { problems, journal, journalHeldBack, gaps, missing } = report;
  const time = clockOf(report);
  const sections = [
    `# Incident report: ${escapeText(report.cluster)}, ${dateTime(report.from)} to ${dateTime(report.to)}`,
    `${summaryOf(report, time)} Times are in ${zoneWords(report.from)}.`,
    heading(
      'Problems',
      problems.map((problem) => problemLine(problem, report, time, escapeText)),
    ),
    heading(
      'Timeline',
      timelineOf(report).map((entry) => entryLine(entry, time, escapeText)),
    ),
    heading('Journal', [
      ...journal.map((entry) => entryLine(entry, time, escapeText)),
      ...(journalHeldBack > 0 ? ['', `${count(journalHeldBack)} more entries are left out.`] : []),
    ]),
    heading(
      'Figures',
      Object.entries(report.figures).flatMap(([figure, points]) =>
        chartOf(figure as ReportFigure, points, report),
      ),
    ),
    heading('Not known', [
      ...gaps.map(
        ({ resource, from, to, reason }) =>
          `- ${escapeText(resource)}: ${time(from)} to ${time(to)} (${escapeText(reason)})`,
      ),
      ...missing.map((what) => `- ${escapeText(what)}`),
    ]),
    style.withhold ? withheldLine(withholder.withheld) : '',
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

/** The report as JSON. */
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
  return {
    ...cleaned,
    withheld: Object.fromEntries(withholder.withheld),
    withholding: WITHHELD_WORDS,
  };
}

type Time = (at: number) => string;

/** The time of day; with the date if a report covers more than one day. */
function clockOf({ from, to }: Report): Time {
  return dateTime(from).slice(0, 10) === dateTime(to).slice(0, 10) ? clockTime : dateTime;
}

/**
 * Problems that planned work explains are counted separately, and are left out of the other figures of the summary.
 */
function summaryOf({ problems: all, to }: Report, time: Time): string {
  const problems = all.filter(({ acknowledged }) => !acknowledged?.planned);
  const planned = all.length - problems.length;
  const apart = planned === 0 ? '' : ` Planned work: ${counted(planned, 'problem')}, not counted.`;
  if (problems.length === 0) return `There was no problem in this period.${apart}`;
  const worst = problems.filter((problem) => problem.worst === 'critical').length;
  const viewers = Math.max(0, ...problems.map(({ hit }) => hit.viewers?.count ?? 0));
  const ends = problems.map((problem) => problemEnd(problem, to));
  const standing = ends.filter(({ how }) => how === 'standing').length;
  const lost = ends.filter(({ how }) => how === 'no longer watched').length;
  const last = Math.max(...ends.map(({ at }) => at));
  const parts = [
    `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}, ${worst} critical`,
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

/** Problems are checked every few seconds. One that was not checked for this time was no longer watched, ms. */
const LOOKED_AT_MS = MINUTE_MS;

/** When a problem ended, or was seen last. */
function problemEnd({ clearedAt, seenAt }: Report['problems'][number], end: number) {
  if (clearedAt !== undefined && clearedAt <= end) return { how: 'cleared', at: clearedAt } as const;
  const at = Math.min(end, clearedAt ?? seenAt);
  return { how: at < end - LOOKED_AT_MS ? 'no longer watched' : 'standing', at } as const;
}

function problemLine(
  problem: Report['problems'][number],
  { to }: Report,
  time: Time,
  escapeText: (text: string) => string,
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
  return `- **${worst}** ${escapeText(problemTitle(problem))}, ${escapeText(subjectName(subject))}: ${escapeText(problemSentence(problem))}. ${times}${hit}.${knownWords(problem, time, escapeText)}`;
}

/** Who knew about the problem: a user who acknowledged it, or planned work on its object. */
function knownWords(
  { acknowledged }: Report['problems'][number],
  time: Time,
  escapeText: (text: string) => string,
): string {
  if (!acknowledged) return '';
  const { at, until, note, planned } = acknowledged;
  const words = note === '' ? '' : `: ${escapeText(note)}`;
  if (!planned) return ` Acknowledged ${time(at)}${words}.`;
  return ` Planned work from ${time(at)}${until === undefined ? '' : ` to ${time(until)}`}${words}.`;
}

/** Everything in order of time: problems that began and cleared, events, changes. */
function timelineOf({ problems, events, changes, from, to }: Report): readonly ReportEntry[] {
  const entry = (at: number, object: string, message: string): ReportEntry => ({
    at,
    last: at,
    object,
    others: 0,
    message,
    times: 1,
  });
  const steps = problems.flatMap((problem) => {
    const { subject, worst, since, clearedAt, acknowledged } = problem;
    const name = subjectName(subject);
    const title = problemTitle(problem);
    return [
      entry(since.at, name, `${title} (${worst}) ${since.known === 'before' ? 'present already' : 'begins'}`),
      ...(acknowledged && !acknowledged.planned
        ? [entry(acknowledged.at, name, `${title} is acknowledged`)]
        : []),
      ...(clearedAt === undefined ? [] : [entry(clearedAt, name, `${title} has cleared`)]),
    ];
  });
  const seen = runsOf(events).flatMap((run) =>
    foldOf(run.map(({ at, subject, message }) => entry(at, subject, message))),
  );
  return [...steps, ...seen, ...changes]
    .filter(({ at }) => at > from && at <= to)
    .toSorted((a, b) => a.at - b.at);
}

/** Equal events within this time have the same cause, ms. */
const ONE_CAUSE_MS = MINUTE_MS;

/** Consecutive events with the same text; events must be oldest first. */
function runsOf(events: Report['events']): Report['events'][] {
  return [...Map.groupBy(events, ({ message }) => message).values()].flatMap((alike) => {
    const runs: ClusterEvent[][] = [];
    for (const event of alike) {
      const run = runs.at(-1);
      const isNear = event.at - (run?.at(-1)?.at ?? Number.NEGATIVE_INFINITY) <= ONE_CAUSE_MS;
      if (run && isNear) run.push(event);
      else runs.push([event]);
    }
    return runs;
  });
}

function entryLine(
  { at, last, object, others, message, times }: ReportEntry,
  time: Time,
  escapeText: (text: string) => string,
): string {
  const name = object === '' ? DASH : object;
  const who = others > 0 ? `${name} and ${count(others)} others` : name;
  const repeated = times > 1 ? ` ×${times}` : '';
  // For repeated events only the first of each run is known here.
  const until = others > 0 && times === 1 ? `, the last at ${time(last)}` : '';
  return `- ${time(at)} **${escapeText(who)}** ${escapeText(message)}${repeated}${until}`;
}

function chartOf(
  figure: ReportFigure,
  points: Report['figures'][ReportFigure],
  { from, to }: Report,
): string[] {
  if (points.length === 0) return [];
  const values = buckets(points, from, to, CHART.width);
  const format = figure === 'in' || figure === 'out' ? (value: number) => rate(value, 'bits') : count;
  const chart = textChart(values, { height: CHART.height, format });
  const left = (chart[0] ?? '').indexOf('┤') + 1;
  const [start, end] = [clockTime(from), clockTime(to)];
  const axis = `${' '.repeat(left)}${start.padEnd(CHART.width - end.length)}${end}`;
  return [limitedTitles[figure], '', '```text', ...chart, axis, '```', ''];
}

/** Means over equal parts of the time; null if nothing was measured. */
function buckets(
  points: Report['figures'][ReportFigure],
  from: number,
  to: number,
  width: number,
): (number | null)[] {
  const sums = Array.from({ length: width }, () => ({ sum: 0, count: 0 }));
  for (const { at, mean } of points) {
    const bucket = sums[Math.min(width - 1, Math.max(0, Math.floor(((at - from) / (to - from)) * width)))];
    if (!bucket || mean === null) continue;
    bucket.sum += mean;
    bucket.count++;
  }
  return sums.map(({ sum, count: known }) => (known === 0 ? null : sum / known));
}

function heading(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `## ${title}\n\n${lines.join('\n').trimEnd()}`;
}

function withheldLine(withheld: ReadonlyMap<string, number>): string {
  const parts = [...withheld].map(([what, number]) => `${number} × ${what}`);
  const found =
    parts.length === 0
      ? 'Nothing was withheld.'
      : `Withheld: ${parts.join(', ')}. The same number always means the same value.`;
  return `*${found} ${WITHHELD_WORDS}*`;
}
