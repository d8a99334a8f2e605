import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { bodies } from '../../src/alerts/bodies.ts';
import { safeJson } from '../../src/base/safe-markup.ts';
import { plainText } from '../../src/base/safe-text.ts';
import { tellError } from '../../src/base/tell-error.ts';
import { unknownVerdict, verdictJson, verdictText } from '../../src/cli/check/verdict.ts';
import { metricsText } from '../../src/cli/export/open-metrics.ts';
import { createAsciicast } from '../../src/cli/replay/asciicast.ts';
import { paintLines } from '../../src/cli/snapshot/snapshot.ts';
import { webhookFormats } from '../../src/config/alerts-schema.ts';
import { openAudit } from '../../src/config/audit.ts';
import { openLogFile } from '../../src/config/log-file.ts';
import type { Report } from '../../src/history/report/report.ts';
import { noPeriodData, sessionPeriods } from '../../src/history/sessions/availability.ts';
import { noFigures, type StreamSession } from '../../src/history/sessions/stream-sessions.ts';
import { crashReport } from '../../src/ui/terminal/crash-report.ts';
import { Screen } from '../../src/ui/terminal/screen-writer.ts';
import { clipboardSequence, notificationSequence } from '../../src/ui/terminal/sequences.ts';
import { resolveTheme } from '../../src/ui/theme/resolve.ts';
import { csvTable, textTable } from '../../src/views/formats/text-table.ts';
import { gauge, labelText } from '../../src/views/metrics/metric.ts';
import { reportJson, reportMarkdown } from '../../src/views/report/markdown.ts';
import { periodsSummary, streamPeriodColumns } from '../../src/views/streams/periods.ts';
import { alertFor, messageOf } from '../alerts/rig.ts';
import { FakeOutput } from '../support/fake-output.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { newFolder } from '../support/new-folder.ts';
import { sampleProblem } from '../support/sample-problem.ts';
import { emptyReport } from '../support/sample-report.ts';

/** Names that a malicious publisher gives a stream, and messages of a server under an attacker's control: bars between them. */
const attacks = [
  // Terminal sequences
  '\x1b[31mred|\x1b[2J\x1b[1;1Hroot@host:~#|\x1b]0;title\x07|\x1b]52;c;cm0=\x1b\\|\x1bPq\x1b\\|\x1b]8;;http://evil.example\x1b\\link',
  '\x1b_Gi=1\x1b\\|\x9b31m|\x9d0;t\x9c|\x1bc|\x07\x07',
  // Forged lines
  'a\nCASTWATCH OK - forged|a\r\n\r\nb|a\rforged|a\n- **critical** forged|a\n```\nb|a\vb\fc|a\u2028b|a\u2029b|a\x85b',
  // Characters that hide or reorder text
  'gpj.\u202eexe|\u2066a\u2069|a\u200bd\u2060min|\u{e0041}\u{e0062}|a\u00adb|\ufeffa|\u3164|\ud800|a\0b|a\x08\x08b|a\x7fb',
  `e${'\u0301'.repeat(40)}`,
  // Markdown, HTML, XML
  '<script>alert(1)</script>|&lt;b&gt; &amp; &#64;|![x](https://evil.example/p.png)|[a](b) *c* __d__|https://evil.example/?q=1',
  'see www.evil.example.|@admin look|a@evil.example|closes #12 and !3|`code` ``x|~~gone~~ $x$|"><svg onload=x>|]]>',
  // Spreadsheets, labels, JSON
  '=HYPERLINK("http://evil.example")| \t@SUM(1)|＝1+1|a;=1+1|a,"b"|"} 1\nup{x="|\\|{"a":1}',
].flatMap((several) => several.split('|'));
// Those with bars of their own: tables, formulas, figures of plugins.
attacks.push('| a | b |', '+1+cmd|" /C calc"!A0', "'|viewers=0;0;0");

const FROM = Date.UTC(2026, 0, 15, 12);
const size = { columns: 60, rows: 2 };
const look = { theme: undefined, charset: 'unicode' } as const;

