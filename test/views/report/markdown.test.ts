import { expect, test } from 'vitest';
import type { Report, ReportEntry } from '../../../src/history/report/report.ts';
import { incidentSpans } from '../../../src/history/report/summary.ts';
import type { Severity } from '../../../src/triage/problem.ts';
import { reportJson, reportMarkdown } from '../../../src/views/report/markdown.ts';
import { atRisk, type Sample, sampleProblem } from '../../support/sample-problem.ts';
import { emptyReport } from '../../support/sample-report.ts';

const MINUTE = 60_000;
/** Noon by the local clock, as in a report. */
const FROM = new Date(2026, 0, 15, 12).getTime();
const at = (minute: number) => FROM + minute * MINUTE;
const open = { withhold: false, users: [] };

const empty = emptyReport('prod', FROM);
type Stored = Sample & { worst?: Severity; seenAt?: number };
const stored = (since: number, { worst = 'critical', seenAt = at(60), ...more }: Stored = {}) => {
  return { ...sampleProblem({ since: at(since), noticedAt: at(since), ...more }), worst, seenAt };
};
const started = { object: 'Transcoder', others: 0, message: 'Task started', times: 1 };
const line = (minute: number, more: Partial<ReportEntry> = {}): ReportEntry => {
  return { at: at(minute), last: at(minute + 1), ...started, ...more };
};

/** The lines below a heading, without those of a chart. */
function section(report: Partial<Report>, title: string): string[] {
  const text = reportMarkdown({ ...empty, ...report }, open);
  const [, body = ''] = text.split(`## ${title}\n\n`);
  return (body.split('\n\n## ')[0] ?? '').trimEnd().split('\n');
}
function summary(...problems: Report['problems']): string {
  const [first, ...also] = incidentSpans(problems, empty.to, () => undefined);
  const none = { roles: [], group: undefined, lost: undefined, event: undefined };
  const text = reportMarkdown({ ...empty, problems, summary: first && { ...first, ...none, also } }, open);
  return (text.split('\n').find((line) => line.includes('Times are')) ?? '').replace(/ Times are .*/, '');
}

test('an empty report says so and has no empty headings', () => {
  const zone = /Times are in [\w/+-]+ \(UTC[+\-:\d]*\)\.\n$/;
  const [head, ...rest] = reportMarkdown(empty, open).replace(zone, 'in the zone').split('\n\n');
  expect(head).toBe('# Incident report: prod, 2026-01-15 12:00:00 to 2026-01-15 13:00:00');
  expect(rest).toEqual(['There was no problem in this period. in the zone']);
});

test('the first sentence tells how many incidents there were, how severe, and how they ended', () => {
  const since = 'the first since 12:05:00';
  expect(summary(stored(5, { clearedAt: at(20), hit: atRisk(1200) }))).toEqual(
    `1 incident, 1 critical; ${since}; up to 1.20k viewers hit by one of them; all had cleared by 12:20:00.`,
  );
  const warned = stored(5, { clearedAt: at(20), worst: 'warning' });
  const other = stored(8, { key: 'other', clearedAt: at(30) });
  expect(summary(warned, other)).toEqual(
    `2 incidents, 1 critical; ${since}; no viewers known to be hit; all had cleared by 12:30:00.`,
  );
  const standing = [stored(9, { key: 'c', seenAt: at(59) }), stored(10, { key: 'd', seenAt: at(58) })];
  const ends = '1 still open at the end; the end of 1 was not watched.';
  expect(summary(warned, other, ...standing)).toEqual(
    `4 incidents, 3 critical; ${since}; no viewers known to be hit; ${ends}`,
  );
});

test('expected problems of planned work are marked and counted separately', () => {
  const work = { at: at(0), until: at(30), note: 'disk swap', by: 'anna', planned: true } as const;
  const planned = stored(5, { clearedAt: at(20), hit: atRisk(1200), acknowledged: work });
  expect(summary(planned)).toBe('There was no problem in this period. Planned work: 1 problem, not counted.');
  const counted = /^1 incident, 1 critical; .* no viewers known .*\. Planned work: 1 problem, not counted\.$/;
  expect(summary(stored(8, { clearedAt: at(30) }), planned)).toMatch(counted);
  const [shown] = section({ problems: [planned] }, 'Problems');
  expect(shown).toMatch(/ Planned by anna from 12:00:00 to 12:30:00: disk swap\.$/);
});

