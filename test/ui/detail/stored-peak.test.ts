import { expect, test } from 'vitest';
import { clockTime } from '../../../src/base/format.ts';
import { turn } from '../../../src/base/turn.ts';
import { createHistoryReader } from '../../../src/history/reader.ts';
import { createSampleStore } from '../../../src/history/samples/sample-store.ts';
import { createStoredReads } from '../../../src/session/stored-reads.ts';
import { chartSpread, partsOf } from '../../../src/ui/detail/chart-values.ts';
import { chartWindow, seriesPanel } from '../../../src/ui/detail/series-chart.ts';
import { openTestHistory } from '../../history/rig.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';
import { sampleView } from '../../support/sample-view.ts';

const MINUTE = 60_000;
/** Fifty minutes before the present of the sample, on the whole minute. */
const PEAK_AT = sampleNow - 50 * MINUTE;
const PEAK_TIME = clockTime(PEAK_AT).slice(0, 5);

/** A history of two hours on the disk: 100 viewers every 10 seconds, and 9,999 of them for 20 seconds. */
async function storedPeak() {
  const db = await openTestHistory();
  const samples = createSampleStore(db);
  db.transaction(() => {
    for (let at = sampleNow - 120 * MINUTE; at < sampleNow; at += 10_000) {
      const viewers = at === PEAK_AT || at === PEAK_AT + 10_000 ? 9_999 : 100;
      const row = [viewers, 1, 1, 1, 1, null, null, null, null, null];
      samples.addFrame({ kind: 'total', at, rows: new Map([['cluster', row]]) });
    }
  });
  return createStoredReads({ reader: () => createHistoryReader(db), streamName: () => undefined });
}

test('a peak of 20 seconds reaches the top rows of a chart of two hours from the disk, which names it', async () => {
  const stored = await storedPeak();
  const view = sampleView(sampleState(), { stored, live: false });
  const parts = partsOf(120 * MINUTE, sampleNow, 140);
  const spreadOf = (key: string) => chartSpread(view, key, parts);
  const series = { key: 'total/viewers', title: 'Viewers', tone: 'plain', format: String } as const;
  const draw = () => {
    const window = { ...chartWindow(view, [series.key], 82, undefined), ...parts, spreadOf };
    const lines = seriesPanel({ series, window, marks: [], now: [] }, { x: 0, y: 0, width: 86, height: 12 });
    return lines.map((line) => line.map(({ text }) => text).join(''));
  };
  expect(draw()[1]).toContain('reading the history');
  while (stored.reading) await turn();
  const rows = draw();
  expect(rows[0]).toContain(`min 100  peak 9999 at ${PEAK_TIME}`);
  expect(Math.max(...(spreadOf(series.key)?.values ?? []).map((value) => value ?? 0))).toBeLessThan(4_100);
  // The axis ends at 15000, so the peak is in the fourth row of nine.
  expect(rows.slice(2, 6).map((row) => /[\u2801-\u28ff]/.test(row))).toEqual([false, false, true, true]);
});