function reportOf(text: string): Report {
  const entry = { at: FROM + 1, last: FROM + 2, object: text, others: 0, message: text, times: 1 };
  const subject = { kind: 'server', name: text } as const;
  const problem = sampleProblem({ subject, title: text, reason: text, since: FROM + 1 });
  const acknowledged = { at: FROM + 2, note: text };
  return {
    ...emptyReport(text, FROM),
    problems: [{ ...problem, worst: 'critical', seenAt: FROM + 9, acknowledged }],
    events: [{ at: FROM + 3, kind: 'restart', subject: text, message: text }],
    changes: [entry],
    journal: [entry],
    gaps: [{ resource: text, from: FROM + 1, to: FROM + 2, reason: text }],
    missing: [text],
  };
}

function periodsOf(text: string) {
  const times = {
    publishedAt: FROM,
    seenAt: FROM + 60_000,
    endedAt: undefined,
    watchedMs: 60_000,
    viewerMs: 1,
  };
  const session: StreamSession = { ...noFigures, application: text, streamKey: text, ...times };
  const other = { ...session, application: 'other' };
  const period = { from: FROM, to: FROM + 60_000 };
  return sessionPeriods({ ...noPeriodData, sessions: [session, other], watched: [period] }, period);
}

function verdictOf(text: string) {
  const problem = sampleProblem({ title: text, reason: text, subject: { kind: 'server', name: text } });
  const cluster = { name: text, url: text };
  return { ...unknownVerdict(text, FROM), problems: [problem, problem], unread: [text], cluster };
}

function onScreen(text: string): string {
  const output = new FakeOutput(size.columns, size.rows);
  const screen = new Screen({ output, theme: resolveTheme('dark', 'truecolor'), clock: new ManualClock() });
  screen.setSurface('a', { x: 0, y: 0, width: size.columns, height: 1 }, [[{ text }]]);
  screen.flush();
  const bytes = output.take();
  screen.destroy();
  return bytes.replace(/\x1b\[(?:\?2026[hl]|\?25[hl]|[\d;:]*[HGABCDKXm])|[\r\b]/g, '');
}

function onStandardError(text: string): string {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  tellError(text);
  const told = write.mock.calls.map(([words]) => words).join('');
  write.mockRestore();
  return told;
}

type Format = 'text' | 'lines' | 'json' | 'markdown' | 'csv';

type WayOut = readonly [as: Format, write: (text: string) => string | Promise<string>];

const shown = { withhold: false, users: [] };
const withheld = { withhold: true, users: [] };
const notice = (kind: 'osc9' | 'osc777', text: string) => {
  const sequence = notificationSequence(kind, { title: text, body: text }, undefined);
  return sequence.replace(/^\x1b\](?:9|777);(.*)\x07$/, '$1');
};
const copied = (text: string) => Buffer.from(clipboardSequence(text, undefined).slice(7, -1), 'base64');

function filmOf(text: string): string {
  const cast = createAsciicast(size, { title: text, begin: FROM, version: '2' });
  cast.frame(paintLines([[{ text }]], look), 0);
  return cast.text();
}

async function labelsOf(text: string): Promise<string> {
  const sample = { labels: { server: labelText(text) }, value: 1 };
  return (await metricsText([{ metrics: [gauge('up', 'Up.', [sample])] }], 'open')).text;
}

function tableOf(text: string): string {
  const periods = periodsOf(text);
  return [...textTable(streamPeriodColumns, periods.streams), ...periodsSummary(periods)].join('\n');
}

async function logOf(text: string): Promise<string> {
  const path = join(newFolder(), 'log');
  const log = await openLogFile(path, new ManualClock(), () => {});
  log.write('event', { message: text });
  await log.close();
  return readFileSync(path, 'utf8');
}

async function auditOf(text: string): Promise<string> {
  const folder = newFolder();
  const entry = { cluster: text, user: text, action: text, target: text, message: text };
  const whole = { ...entry, outcome: 'failed', fields: { name: text } } as const;
  await openAudit(folder, new ManualClock()).append(whole);
  return readFileSync(join(folder, 'audit.jsonl'), 'utf8');
}