test('a problem tells its beginning, its duration, who was affected, and whether it was acknowledged', () => {
  const problems = [
    stored(5, { clearedAt: at(60), hit: atRisk(1200) }),
    stored(6, { clearedAt: at(61) }),
    stored(7, { acknowledged: { at: at(8), note: 'fan is *replaced*' } }),
    stored(8, { worst: 'warning', seenAt: at(30) }),
  ];
  const words = 'Server load, edge-1a: edge-1a: CPU 97%.';
  expect(section({ problems }, 'Problems')).toEqual([
    `- **critical** ${words} 12:05:00 to 13:00:00 (55m 00s), 1.20k viewers degraded.`,
    `- **critical** ${words} Since 12:06:00, 54m 00s so far.`,
    `- **critical** ${words} Since 12:07:00, 53m 00s so far. Acknowledged 12:08:00: fan is \\*replaced\\*.`,
    `- **warning** ${words} Since 12:08:00, seen until 12:30:00, then not watched.`,
  ]);
});

test('times of a report over several days name their day', () => {
  const lines = section({ from: at(-24 * 60), problems: [stored(5, { clearedAt: at(60) })] }, 'Problems');
  expect(lines[0]).toMatch(/ 2026-01-15 12:05:00 to 2026-01-15 13:00:00 /);
});

test('the timeline has beginnings, ends and changes in order of time', () => {
  const event = (minute: number, subject: string, message = 'restarted') =>
    ({ at: at(minute), kind: 'restart', subject, message }) as const;
  const known = stored(-5, { clearedAt: at(2), acknowledged: { at: at(1), note: 'seen' } });
  const problems = [known, stored(50, { worst: 'warning' })];
  const group = [event(3, 'a'), event(4, 'b'), event(4, 'c'), event(5, 'd')];
  const events = [event(0, 'early'), ...group, event(6.1, 'e'), event(60, 'late', 'came back')];
  const changes = [line(10, { object: 'Settings', message: 'changed' }), line(61)];
  expect(section({ problems, events, changes }, 'Timeline')).toEqual([
    '- 12:01:00 **edge-1a** Server load is acknowledged',
    '- 12:02:00 **edge-1a** Server load has cleared',
    '- 12:03:00 **a, b, c, d** restarted, the last at 12:05:00',
    '- 12:06:06 **e** restarted',
    '- 12:10:00 **Settings** changed',
    '- 12:50:00 **edge-1a** Server load (warning) begins',
    '- 13:00:00 **late** came back',
  ]);
});

test('repeats are one row with their count and time; streams go down and come up by name', () => {
  const message = 'missing from the topology for 3 polls';
  const gone = { kind: 'server-gone', subject: 'edge-1', message } as const;
  const missing = Array.from({ length: 12 }, (_, index) => ({ at: at(index), ...gone }));
  const streams = [...'abcdef'].map((stream, n) => ({ at: at(30) + n * 1_000, stream, isUp: false }));
  const up = { at: at(40), stream: 'a', isUp: true };
  expect(section({ from: at(-1), events: missing, streams: [...streams, up] }, 'Timeline')).toEqual([
    '- 12:00:00 **edge-1** missing from the topology for 3 polls 12 times between 12:00:00 and 12:11:00',
    '- 12:30:00 **a, b, c and 3 others** down, the last at 12:30:05',
    '- 12:40:00 **a** published',
  ]);
});

