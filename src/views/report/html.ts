import { xmlText } from '../../base/safe-markup.ts';
import type { Report } from '../../history/report/report.ts';
import { type ReportStyle, wordedReport } from './sections.ts';
import { reportSvg } from './svg.ts';

const form = { harmless: xmlText, strong: (safe: string) => `<strong>${safe}</strong>` };

/** Readable on screens and on paper, in light and dark. */
const STYLE = `:root { color-scheme: light dark; }
body { font: 15px/1.45 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
.summary { border-left: 4px solid #c62828; padding-left: 1.5rem; list-style: none; }
li { margin: 0.2rem 0; overflow-wrap: anywhere; }
svg { width: 100%; height: auto; }
.small { color: #777777; font-size: 0.85rem; }
@media print { body { margin: 0; max-width: none; font-size: 10.5pt; } h2 { break-after: avoid; } li { break-inside: avoid; } }`;

/** A report as one HTML file without scripts and without anything from elsewhere. */
export function reportHtml(report: Report, style: ReportStyle): string {
  const { sections, text } = wordedReport(report, style, form);
  const picture = reportSvg(report, text);
  const list = (lines: readonly string[], kind = '') =>
    lines.length === 0 ? '' : `<ul${kind}>\n${lines.map((line) => `<li>${line}</li>`).join('\n')}\n</ul>`;
  const section = (title: string, body: string) => (body === '' ? '' : `<h2>${title}</h2>\n${body}`);
  const small = (words: string) => (words === '' ? '' : `<p class="small">${words}</p>`);
  const parts = [
    `<h1>${sections.title}</h1>`,
    list(sections.summary, ' class="summary"'),
    `<p>${sections.counts}</p>`,
    ...sections.lists.map(({ title, lines, more = '' }) => section(title, list(lines) + small(more))),
    section('Figures', picture),
    section('Not known', list(sections.unknown)),
    small(sections.withheld),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${sections.title}</title>
<style>
${STYLE}
</style>
</head>
<body>
${parts.filter((part) => part !== '').join('\n')}
</body>
</html>
`;
}
