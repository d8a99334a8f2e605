import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { createClusterStore } from '../../src/cluster/store.ts';
import { connect } from '../../src/http/connect.ts';
import { createMonitor } from '../../src/polling/create-monitor.ts';
import { noEntryWords } from '../../src/ui/screens/journal/model.ts';
import { eventually } from '../support/eventually.ts';
import { type LiveJournal, startLiveJournal, type WrittenEntry } from '../support/live-journal.ts';
import { runCommand } from './run-command.ts';

/*
 * Journals of servers that keep to the document, and are unlike the simulator's: what every command and the monitor
 * read of them.
 */

const SECOND_MS = 1_000;

async function serve(entries: WrittenEntry[]): Promise<LiveJournal> {
  const live = await startLiveJournal(entries);
  onTestFinished(() => live.close());
  return live;
}

/** Entries of which the last was written now, one each second. */
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

async function snapshot({ url }: LiveJournal, ...more: string[]) {
  const args = ['snapshot', '--url', url, '--username', 'op', '--no-token-cache', ...more];
  const { stdout } = await runCommand(args, { CASTWATCH_PASSWORD: 'hunter2-secret' });
  const { journal, resources } = JSON.parse(stdout);
  return { journal, about: resources.journal, messages: journal.map(({ message }: WrittenEntry) => message) };
}

/** The journal as the monitor follows it. */
function follow({ url }: LiveJournal) {
  const credentials = async () => ({ username: 'op', password: 'secret' });
  const connection = connect({ url, credentials });
  const store = createClusterStore({ name: 'c', url });
  const monitor = createMonitor({ api: connection.api, store, clock: systemClock, journalReach: 0 });
  onTestFinished(() => connection.close());
  onTestFinished(() => monitor.stop());
  monitor.start();
  const items = () => store.getState().journal.items;
  const lines = () => items().map((item) => (item.kind === 'entry' ? item.entry.message : item.kind));
  return { store, monitor, items, lines };
}

test.each([250, 1_300])(
  'oldest first, whatever is asked for: the newest of %i entries are judged and shown',
  async (count) => {
    const live = await serve(written(count));
    live.arrange = (all) => all;
    const { messages, about } = await snapshot(live);
    expect(messages.slice(0, 3)).toEqual([`line ${count}`, `line ${count - 1}`, `line ${count - 2}`]);
    expect(about.total).toBe(count);
  },
);

test('oldest first: entries since a time are all of them, and no others', async () => {
  const live = await serve(written(1_300));
  live.arrange = (all) => all;
  const { messages } = await snapshot(live, '--since', '5m');
  expect(messages[0]).toBe('line 1300');
  expect(messages.length).toBeGreaterThan(280);
  expect(messages.length).toBeLessThanOrEqual(301);
});

const ids: readonly (readonly [string, (index: number) => WrittenEntry])[] = [
  ['text', (index) => ({ id: `e-${index}` })],
  ['negative', (index) => ({ id: -1 - index })],
  ['zero for all', () => ({ id: 0 })],
  ['missing', () => ({ id: undefined })],
  ['null', () => ({ id: null })],
];

test.each(ids)('ids that are %s: each entry is shown once, and new ones are added', async (_what, change) => {
  const entry = (index: number): WrittenEntry => ({
    createDate: start + index * SECOND_MS,
    ...change(index),
  });
  const start = Date.now() - 250 * SECOND_MS;
  const live = await serve(written(250, entry));
  const { messages } = await snapshot(live);
  expect(messages).toHaveLength(250);
  expect(new Set(messages).size).toBe(250);
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

test('entries without an id that share their date keep their own line each', async () => {
  const at = Date.now();
  const live = await serve(written(10, () => ({ id: undefined, createDate: at })));
  const { monitor, lines } = follow(live);
  await eventually(() => expect(lines()).toHaveLength(10));
  live.entries = written(12, () => ({ id: undefined, createDate: at }));
  monitor.refresh();
  await eventually(() => expect(lines()).toHaveLength(12));
  expect(lines().slice(-2).toSorted()).toEqual(['line 11', 'line 12']);
});

test('dates in seconds are read as such', async () => {
  const live = await serve(written(5, (index) => ({ createDate: 1_790_000_000 + index })));
  const { journal } = await snapshot(live);
  expect(Date.parse(journal[0].at)).toBe(1_790_000_004_000);
});

test('a journal of which nothing can be read is not called empty', async () => {
  const live = await serve([]);
  live.arrange = () => Array.from({ length: 250 }, () => 'not an entry') as never;
  const { store } = follow(live);
  await eventually(() => expect(store.getState().journalResource.updatedAt).toBeDefined());
  expect(noEntryWords(store.getState())).toBe('250 entries, none of them readable.');
});
