import { expect, test } from 'vitest';
import { createJournalStore } from '../../../src/history/journal-store.ts';
import { createProblemStore } from '../../../src/history/problems/problem-store.ts';
import { createHistoryReader } from '../../../src/history/reader.ts';
import { incidentPeriod, type Report, reportOf } from '../../../src/history/report/report.ts';
import { beginningAt } from '../../../src/triage/problem.ts';
import { reportMarkdown } from '../../../src/views/report/markdown.ts';
import { atRisk, sampleProblem } from '../../support/sample-problem.ts';
import { addTotals, journalEntry, openSamples, openTestHistory } from '../rig.ts';

const START = new Date(2026, 0, 15, 14, 0).getTime();
const MINUTE = 60_000;
const hour = { from: START, to: START + 60 * MINUTE };
const gone = sampleProblem({
  key: 'server-gone:edge-1',
  subject: { kind: 'server', name: 'edge-1' },
  title: 'Server outage',
  reason: '340 viewers, <b>12</b> streams',
  since: START + 10 * MINUTE,
  noticedAt: START + 10 * MINUTE,
  hit: atRisk(340),
  acknowledged: { at: START + 15 * MINUTE, note: 'alice looks at it, 10.0.0.7' },
});

async function incident() {
  const { db, store } = await openSamples();
  const [journal, problems] = [createJournalStore(db), createProblemStore(db)];
  for (let minute = 0; minute < 30; minute++) {
    const at = START + minute * MINUTE;
    addTotals(store, at, minute < 10 || minute >= 20 ? 1_000 : 660);
    const beat = (ms: number) =>
      journalEntry(minute * 20 + ms, at + ms, 'Server: edge-2', `Heartbeat answered in ${ms} ms`);
    journal.add(Array.from({ length: 20 }, (_, ms) => beat(ms)));
  }
  journal.add([
    journalEntry(9_000, START + 9 * MINUTE, 'Config', 'reload by user alice from 10.0.0.7'),
    ...Array.from({ length: 30 }, (_, index) => {
      const message = `Viewer connection failed: ${(0xc4817cec + index * 977).toString(16)}`;
      return journalEntry(9_100 + index, START + 5 * MINUTE + index, 'Viewer', message);
    }),
  ]);
  problems.keep([gone], gone.noticedAt);
  problems.keep([], START + 20 * MINUTE);
  return reportOf(createHistoryReader(db), 'lab', { from: START, to: START + 30 * MINUTE });
}

