import { expect, test } from 'vitest';
import { coverageOf } from '../../src/triage/coverage/coverage.ts';
import { entryLines, journalText } from '../../src/views/journal/row.ts';
import { undecidedWords } from '../../src/views/problems/coverage.ts';
import { eventually } from '../support/eventually.ts';
import { type LiveJournal, startLiveJournal, type WrittenEntry } from '../support/live-journal.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { runAt } from './run-command.ts';
import { startMonitor } from './start-monitor.ts';

/*
 * Journals of servers that follow the document but differ from the simulator, as every command and the monitor
 * read them.
 */

const SECOND_MS = 1_000;

/** One entry each second, the last one of this moment. */
function written(count: number, change: (index: number) => WrittenEntry = () => ({})): WrittenEntry[] {
  const now = Date.now();
  return Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    objectName: 'Stream: a',
    message: `line ${index + 1}`,
    createDate: now - (count - 1 - index) * SECOND_MS,
    ...change(index),
  }));
}

/** Further entries. */
function add(live: LiveJournal, more: number, change: () => WrittenEntry): void {
  const before = live.entries.length;
  const fresh = Array.from({ length: more }, (_, index) => {
    const id = before + index + 1;
    return { id, objectName: 'Stream: a', message: `line ${id}`, ...change() };
  });
  live.entries = [...live.entries, ...fresh];
}

async function snapshot({ url }: LiveJournal, ...more: string[]) {
  const { stdout } = await runAt(url, 'snapshot', ...more);
  const { journal, resources } = JSON.parse(stdout);
  return { journal, about: resources.journal, messages: journal.map(({ message }: WrittenEntry) => message) };
}

/** The journal as the monitor follows it. */
function follow({ url }: LiveJournal) {
  const { store, monitor } = startMonitor(url);
  const items = () => store.getState().journal.items;
  const lines = () => items().map((item) => (item.kind === 'entry' ? item.entry.message : item.kind));
  return { store, monitor, items, lines };
}

test('of a journal that is always oldest first the newest entries are judged and shown', async () => {
  const live = await startLiveJournal(written(1_300));
  live.arrange = (all) => all;
  const { messages, about } = await snapshot(live);
  expect(messages.slice(0, 3)).toEqual(['line 1300', 'line 1299', 'line 1298']);
  expect(about.total).toBe(1_300);
});

const ids: readonly (readonly [string, (index: number) => WrittenEntry])[] = [
  ['text', (index) => ({ id: `e-${index}` })],
  ['negative', (index) => ({ id: -1 - index })],
  ['zero for all', () => ({ id: 0 })],
  ['missing', () => ({ id: undefined })],
  ['null', () => ({ id: null })],
];

test.each(ids)('ids that are %s: each entry is shown once, and new ones are added', async (_what, change) => {
  const entry = (index: number) => ({ createDate: start + index * SECOND_MS, ...change(index) });
  const start = Date.now() - 250 * SECOND_MS;
  const live = await startLiveJournal(written(250, entry));
  const { messages, about } = await snapshot(live);
  expect(about).toMatchObject({ ok: true, unreadable: 0 });
  expect([messages.length, new Set(messages).size]).toEqual([250, 250]);
  const { monitor, lines } = follow(live);
  await eventually(() => expect(lines().at(-1)).toBe('line 250'));
  const before = lines().length;
  expect(new Set(lines()).size).toBe(before);
  live.entries = written(253, entry);
  monitor.refresh();
  await eventually(() => expect(lines().at(-1)).toBe('line 253'));
  expect(lines()).toHaveLength(before + 3);
  expect(lines()).not.toContain('restart');
});

test.each(['its number', 'the number that was asked for'])(
  'a server that always returns its oldest page, with %s: every output says that newer entries are not read',
  async (number) => {
    const live = await startLiveJournal(written(300));
    live.pageOf = (page) => ({ shown: 1, said: number === 'its number' ? 1 : page });
    live.arrange = (all) => all;
    const { messages, about } = await snapshot(live);
    expect([messages.length, about.total, about.ok]).toEqual([200, 300, false]);
    const { store } = follow(live);
    await eventually(() => expect(store.getState().journal.unreached).toBe(200));
    const row = coverageOf(store.getState()).find(({ figure }) => figure === 'journal');
    expect(row).toMatchObject({ reading: 'not looked', missing: 200, of: 300, decides: true });
    expect(undecidedWords(store.getState())).toContain('200 of 300 journal entries');
    expect(live.queries.length).toBeLessThan(12);
  },
);

