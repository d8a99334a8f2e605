import { clockTime, count, dateTime, duration, rate } from '../base/format.ts';
import type { Report, ReportEntry, ReportFigure } from '../history/report.ts';
import { createWithholder } from '../history/withhold.ts';
import { subjectName } from './problems.ts';
import { textChart } from './text-chart.ts';

const CHART = { width: 72, height: 8 } as const;
const titles: Readonly<Record<ReportFigure, string>> = {
  viewers: 'Viewers',
  streams: 'Streams',
  in: 'Incoming',
  out: 'Outgoing',
};

/** How a report is written: with addresses, viewers and users named, or withheld. */
export interface ReportStyle {
  readonly withhold: boolean;
  /** User names that are known and withheld wherever they stand. */
  readonly users: readonly string[];
}

/** A report as Markdown, for a ticket. */
export function reportMarkdown(report: Report, style: ReportStyle): string {
  const withholder = createWithholder(style.users);
  const say = (text: string) => escapeMarkdown(style.withhold ? withholder.clean(text) : text);
  const { problems, events, changes, journal, journalHeldBack, gaps, missing } = report;
  const sections = [
    `# ${say(report.cluster)}: ${dateTime(report.from)} to ${dateTime(report.to)}`,
    summaryOf(report),
    heading(
      'Problems',
      problems.map((problem) => problemLine(problem, report.to, say)),
    ),
    heading(
      'What changed',
      [...events.map(({ at, subject, message }) => ({ at, object: subject, message, times: 1 })), ...changes]
        .toSorted((a, b) => a.at - b.at)
        .map((entry) => entryLine(entry, say)),
    ),
    heading('Journal', [
      ...journal.map((entry) => entryLine(entry, say)),
      ...(journalHeldBack > 0 ? ['', `${count(journalHeldBack)} routine entries are left out.`] : []),
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
          `- ${resource}: ${clockTime(from)} to ${clockTime(to)} (${reason})`,
      ),
      ...missing.map((what) => `- ${what}`),
    ]),
    withheldLine(withholder.withheld),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

/** The same for programs. */
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
  return { ...cleaned, withheld: Object.fromEntries(withholder.withheld) };
}

function summaryOf({ problems, to }: Report): string {
  if (problems.length === 0) return 'No problem stood in this time.';
  const worst = problems.filter((problem) => problem.worst === 'critical').length;
  const viewers = Math.max(0, ...problems.map(({ viewersAtRisk = 0 }) => viewersAtRisk));
  const standing = problems.filter(({ clearedAt }) => clearedAt === undefined || clearedAt > to).length;
  const parts = [
    `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}, ${worst} critical`,
    viewers > 0 ? `up to ${count(viewers)} viewers at risk by one of them` : 'no viewers known to be at risk',
    standing > 0 ? `${standing} still stood at the end` : 'all had cleared at the end',
  ];
  return `${parts.join('; ')}.`;
}

function problemLine(
  problem: Report['problems'][number],
  end: number,
  say: (text: string) => string,
): string {
  const { worst, title, reason, subject, since, clearedAt, viewersAtRisk, acknowledged } = problem;
  const lasted =
    clearedAt === undefined
      ? `stood for ${duration(end - since)} and on`
      : `for ${duration(clearedAt - since)}`;
  const hit = viewersAtRisk === undefined ? '' : `, ${count(viewersAtRisk)} viewers at risk`;
  const known = acknowledged ? ` Acknowledged ${clockTime(acknowledged.at)}: ${say(acknowledged.note)}.` : '';
  return `- **${worst}** ${say(title)}, ${say(subjectName(subject))}: ${say(reason)}. Since ${clockTime(since)}, ${lasted}${hit}.${known}`;
}

function entryLine({ at, object, message, times }: ReportEntry, say: (text: string) => string): string {
  const repeated = times > 1 ? ` ×${times}` : '';
  return `- ${clockTime(at)} **${say(object)}** ${say(message)}${repeated}`;
}

function chartOf(
  figure: ReportFigure,
  points: Report['figures'][ReportFigure],
  { from, to }: Report,
): string[] {
  if (points.length === 0) return [];
  const values = buckets(points, from, to, CHART.width);
  const format = figure === 'in' || figure === 'out' ? (value: number) => rate(value, 'bits') : count;
  const axis = `${clockTime(from)}${' '.repeat(Math.max(1, CHART.width - 4))}${clockTime(to)}`;
  return [
    '',
    titles[figure],
    '',
    '```text',
    ...textChart(values, { height: CHART.height, format }),
    axis,
    '```',
  ];
}

/** Means over equal stretches; null where nothing was measured. */
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
  return lines.length === 0 ? '' : `## ${title}\n\n${lines.join('\n')}`;
}

function withheldLine(withheld: ReadonlyMap<string, number>): string {
  if (withheld.size === 0) return '';
  const parts = [...withheld].map(([what, number]) => `${number} × ${what}`);
  return `*Withheld: ${parts.join(', ')}. The same number is the same one throughout.*`;
}

/** What Markdown would take for a mark of its own, and HTML that a ticket system would run. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|]/g, (mark) => (mark === '<' ? '&lt;' : `\\${mark}`));
}