test('a report says what happened, since when, how long, who was affected, and what changed before', async () => {
  const text = reportMarkdown(await incident(), { withhold: true, users: ['alice'] });
  expect(text).toContain('1 incident, 1 critical; the first since 14:10:00; up to 340 viewers hit');
  expect(text).toContain('**critical** Server outage, edge-1');
  expect(text).toContain('14:10:00 to 14:20:00 (10m 00s), 340 viewers degraded');
  expect(text).toMatch(/14:09:00 \*\*Config\*\* reload by user/);
  expect(text).toMatch(
    /## Timeline\n\n- 14:09:00 \*\*Config\*\*.*\n- 14:10:00 \*\*edge-1\*\* Server outage .*begins\n- 14:15:00 .*acknowledged\n- 14:20:00 .*cleared/,
  );
  expect(text).toContain('all had cleared by 14:20:00');
  expect(text).toMatch(/Times are in \S+ \(UTC/);
  // The chart shows the fall of the viewers.
  expect(text).toMatch(/Viewers, peak 1.00k at 14:0\d:00\n\n```text\n.*┤/);
});

test('messages that differ only in ids and numbers share a line, and routine is left out', async () => {
  const text = reportMarkdown(await incident(), { withhold: true, users: [] });
  expect(text.match(/Viewer connection failed/g)).toHaveLength(1);
  expect(text).toMatch(/Viewer connection failed: \w+ ×30/);
  expect(text).not.toContain('Heartbeat');
  expect(text).toContain('599 more entries are left out.');
});

/** A history of one figure each minute, with these journal entries. */
async function journalOf(entries: readonly { second: number; object: string; message: string }[]) {
  const { db, store } = await openSamples();
  for (let minute = 0; minute <= 60; minute++) addTotals(store, START + minute * MINUTE, 1_000);
  const entry = ({ second, object, message }: (typeof entries)[number], id: number) =>
    journalEntry(id, START + second * 1_000, object, message);
  createJournalStore(db).add(entries.map(entry));
  return { db, reader: createHistoryReader(db) };
}

/** Each of its own kind, so that each is a line. */
const words = Array.from({ length: 60 }, (_, index) =>
  [...index.toString(26)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join(''),
);

test('a report that is too long keeps the lines nearest to the first problem, or those in the middle when there is none', async () => {
  const { db, reader } = await journalOf(
    words.map((word, index) => ({ second: index * 60 + 30, object: 'Disk', message: `failed with ${word}` })),
  );
  const span = ({ journal }: Report) =>
    [journal.at(0), journal.at(-1)].map((entry) => Math.floor(((entry?.at ?? 0) - START) / MINUTE));
  const middle = reportOf(reader, 'lab', hour);
  expect([middle.journal.length, middle.journalHeldBack, span(middle)]).toEqual([40, 20, [10, 49]]);
  const [since, noticedAt] = [beginningAt(START + 5 * MINUTE), START + 6 * MINUTE];
  createProblemStore(db).keep([{ ...gone, since, noticedAt }], noticedAt);
  expect(span(reportOf(reader, 'lab', hour))).toEqual([0, 39]);
});

test('changes have a section of their own: the last forty, in order of time', async () => {
  const change = { object: 'Config', message: 'reload by user alice' };
  const { reader } = await journalOf([
    ...Array.from({ length: 50 }, (_, second) => ({ second, ...change })),
    { second: 10, object: 'Disk', message: 'failed' },
  ]);
  const { changes, journal, journalHeldBack } = reportOf(reader, 'lab', { ...hour, from: START - 1 });
  const times = Array.from({ length: 40 }, (_, nth) => START + (10 + nth) * 1_000);
  expect(changes).toEqual(times.map((at) => ({ ...change, at, last: at, others: 0, times: 1 })));
  expect([journal.map(({ message }) => message), journalHeldBack]).toEqual([['failed'], 10]);
});

test('the streams that the journal says went down or came up are named; of other objects the words say nothing', async () => {
  const { reader } = await journalOf([
    { second: 10, object: 'Stream: news', message: 'Status Update: UNPUBLISHED' },
    { second: 15, object: 'Server: edge-1', message: 'Status Update: PUBLISHED' },
    { second: 20, object: 'Stream: news', message: 'Status Update: PUBLISHED' },
    { second: 30, object: 'Stream: news', message: 'Status Update: CLOSING' },
  ]);
  expect(reportOf(reader, 'lab', hour).streams).toEqual([
    { at: START + 10_000, stream: 'news', isUp: false },
    { at: START + 20_000, stream: 'news', isUp: true },
  ]);
});

test('the same message of four objects is one line with their sum; that of three is three lines, in order of time', async () => {
  const fail = (object: string, second: number) => ({ second, object, message: 'Connection failed' });
  const of = async (objects: number) => {
    const servers = Array.from({ length: objects }, (_, index) => fail(`Server: edge-${index}`, 100 - index));
    const { reader } = await journalOf([...servers, { second: 50, object: 'Disk', message: 'Disk failure' }]);
    const seconds = (at: number) => (at - START) / 1_000;
    return reportOf(reader, 'lab', hour).journal.map(
      ({ object, at, last, others, times }) =>
        `${object} ×${times} and ${others} others, ${seconds(at)} to ${seconds(last)}`,
    );
  };
  const disk = 'Disk ×1 and 0 others, 50 to 50';
  const each = [98, 99, 100].map((at, nth) => `Server: edge-${2 - nth} ×1 and 0 others, ${at} to ${at}`);
  expect(await of(3)).toEqual([disk, ...each]);
  expect(await of(4)).toEqual([disk, 'Server: edge-3 ×4 and 3 others, 97 to 100']);
});

test('a report names what could not be found out', async () => {
  const { reader } = await journalOf([]);
  const missing = (from: number, to: number) =>
    reportOf(reader, 'lab', { from: START + from * MINUTE, to: START + to * MINUTE }).missing;
  const figures = ['viewers', 'streams', 'in', 'out'].map((figure) => `figures of ${figure}`);
  const end = 'the end: the cluster was no longer watched';
  // A figure that was never measured is a gap of its own, not a missing one.
  expect([missing(0, 60), missing(0, 61), missing(0, 61.1)]).toEqual([[], [], [end]]);
  expect(missing(-0.1, 60)).toEqual(['the start: the history begins later']);
  expect(missing(90, 95)).toEqual([end, ...figures]);
  const empty = createHistoryReader(await openTestHistory());
  expect(reportOf(empty, 'lab', { from: START, to: START + MINUTE }).missing).toHaveLength(6);
});

test('the report of one problem is about its incident, and the time around it', async () => {
  const { db, reader } = await journalOf([]);
  const begun = (at: number) => ({ noticedAt: at, since: at });
  const other = sampleProblem({ key: 'server-hot:edge-9', ...begun(START + 50 * MINUTE) });
  const problems = createProblemStore(db);
  const incident = { root: gone.key, since: gone.since, severity: gone.severity, times: 1 };
  const sooner = sampleProblem({ key: 'server-hot:edge-1', ...begun(gone.noticedAt), incident });
  problems.keep([gone, sooner], gone.noticedAt);
  problems.keep([gone], START + 12 * MINUTE);
  problems.keep([], START + 20 * MINUTE);
  problems.keep([other], other.noticedAt);
  const period = incidentPeriod(reader.problems(hour.from, hour.to), gone.key, hour.to);
  expect(period).toEqual({ from: START - 5 * MINUTE, to: START + 25 * MINUTE });
  const { problems: about } = reportOf(reader, 'lab', { ...hour, problem: gone.key });
  expect(about.map(({ key }) => key)).toEqual([gone.key, sooner.key]);
  expect(incidentPeriod([], 'unknown', START)).toBeUndefined();
});
