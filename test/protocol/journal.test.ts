import { expect, test } from 'vitest';
import { fastParse } from '../../src/protocol/fast-parse.ts';
import { entryTime, journalPageSchema } from '../../src/protocol/journal.ts';

/** The id, the order key and the date of each entry, for entries with these dates. */
function datesOf(dates: readonly unknown[]) {
  const list = dates.map((createDate, index) => ({ id: index + 1, createDate }));
  const { value } = fastParse(journalPageSchema, { data: { list } });
  return value.data.list.map((entry) => [entry.id, entry.createDate, entryTime(entry)].join(' '));
}

test.each<[string, readonly unknown[], string]>([
  ['each by its own date', [300, 200], '1 300 300, 2 200 200'],
  ['without one, beside the entry after it', [300, null, 200], '1 300 300, 2 200 , 3 200 200'],
  ['with one that cannot be read, as without one', [300, 'yesterday', 200], '1 300 300, 2 200 , 3 200 200'],
  ['at the end, by the first of all', [null, 300, 200, undefined], '1 300 , 2 300 300, 3 200 200, 4 300 '],
  ['no dates at all, so the beginning of time', [null], '1 0 '],
])('reads the dates of entries: %s', (_what, dates, expected) => {
  expect(datesOf(dates).join(', ')).toBe(expected);
});
