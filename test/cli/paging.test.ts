import { expect, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { noTriage } from '../../src/triage/engine.ts';
import { defaultThresholds } from '../../src/triage/thresholds.ts';
import { metrics } from '../../src/views/metrics/metrics.ts';
import { undecidedWords } from '../../src/views/problems/coverage.ts';
import { eventually } from '../support/eventually.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { usualPage } from '../support/odd/cluster.ts';
import { servePages } from '../support/paging-server.ts';
import { runAt } from './run-command.ts';
import { startMonitor } from './start-monitor.ts';

/*
 * Servers whose paging differs from the simulator's: what `snapshot`, `check` and the list of the monitor read of them.
 */

const STREAMS = 37;

async function snapshot(url: string) {
  const { code, stdout } = await runAt(url, 'snapshot');
  const { streams, resources, notRead } = JSON.parse(stdout);
  const keys: string[] = streams.map((stream: { streamKey: string }) => stream.streamKey);
  return { code, keys, about: resources.streams, notRead };
}

/** The streams on the screen of a monitor, by position. */
async function firstRows(url: string, rows: number): Promise<readonly (string | undefined)[]> {
  const { store } = startMonitor(url, rows);
  const items = () => store.getState().streams.value?.items ?? new Map();
  await eventually(() => expect(items().size).toBeGreaterThanOrEqual(rows));
  return Array.from({ length: rows }, (_, index) => items().get(index)?.streamKey);
}

const keysTo = (count: number) => Array.from({ length: count }, (_, index) => `key-${index + 1}`);

test('of a server that repeats a page, 10 of 37 streams are read, and every output says so', async () => {
  const { url, queries } = await servePages((all, { page }) => ({
    ...usualPage(all, page, 10),
    list: all.slice(0, 10),
    hasNext: true,
  }));
  const { code, keys, about, notRead } = await snapshot(url);
  expect([code, keys, about.items, about.total, about.ok]).toEqual([1, keysTo(10), 10, STREAMS, false]);
  expect(notRead).toMatchObject([{ figure: 'stream list', missing: 27, of: STREAMS, decides: true }]);
  expect(queries.length).toBeLessThan(5);
  const table = await runAt(url, 'snapshot', '--format', 'table');
  expect(table.stdout).toContain('streams: only 10 of 37 were read');
  const check = await runAt(url, 'check', '--interval', '1');
  expect([check.code, check.stdout]).toEqual([3, expect.stringContaining('not read: 27 of 37 streams')]);
});

test('streams that move between pages and are on none are said to be missing by every output', async () => {
  // The second page begins with four streams of the first, in the place of four that are back on the first by then.
  const { url } = await servePages((all, { page }) => {
    const moved = [...all.slice(16, 24), ...all.slice(8, 16), ...all.slice(0, 8)];
    return usualPage(page === 2 ? [...moved, ...all.slice(24)] : all, page, 20);
  });
  const { code, about, notRead } = await snapshot(url);
  expect([code, about.total, about.ok]).toEqual([1, STREAMS, false]);
  expect(notRead).toMatchObject([{ figure: 'stream list', missing: 4, of: STREAMS, decides: true }]);
  const check = await runAt(url, 'check', '--interval', '1');
  expect([check.code, check.stdout]).toEqual([3, expect.stringContaining('not read: 4 of 37 streams')]);
  const clock = new ManualClock(systemClock.now());
  const { store } = startMonitor(url, STREAMS, clock);
  await eventually(async () => {
    await clock.advance(1_000);
    expect(undecidedWords(store.getState())).toBe('not read: 4 of 37 streams');
    const figures = metrics(store.getState(), noTriage(defaultThresholds), clock.now());
    expect(figures.find(({ name }) => name.endsWith('figure_undecided'))?.samples).toContainEqual({
      labels: { figure: 'stream_list' },
      value: 1,
    });
  });
});

test.each([10, 37, 100])('a short last page of %i rows moves no row and reduces no page', async (most) => {
  const { url, queries } = await servePages((all, { page, rows }) => {
    const found = usualPage(all, page, Math.min(most, rows)) as { list: readonly unknown[] };
    return { ...found, itemsPerPage: found.list.length };
  });
  const { code, keys } = await snapshot(url);
  expect([code, keys]).toEqual([0, keysTo(STREAMS)]);
  expect(queries.at(-1)?.get('rowsPerPage')).toBe(most < STREAMS ? String(most) : '500');
  expect(await firstRows(url, STREAMS)).toEqual(keysTo(STREAMS));
});

test.each([10, 500])(
  'a server that counts pages from 0, with %i rows a page, is read from its first stream',
  async (most) => {
    const { url } = await servePages((all, { page, rows }) => usualPage(all, page, Math.min(most, rows), 0));
    const { code, keys } = await snapshot(url);
    expect([code, keys]).toEqual([0, keysTo(STREAMS)]);
    expect(await firstRows(url, STREAMS)).toEqual(keysTo(STREAMS));
  },
);
