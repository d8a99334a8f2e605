import { expect, test } from 'vitest';
import { turn } from '../../../src/base/turn.ts';
import { createHistory } from '../../../src/cluster/create-history.ts';
import { createHistoryReader } from '../../../src/history/reader.ts';
import { createSampleStore } from '../../../src/history/samples/sample-store.ts';
import type { Server } from '../../../src/protocol/topology.ts';
import { createStoredReads } from '../../../src/session/stored-reads.ts';
import { lookBack } from '../../../src/ui/detail/chart-values.ts';
import type { StoredReads } from '../../../src/views/history-access.ts';
import { openTestHistory } from '../../history/rig.ts';
import { fakeReads, spreadOfValues } from '../../support/fake-history.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';
import { sampleView } from '../../support/sample-view.ts';
import { openScreen } from '../open-screen.ts';

const KEY = 'server/s1/cpu';
/** Six columns: a minute at most, in twelve parts of five seconds. */
const COLUMNS = 6;
const MINUTE = 60_000;

/** A memory of one server: its CPU every second from `from` on, until `to`. */
function memory(from: number, to: number) {
  const history = createHistory();
  for (let at = from; at <= to; at += 1_000) {
    const server: Server = { serverName: 's1', serverStats: { cpuUsage: 50 } };
    history.servers([server], at, 1_000);
  }
  return history;
}

/** What a chart of this server shows at `now`; 20 are the stored values. */
function chart(now: number, history = createHistory(), stored?: Partial<StoredReads>) {
  const state = { ...sampleState(), history };
  const view = sampleView(state, { now, ...(stored && { stored: fakeReads(stored) }) });
  const { span, spreadOf } = lookBack(view, [KEY], COLUMNS, now);
  return { span, values: spreadOf(KEY)?.values };
}

/** A history that knows 20 for the last `known` of twelve parts, and the periods that were asked for. */
function twenties(known = 12) {
  const asked = new Set<string>();
  const window: StoredReads['window'] = (_key, from, to, buckets) => {
    asked.add(`${from - sampleNow} ${to - sampleNow}`);
    const values = Array.from({ length: buckets }, (_, index) => (index < buckets - known ? null : 20));
    return { ...spreadOfValues(values), resolution: undefined };
  };
  return { asked, window };
}

test('what memory does not have comes from the history, over the whole chart', () => {
  const { window } = twenties();
  const { span, values } = chart(sampleNow, memory(sampleNow - 14_000, sampleNow), { window });
  expect(span).toBe(MINUTE);
  expect(values).toEqual([...Array(9).fill(20), 50, 50, 50]);
});

test('a chart is as long as what is known, in steps, with or without a history', () => {
  const wide = (history = createHistory(), stored?: Partial<StoredReads>) => {
    const view = sampleView({ ...sampleState(), history }, { ...(stored && { stored: fakeReads(stored) }) });
    return lookBack(view, [KEY], 60, sampleNow).span / MINUTE;
  };
  const recent = () => memory(sampleNow - 69_000, sampleNow);
  expect([wide(recent()), wide(recent(), twenties(0)), wide(recent(), twenties(10))]).toEqual([1.5, 1.5, 2]);
  expect([wide(), wide(createHistory(), twenties(120))]).toEqual([1, 10]);
});

test('an opened server fills its charts from the disk, without a key', async () => {
  const db = await openTestHistory();
  const samples = createSampleStore(db);
  db.transaction(() => {
    for (let at = sampleNow - 30 * MINUTE; at < sampleNow; at += 10_000) {
      const row = [at === sampleNow - 4 * MINUTE ? 77 : 33, 44, 1e6, 1e6, null, null, 5, 5];
      samples.addFrame({ kind: 'server', at, rows: new Map([['edge-1a', row]]) });
    }
  });
  const reads = createStoredReads({ reader: () => createHistoryReader(db), streamName: () => undefined });
  const opened = { size: { columns: 180, rows: 40 }, services: { session: { reads } } };
  const { hands } = openScreen('servers', { ...sampleState(), history: createHistory() }, opened);
  hands.press('/').type('edge-1a').press('enter', 'enter').sees('reading the history');
  while (reads.reading) await turn();
  hands.sees(/CPU .* peak 77% at \d\d:\d\d/).lacks('reading the history');
  // Each of the four charts is filled from its left border on.
  expect(hands.screen.match(/ 0(?:%| bit\/s)┤⣿/g)).toHaveLength(4);
});