test('six lines say what happened, who caused it, when, what was lost, what came before, and how it is now', () => {
  const problem = stored(10, { clearedAt: at(20), hit: atRisk(340) });
  const lost = { normal: 1_000, peak: 340, peakAt: at(12), now: 990 };
  const event = { at: at(9), object: 'Config', message: 'reload by 10.0.0.7', objects: 1 };
  const object = { kind: 'server', name: 'edge-1a' } as const;
  const objects = [{ object, viewerMinutes: 2_000, lost: 0 }];
  const bill = { viewerMinutes: 2_500, lost: 0, at: at(20), objects };
  const times = { since: at(10), until: at(20), isEndWatched: true };
  const span = { problem, worst: 'critical', ...times, bill } as const;
  const parts = { ...span, roles: ['edge'], group: 'EU', others: 2, also: [] };
  const lines = (more: object, problems = [problem]) =>
    reportMarkdown({ ...empty, problems, summary: { ...parts, lost, event, ...more } }, open)
      .split('\n')
      .slice(2, 8);
  expect(lines({})).toEqual([
    '- **What:** Server load: edge-1a: CPU 97%; 2 further problems',
    '- **Culprit:** server edge-1a (edge, group EU)',
    '- **When:** 12:10:00 to 12:20:00 (10m 00s)',
    '- **Lost:** 2.50k viewer-minutes (2.00k edge-1a, 500 not attributed); the cluster had up to 340 viewers less (34%, at 12:12:00) than the 1.00k of the ten minutes before',
    '- **Before it:** 12:09:00 Config: reload by 10.0.0.7',
    '- **Now:** all problems have cleared, for 40m 00s; 990 viewers, 99% of those before (2026-01-15 13:00:00)',
  ]);
  const standing = [stored(10, { hit: atRisk(340) })];
  const unknown = { until: undefined, lost: undefined, event: undefined, bill: undefined };
  expect(lines(unknown, standing).slice(2)).toEqual([
    '- **When:** since 12:10:00, 50m 00s so far',
    '- **Lost:** no viewers known; 340 viewers degraded; nothing was measured before it',
    '- **Before it:** nothing in the journal explains it',
    '- **Now:** 1 incident open (2026-01-15 13:00:00)',
  ]);
  const unseen = [stored(10, { hit: atRisk(340), seenAt: at(15) })];
  const [, , when, , , now] = lines({ until: at(15), isEndWatched: false }, unseen);
  expect(when).toBe('- **When:** 12:10:00 to 12:15:00 (5m 00s), then not watched');
  expect(now).toContain('- **Now:** no problem is known to be open; 990 viewers');
});

test('two faults at the same time are both told, and the servers that lost viewers are the culprit', () => {
  const servers = ['edge-par-2', 'edge-waw-1'].map((name) => ({ kind: 'server', name }) as const);
  const drain = stored(10, { subject: { kind: 'cluster' }, names: [{ kind: 'cluster' }, ...servers] });
  const other = stored(12, { key: 'hot:t-1', subject: { kind: 'server', name: 't-1' }, hit: atRisk(7) });
  const span = { worst: 'warning', since: at(12), until: at(15), isEndWatched: true } as const;
  const bill = { viewerMinutes: 70, lost: 0, at: at(15), objects: [] };
  const unknown = { until: undefined, bill: undefined, group: undefined, lost: undefined, event: undefined };
  const first = { problem: drain, since: at(10), isEndWatched: true, worst: 'critical', others: 0 } as const;
  const second = { problem: other, others: 0, bill, ...span };
  const text = (times: number) => {
    const summary = { ...first, ...unknown, roles: ['edge'], also: Array(times).fill(second) };
    return reportMarkdown({ ...empty, problems: [drain, other], summary }, open);
  };
  expect(text(1)).toContain('- **Culprit:** server edge-par-2, server edge-waw-1 (edge)\n');
  expect(text(1)).toContain(
    '- **Also:** Server load, t-1, 12:12:00 to 12:15:00 (3m 00s); lost: 70 viewer-minutes (70 not attributed)\n',
  );
  expect(text(5)).toContain('- **Also:** 2 other incidents\n');
});