/** Every way in which text of a server leaves the program. */
const waysOut: Readonly<Record<string, WayOut>> = {
  'the screen': ['text', onScreen],
  'a printed screen, a snapshot as table': ['text', (text) => paintLines([[{ text }]], look)],
  'standard error': ['lines', onStandardError],
  'a crash report': ['text', (text) => crashReport(new Error(text), false)],
  'a desktop notification': ['text', (text) => notice('osc9', text) + notice('osc777', text)],
  'the clipboard': ['lines', (text) => copied(text).toString('utf8')],
  'check as text': ['text', (text) => verdictText(verdictOf(text), 3)],
  'check as JSON': ['json', (text) => safeJson(verdictJson(verdictOf(text)))],
  'snapshot as JSON lines': ['json', (text) => safeJson({ name: text }, 'line')],
  'report as Markdown': ['markdown', (text) => reportMarkdown(reportOf(text), shown)],
  'report as Markdown, with what is withheld': [
    'markdown',
    (text) => reportMarkdown(reportOf(text), withheld).replace(/\n\*(?:Withheld:|Nothing) .*\n/, ''),
  ],
  'report as JSON': ['json', (text) => safeJson(reportJson(reportOf(text), shown))],
  'sessions as table': ['text', tableOf],
  'sessions as CSV': ['csv', (text) => csvTable(streamPeriodColumns, periodsOf(text).streams).join('\n')],
  'labels of OpenMetrics': ['text', labelsOf],
  'a film': ['json', filmOf],
  'the log': ['json', logOf],
  'the audit': ['json', auditOf],
  ...Object.fromEntries(
    webhookFormats.map((format) => {
      const body = (text: string) => bodies[format](messageOf('raised', alertFor(text)), 'k');
      return [`a webhook for ${format}`, ['json', (text) => safeJson(body(text), 'line')] satisfies WayOut];
    }),
  ),
  'a saved file': ['lines', plainText],
};

/** No control, hiding or reordering characters, and no half characters; the joiner only within an emoji. */
const STEERS =
  /(?!\n|\t|\u200d|\ufe0f)[\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** The parts that must be the same whatever the text is: the lines, and the marks and cells of a format. */
const shapes: Readonly<Record<Format, (output: string) => unknown>> = {
  lines: () => 0,
  text: (output) => output.split('\n').length,
  json: (output) =>
    output.split('\n').map((line) => (/^[[{].*[\]}]$/.test(line) ? typeof JSON.parse(line) : 0)),
  markdown: (output) => {
    // Parts that a Markdown reader takes literally: code spans, escaped marks, entities.
    const marks = output.replace(/\\[\\`*_{}[\]>#|~$]|&(?:amp|lt);|(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, '');
    return [output.split('\n').length, marks.match(/[`*_{}[\]<>#|&~$@!]|:\/\/|www\./g)?.join('')];
  },
  csv: (output) => [
    output.split('\n').length,
    cellsOf(output).map((cells) => cells.length),
    cellsOf(output).flatMap((cells) => cells.filter((cell) => /^\s*[=+@＝＋－＠]/.test(cell))),
  ],
};

/** Cells of comma-separated values; an unquoted semicolon separates, too, as in many spreadsheets. */
function cellsOf(csv: string): string[][] {
  return csv
    .split('\n')
    .map((line) => [...line.matchAll(/("(?:[^"]|"")*"|[^,;"]*)(?:[,;]|$)/g)].map(([, cell]) => cell ?? ''));
}

test.each(Object.entries(waysOut))(
  '%s: no text of a server controls the terminal, hides text or forges lines',
  async (_, [as, write]) => {
    const usual = shapes[as](await write('plain'));
    for (const attack of attacks) {
      const output = await write(attack);
      expect.soft(STEERS.exec(output)?.[0], `what steers, of ${JSON.stringify(attack)}`).toBeUndefined();
      expect.soft(shapes[as](output), `the shape with ${JSON.stringify(attack)}`).toEqual(usual);
    }
  },
);
