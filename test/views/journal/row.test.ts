import { expect, test } from 'vitest';
import { clockTime, dateTime } from '../../../src/base/format.ts';
import type { JournalItem } from '../../../src/cluster/journal/log.ts';
import { journalLine, ownJournalLine } from '../../../src/views/journal/line.ts';
import type { RowLook } from '../../../src/views/journal/row.ts';
import {
  dayLine,
  entryLines,
  journalRowCount,
  journalRows,
  journalText,
} from '../../../src/views/journal/row.ts';
import { textOf, tonesOf } from '../../support/drawn-table.ts';

const AT = new Date(2026, 0, 15, 14, 3, 7, 45).getTime();
const entry = (message: string | undefined, more: object = {}): JournalItem & { kind: 'entry' } => ({
  kind: 'entry',
  key: '1',
  entry: { id: 7, createDate: AT, objectName: 'Stream: news', threadName: 'worker-1', message, ...more },
});
const gap = (missing: number | undefined): JournalItem => ({ kind: 'gap', key: 'g', missing, at: AT });
const restart: JournalItem = { kind: 'restart', key: 'r', at: AT };
const look = (width: number, more: Partial<RowLook> = {}): RowLook => {
  return { width, wrap: false, highlight: [], current: false, ...more };
};
const drawn = (item: JournalItem, width: number, more: Partial<RowLook> = {}) =>
  journalRows(item, look(width, more)).map(textOf);
const long = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');

test('a row shows time, mark, object and message; a wide one the kind of the object and the thread, too', () => {
  expect([20, 36, 40, 59, 60, 129, 130].map((width) => drawn(entry('Connection lost'), width)[0])).toEqual([
    '14:03:07 ▲ news   Connection lost',
    '14:03:07 ▲ news      Connection lost',
    '14:03:07 ▲ news       Connection lost',
    '14:03:07 ▲ news           Connection lost',
    '14:03:07 ▲ news              Connection lost',
    '14:03:07 ▲ Stream: news                     Connection lost',
    '14:03:07 ▲ Stream: news                     worker-1         Connection lost',
  ]);
  expect(drawn(entry('Connection lost', { objectName: null, threadName: null }), 130)).toEqual([
    '14:03:07 ▲ —                                —                Connection lost',
  ]);
  const tones = tonesOf(journalRows(entry('Connection lost'), look(60))[0] ?? []);
  expect(tones).toEqual(['14:03:07 dim', '▲ warn', 'news info', 'Connection lost warn']);
});

test('a wrapped message continues below its beginning, in up to twelve rows', () => {
  expect(drawn(entry('one two three four five six seven eight nine'), 40, { wrap: true })).toEqual([
    '14:03:07   news       one two three four',
    '                      five six seven ',
    '                      eight nine',
  ]);
  const rows = drawn(entry(long), 40, { wrap: true });
  expect(rows).toHaveLength(13);
  expect(rows.at(-1)).toBe(`${' '.repeat(22)}... 17 more rows, v shows all`);
  expect(drawn(entry(long), 40)).toHaveLength(1);
});

test('the height of an item is the number of rows drawn for it', () => {
  const items = [entry('short'), entry('one two three four five six seven eight nine'), entry(long), gap(5)];
  expect(items.map((item) => journalRowCount(item, 40, true))).toEqual([1, 3, 13, 1]);
  expect(items.map((item) => drawn(item, 40, { wrap: true }).length)).toEqual([1, 3, 13, 1]);
  expect(items.map((item) => journalRowCount(item, 40, false))).toEqual([1, 1, 1, 1]);
});

test('gaps, restarts and dates are lines between the entries, drawn and as text', () => {
  expect(drawn(gap(1200), 60)).toEqual(['── 1.20k entries not read ──']);
  expect(drawn(gap(undefined), 60)).toEqual(['── some entries not read ──']);
  expect(drawn(restart, 60)).toEqual([`── the journal starts again here (${clockTime(AT)}) ──`]);
  expect(textOf(dayLine(AT))).toBe('── 2026-01-15 ──');
  expect(journalText(gap(1200))).toBe('-- 1200 entries not read --');
  expect(journalText(gap(undefined))).toBe('-- some entries not read --');
  expect(journalText(restart)).toBe(`-- the journal starts again here (${dateTime(AT)}) --`);
  const words = '2026-01-15 14:03:07  Stream: news  [worker-1]  Connection lost';
  expect(journalText(entry('Connection lost'))).toBe(words);
});

test('the reading view has each field on its own line and the full message', () => {
  const lines = entryLines(entry('first line\nand a second one').entry, 12).map(textOf);
  const fields = [
    'Time     2026-01-15 14:03:07.045',
    'Object   Stream: news',
    'Thread   worker-1',
    'Id       7',
  ];
  expect(lines).toEqual([...fields, '', 'first line', 'and a second', 'one']);
  expect(textOf(entryLines({ id: 1, createDate: 0, undated: true }, 12)[0] ?? [])).toBe('Time     —');
});

test('the object has a third of the row, within limits, less where its kind is left out', () => {
  const columns = (width: number) => textOf(journalLine(entry('|'), width)).indexOf('|') - 12;
  expect([20, 40, 60, 100, 200].map(columns)).toEqual([12, 12, 17, 32, 32]);
});

test('in a pane about one object its name is left out, and others are named', () => {
  const line = (objectName: string) =>
    textOf(ownJournalLine(entry('Heartbeat answered', { objectName }), 60, 'edge-1'));
  expect(line('Server: edge-1')).not.toContain('edge-1');
  expect(line('ClusterManager: cm-1')).toMatch(/ClusterManager: cm-1 {2}Heartbeat answered/);
  expect(line('Server: edge-10')).toContain('edge-10');
});
