import { expect, test } from 'vitest';
import type { JournalState } from '../../../src/cluster/journal/log.ts';
import { emptyJournal } from '../../../src/cluster/journal/merge.ts';
import { withTemplates } from '../../../src/cluster/journal/templates.ts';
import type { JournalEntry } from '../../../src/protocol/journal.ts';
import { parseFilter } from '../../../src/views/journal/filter.ts';
import { journalList } from '../../../src/views/journal/list.ts';
import { filterProblem, highlightTest, matchedRanges } from '../../../src/views/journal/match.ts';
import { type EntryTest, journalIndex } from '../../../src/views/journal/search-index.ts';
import { cpuTime } from '../../support/cpu-time.ts';

const noon = new Date(2026, 0, 15, 12).getTime();
const entry = (id: number, objectName: string, message: string, threadName = 'main', minute = id) =>
  ({ id, objectName, message, threadName, createDate: noon + minute * 60_000 }) satisfies JournalEntry;

const entries = [
  entry(1, 'Stream: arena', 'Status Update: PUBLISHED', 'worker-1'),
  entry(2, 'Transcoder', 'Task started', 'worker-2'),
  entry(3, 'Transcoder', 'task FAILED: no input', 'worker-1'),
  entry(4, 'ClusterManager', 'node-1 lost', 'main'),
  entry(5, 'ClusterManager', 'path /live/cam', 'main'),
];

function journal(list: readonly JournalEntry[]): JournalState {
  const items = list.map((one) => ({ kind: 'entry' as const, entry: one, key: `${one.id}` }));
  // The last kind of message came while castwatch was watching.
  const opening = withTemplates(new Map(), list.slice(0, -1), true);
  return { ...emptyJournal, templates: withTemplates(opening, list.slice(-1), false), items, dropped: 0 };
}

const never: EntryTest = { key: 'never', keepLines: false, test: (all) => all.map(() => false) };

/** Ids of the entries that pass a filter, ten minutes after noon. */
function shown(text: string, list = entries): number[] {
  const now = noon + 600_000;
  const found = journalList(journal(list), parseFilter(text, now), now);
  return Array.from({ length: found.count }, (_, index) => {
    const item = found.item(index);
    return item?.kind === 'entry' ? Number(item.entry.id) : -1;
  });
}

test.each<[number[], ...string[]]>([
  [[1, 2, 3, 4, 5], '', '?task', '?sev:warn', '!', '!object:', 'object:""'],
  [[1], 'Update:', 'object:"Stream: arena"'],
  [[1, 2], 'until:12:02'],
  [[1, 2, 5], '!sev:warning'],
  [[1, 2, 3], 'thread:/^worker/'],
  [[1, 3], 'worker-1', 'thread:worker-1'],
  [[1, 4, 5], '!transcoder', '!/task/i'],
  [[2], '"task started"', 'task !failed', '/task [a-z]+$/i', 'since:12:02 until:12:03 started'],
  // No position is kept between entries.
  [[2, 3], 'task', '/^task/i', 'object:/^T/', '!new: task', 'task /[/', '/task/gi'],
  [[3], 'TASK failed', '"task failed"', '/^task/', 'sev:w task'],
  [[3, 4], 'sev:warn'],
  [[3, 4, 5], 'since:12:03'],
  [[4, 5], 'object:cluster', 'last:6m'],
  [[5], '"/live/cam"', '/\\/live\\//', 'since:2026-01-15T12:05', 'new:'],
  [[], '"failed task"', 'object:task', 'thread:task', 'since:2026-01-16', 'sev:crit'],
  ...['object', 'thread', 'sev', 'since', 'until', 'last'].flatMap((field): [number[], string][] => [
    [[1, 2, 3, 4, 5], `${field}:`],
    [[2, 3], `!${field}: task`],
  ]),
])('the entries %j are left by %s', (ids, ...texts) => {
  for (const text of texts) expect(shown(text), text).toEqual(ids);
});

test.each([
  ['/[/', /character class/i],
  ['/(/', /group/i],
  ['!/(/', /group/i],
  ['/open', /closing/],
  ['/a/k', /flags/i],
  ['since:25:00', /not a time/],
  ['last:soon', /not a time/],
  ['sev:loud', /sev:warn or sev:crit/],
])('%s is marked as wrong and hides nothing', (text, problem) => {
  expect(filterProblem(parseFilter(text, noon))).toMatch(problem);
  expect(shown(text)).toEqual([1, 2, 3, 4, 5]);
});

test('a time of day means the last such time: after midnight the evening of yesterday', () => {
  const midnight = new Date(2026, 0, 16, 0, 30).getTime();
  expect(parseFilter('since:23:50', midnight).since).toBe(new Date(2026, 0, 15, 23, 50).getTime());
});

test('a pattern that takes too long is stopped, marked, and hides nothing', () => {
  const evil = [...entries, entry(6, 'Stream', `${'a'.repeat(60)}!`)];
  const ms = cpuTime(() => {
    expect(shown('/^(a+)+$/', evil)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(shown('!/^(a+)+$/', evil)).toEqual([1, 2, 3, 4, 5, 6]);
  });
  expect(ms).toBeLessThan(3_000);
  const filter = parseFilter('/^(a+)+$/', noon);
  expect(filterProblem(filter)).toMatch(/too long/);
  expect(matchedRanges(filter.terms, 'any', 'aaa')).toEqual([]);
});

test('highlighted ranges do not overlap, and touching ones are merged', () => {
  const ranges = (typed: string, text: string) => matchedRanges(parseFilter(typed, noon).terms, 'any', text);
  expect(ranges('abcdef cd', 'abcdef')).toEqual([[0, 6]]);
  expect(ranges('ab cd', 'abcd')).toEqual([[0, 4]]);
  expect(ranges('ab d', 'abcd')).toEqual([0, 3].map((from) => [from, from === 0 ? 2 : 4]));
  // This letter becomes two in lower case, so positions after it would be wrong.
  expect(ranges('x', '\u0130x')).toEqual([]);
  expect(ranges('a', 'a'.repeat(80))).toEqual([[0, 50]]);
  expect(ranges('/a/', 'ba'.repeat(80))).toHaveLength(50);
});

test('the next match is the next entry with something highlighted', () => {
  const holds = (text: string) => highlightTest(parseFilter(text, noon))?.test(entries);
  expect(holds('?failed lost')).toEqual([false, false, true, true, false]);
  expect(holds('!failed')).toBeUndefined();
  expect(holds('')).toBeUndefined();
  const gap = { kind: 'gap', key: 'g', missing: 1, at: noon } as const;
  const all = { ...journal(entries), items: [gap, ...journal(entries).items] };
  const keys = journalIndex(all, highlightTest(parseFilter('lost', noon)) ?? never);
  expect(keys).toEqual([4]);
});