const byDate = (all: readonly WrittenEntry[]) =>
  all.toSorted((a, b) => Number(b.createDate) - Number(a.createDate));

/** 390 entries, thirty of each date, in a different order each time. */
async function serveShuffled(): Promise<LiveJournal> {
  const now = Date.now();
  const live = await startLiveJournal(
    written(390, (index) => ({ createDate: now - Math.floor((389 - index) / 30) * SECOND_MS })),
  );
  const random = seededRandom(7);
  live.arrange = (all) => {
    const keys = new Map(all.map((entry) => [entry, random()]));
    return byDate(all.toSorted((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0)));
  };
  live.mostRows = 100;
  return live;
}

test('equal dates in another order on each page: no entry is lost', async () => {
  const { messages } = await snapshot(await serveShuffled(), '--since', '1h');
  expect(new Set(messages).size).toBe(390);
});

test('reading back loses no entry', async () => {
  const { store, monitor, lines } = follow(await serveShuffled());
  await eventually(() => expect(lines().length).toBeGreaterThan(0));
  monitor.lookBack.read({ direction: 'older', words: 'to its beginning', reached: () => false });
  await eventually(() => expect(store.getState().lookback?.olderEnd).toBe(true));
  const items = store.getState().lookback?.journal.items ?? [];
  expect(new Set(items.map(({ key }) => key)).size).toBe(390);
  expect(items.every(({ kind }) => kind === 'entry')).toBe(true);
});

// After 590 s the new entries stand on two pages of a hundred.
test.each([
  ['in order of writing, unless another is requested', 1_000, 600],
  ['by date whatever is asked for', 100, 590],
])(
  'a journal %s, %i a page, a clock set back %i s: new entries are at the end, below a line',
  async (by, rows, seconds) => {
    const live = await startLiveJournal(written(1_500));
    const isByDate = by.startsWith('by date');
    live.arrange = (all, order) => (order === null && !isByDate ? all.toReversed() : byDate(all));
    live.mostRows = rows;
    const { store, monitor, lines, items } = follow(live);
    await eventually(() => expect(lines().at(-1)).toBe('line 1500'));
    live.now = () => Date.now() - seconds * SECOND_MS;
    for (let count = 1_529; count < 1_590; count += 29) {
      add(live, 29, () => ({ createDate: live.now() }));
      monitor.refresh();
      await eventually(() => expect(lines().at(-1)).toBe(`line ${count}`));
    }
    const place = lines().indexOf('clock');
    expect([lines()[place - 1], lines()[place + 1]]).toEqual(['line 1500', 'line 1501']);
    expect(lines()).toHaveLength(place + 1 + 3 * 29);
    const line = items().find(({ kind }) => kind === 'clock');
    expect(line && journalText(line)).toMatch(/^-- the clock of this journal went back (10m|9m [45]\ds) --$/);
    expect(new Set(lines()).size).toBe(lines().length);
    expect(store.getState().events.filter(({ kind }) => kind === 'journal-gap')).toEqual([]);
  },
);

test('entries of an object whose clock is ahead are marked and in order of arrival, and hide no others', async () => {
  const live = await startLiveJournal(written(300));
  live.arrange = (all, order) => (order === null ? all.toReversed() : byDate(all));
  const { monitor, lines, items } = follow(live);
  await eventually(() => expect(lines().at(-1)).toBe('line 300'));
  const write = (change: () => WrittenEntry, more: number) => {
    add(live, more, change);
    monitor.refresh();
    return eventually(() => expect(lines().at(-1)).toBe(`line ${live.entries.length}`));
  };
  const skewed = () => ({ objectName: 'transcode-iad-1', createDate: Date.now() + 360_000 });
  await write(skewed, 120);
  await write(() => ({ createDate: Date.now() }), 3);
  await write(skewed, 2);
  const last = items().at(-1);
  const [shown = []] = last?.kind === 'entry' ? entryLines(last.entry, 80) : [];
  expect(shown.map(({ text }) => text).join('')).toMatch(/, [56]m.* ahead of the server's clock$/);
  expect(lines().slice(-5)).toEqual(['line 421', 'line 422', 'line 423', 'line 424', 'line 425']);
});