test('a journal line tells how many similar entries it stands for', () => {
  const many = [line(2, { others: 1200 }), line(3, { others: 2, times: 5 }), line(4, { times: 3 })];
  expect(section({ journal: [line(1), ...many], journalHeldBack: 7 }, 'Journal')).toEqual([
    '- 12:01:00 **Transcoder** Task started',
    '- 12:02:00 **Transcoder and 1.20k others** Task started, the last at 12:03:00',
    '- 12:03:00 **Transcoder and 2 others** Task started ×5',
    '- 12:04:00 **Transcoder** Task started ×3',
    '',
    '7 more entries are left out.',
  ]);
  expect(section({ journal: [line(1)] }, 'Journal')).toHaveLength(1);
});

test('a figure is drawn over the whole time, with gaps where nothing was measured', () => {
  const points = Array.from({ length: 31 }, (_, index) => {
    const mean = index > 10 && index < 16 ? null : 1e6 * (1 + (index % 3));
    return { at: at(index * 2), mean, least: mean, most: index === 20 ? 9_999_000 : mean };
  });
  const drawn = section({ figures: { ...empty.figures, viewers: points, out: points } }, 'Figures');
  // A peak of one sample is above the line of means, and is named.
  expect(drawn.slice(0, 13)).toEqual([
    'Viewers, peak 10.0M at 12:40:00',
    '',
    '```text',
    '12.0M ┤',
    '      ┤                                                ::',
    '      ┤                                                ::',
    '6.86M ┤                                                ::',
    '      ┤                                                ::',
    '      ┤   ╭──╮    ╭─╮    ╭─╮                  ╭──╮    ╭─╮    ╭─╮    ╭─╮    ╭─╮',
    '      ┤───╯  ╰────╯ ╰────╯ ╰────             ─╯  ╰────╯ ╰────╯ ╰────╯ ╰────╯ ╰─',
    '    0 ┤',
    '       12:00:00                                                        13:00:00',
    '```',
  ]);
  const next = ['', 'Outgoing, peak 80.0 Mbit/s at 12:40:00', '', '```text', '96.0 Mbit/s ┤'];
  expect(drawn.slice(13, 18)).toEqual(next);
});

test('points outside of the time are drawn at its ends', () => {
  const points = [-10, 70].map((minute) => ({ at: at(minute), mean: 5, least: 5, most: 5 }));
  const drawn = section({ figures: { ...empty.figures, streams: points } }, 'Figures');
  expect(drawn.find((row) => row.includes('─'))?.replace(/^.*┤/, '')).toBe(`─${' '.repeat(70)}─`);
});

test('unknown facts have a section of their own', () => {
  const gaps = [{ resource: 'journal', from: at(1), to: at(2), reason: 'TIMEOUT' }];
  const facts = ['- journal: 12:01:00 to 12:02:00 (TIMEOUT)', '- viewers'];
  expect(section({ gaps, missing: ['viewers'] }, 'Not known')).toEqual(facts);
});

test('withheld names are counted, in words and for programs', () => {
  const report = { ...empty, journal: [line(1, { message: '10.0.0.7 and 10.0.0.8 <b>|x|</b>' })] };
  const style = { withhold: true, users: [] };
  expect(reportMarkdown(report, style)).toContain(
    '\\[address 1\\] and \\[address 2\\] &lt;b\\>\\|x\\|&lt;/b\\>\n\n' +
      '*Withheld: 2 × address. The same number always means the same value. Looked for: IPv4,',
  );
  expect(reportMarkdown(report, style)).toContain('Not withheld: names of servers,');
  expect(reportMarkdown(empty, style)).toContain('*Nothing was withheld. Looked for: IPv4,');
  expect(reportMarkdown(report, open)).not.toMatch(/withheld/i);
  const json = reportJson({ ...report, missing: ['from 10.0.0.7'] }, style);
  expect(json).toMatchObject({
    from: FROM,
    figures: empty.figures,
    journal: [{ message: '[address 1] and [address 2] <b>|x|</b>', at: at(1) }],
    missing: ['from [address 1]'],
    withheld: { address: 2 },
    withholding: expect.stringContaining('Not withheld: names of servers'),
  });
  expect(reportJson(report, open)).toBe(report);
});
