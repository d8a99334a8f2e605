import { expect, test } from 'vitest';
import type { Line } from '../../src/base/text.ts';
import type { JournalItem } from '../../src/cluster/journal-log.ts';
import { emptyJournal } from '../../src/cluster/journal-merge.ts';
import { excerptLine, journalDigest } from '../../src/views/journal-digest.ts';

const lineText = (line: Line) => line.map(({ text }) => text).join('');
const NOW = Date.UTC(2026, 0, 15, 12);
const item = (secondsAgo: number, message: string): JournalItem => {
  const createDate = NOW - secondsAgo * 1_000;
  return {
    kind: 'entry',
    key: `${createDate}`,
    entry: { id: createDate, createDate, objectName: 'Server: a', message },
  };
};
const routine = Array.from({ length: 170 }, (_, index) => item(171 - index, `Viewer connected: ${index}x`));

test('a warning that the newest routine entries would have pushed out stays, and what is held back is said', () => {
  const items = [...routine.slice(0, 20), item(150.5, 'Send queue overflow'), ...routine.slice(20)];
  const { notable, routine: rest, heldBack } = journalDigest({ ...emptyJournal, items }, NOW, 6);
  expect(notable.map((entry) => lineText(excerptLine(entry, 80)))).toEqual([
    expect.stringMatching(/^\d\d:57:29 ▲ Server: a +Send queue overflow$/),
  ]);
  expect(rest.map(({ key }) => key)).toEqual(routine.slice(-5).map(({ key }) => key));
  expect(heldBack).toBe(165);
});

test('a warning that repeats is one line with its number', () => {
  const items = [
    ...routine,
    ...Array.from({ length: 40 }, (_, index) => item(1, `request ${index} timed out`)),
  ];
  const { notable, routine: rest } = journalDigest({ ...emptyJournal, items }, NOW, 6);
  expect(notable.map((entry) => lineText(excerptLine(entry, 60)))).toEqual([
    expect.stringMatching(/timed out +×40$/),
  ]);
  expect(rest).toHaveLength(5);
});

test('without anything worth reading the pane is the newest entries', () => {
  const { notable, routine: rest } = journalDigest({ ...emptyJournal, items: routine }, NOW, 6);
  expect([notable.length, rest.length]).toEqual([0, 6]);
});
