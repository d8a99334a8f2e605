import { expect, test } from 'vitest';
import type { JournalItem } from '../../../src/cluster/journal/log.ts';
import { emptyJournal } from '../../../src/cluster/journal/merge.ts';
import { excerptLine, excerptRows, journalDigest } from '../../../src/views/journal/digest.ts';
import { textOf } from '../../support/drawn-table.ts';

const NOW = Date.UTC(2026, 0, 15, 12);
const item = (secondsAgo: number, message: string): JournalItem => {
  const createDate = NOW - secondsAgo * 1_000;
  const entry = { id: createDate, createDate, objectName: 'Server: a', message };
  return { kind: 'entry', key: `${createDate}`, entry };
};
const routine = Array.from({ length: 170 }, (_, index) => item(171 - index, `Viewer connected: ${index}x`));

test('a warning stays although newer routine entries come, and the number of hidden ones is shown', () => {
  const items = [...routine.slice(0, 20), item(150.5, 'Send queue overflow'), ...routine.slice(20)];
  const { notable, routine: rest, heldBack } = journalDigest({ ...emptyJournal, items }, NOW, 6);
  expect(notable.map((entry) => textOf(excerptLine(entry, 80)))).toEqual([
    expect.stringMatching(/^\d\d:57:29 ▲ a +Send queue overflow$/),
  ]);
  expect(rest.map(({ key }) => key)).toEqual(routine.slice(-5).map(({ key }) => key));
  expect(heldBack).toBe(165);
});

test('notable entries are not repeated among the routine ones, and a gap is shown', () => {
  const gap: JournalItem = { kind: 'gap', key: 'gap', missing: 5, at: NOW - 2_000 };
  const items = [item(4, 'Status Update'), item(3, 'Send queue overflow'), gap, item(1, 'Status Update')];
  const { notable, routine: rest, heldBack } = journalDigest({ ...emptyJournal, items }, NOW, 8);
  expect(notable).toHaveLength(1);
  expect(rest.map(({ key }) => key)).toEqual([items[0], gap, items[3]].map((one) => one?.key));
  expect(heldBack).toBe(0);
});

test('a message that is too long for its row continues below, where there is room', () => {
  const words = 'Send queue overflow on the uplink to the second origin, 42 packets lost';
  const [entry] = journalDigest({ ...emptyJournal, items: [item(1, words)] }, NOW, 6).notable;
  if (!entry) throw new Error('nothing is notable');
  const rows = (width: number, most: number, times = 1) =>
    excerptRows({ ...entry, times }, width, most).map((line) =>
      textOf(line).replace(/^\d\d:59:59/, 'hh:59:59'),
    );
  expect(rows(60, 3)).toEqual([
    'hh:59:59 ▲ a                 Send queue overflow on the ',
    '                             uplink to the second origin, 42',
    '                             packets lost',
  ]);
  expect(rows(60, 2, 7)).toEqual([
    'hh:59:59 ▲ a                 Send queue overflow on the   ×7',
    '                             uplink to the second origin,',
  ]);
  expect(rows(60, 1)).toEqual([
    'hh:59:59 ▲ a                 Send queue overflow on the uplink to the second origin, 42 packets lost',
  ]);
  expect(rows(120, 3)).toEqual([
    'hh:59:59 ▲ Server: a                        Send queue overflow on the uplink to the second origin, 42 packets lost',
  ]);
});
