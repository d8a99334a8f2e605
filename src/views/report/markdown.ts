import type { Report } from '../../history/report/report.ts';
import { chartsOf, peakWords, reportChartText } from './charts.ts';
import { type ReportStyle, wordedReport } from './sections.ts';
import { createWithholder, WITHHELD_WORDS } from './withhold.ts';

/** A report as Markdown, for a ticket. */
export function reportMarkdown(report: Report, style: ReportStyle): string {
  const { sections, text } = wordedReport(report, style);
  const charts = chartsOf(report).map((chart) => {
    const name = [...(chart.object === '' ? [] : [text(chart.object)]), chart.title].join(' ');
    const peak = peakWords(chart, report);
    return `${name}${peak === '' ? '' : `, ${peak}`}\n\n\`\`\`text\n${reportChartText(chart, report).join('\n')}\n\`\`\``;
  });
  const parts = [
    `# ${sections.title}`,
    listOf(sections.summary),
    sections.counts,
    ...sections.lists.map(({ title, lines, more }) =>
      heading(title, [listOf(lines), ...(more === undefined ? [] : [more])]),
    ),
    heading('Figures', charts),
    heading('Not known', [listOf(sections.unknown)]),
    sections.withheld === '' ? '' : `*${sections.withheld}*`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
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

function listOf(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

function heading(title: string, parts: readonly string[]): string {
  const known = parts.filter((part) => part !== '');
  return known.length === 0 ? '' : `## ${title}\n\n${known.join('\n\n')}`;
}
