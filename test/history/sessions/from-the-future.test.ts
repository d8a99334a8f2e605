import { expect, test } from 'vitest';
import { DAY_MS } from '../../../src/base/durations.ts';
import { createHistoryReader } from '../../../src/history/reader.ts';
import { readPeriodData, sessionPeriods } from '../../../src/history/sessions/availability.ts';
import { isLong } from '../../support/long.ts';
import { periodOf, recorded, type Script } from './scripted-truth.ts';

const START_S = 1_800;
const outage = (from: number, seconds: number) => ({ from, to: from + seconds });

const script: Script = {
  seconds: 7_200,
  hasJournal: true,
  streams: [
    { key: 'news', viewers: 300, outages: [outage(617, 120), outage(4_017, 240)] },
    // Down while the clock is wrong, and back before it is right.
    { key: 'sport', viewers: 200, outages: [outage(1_900, 900)] },
    // Down from before it to after it.
    { key: 'music', viewers: 100, outages: [outage(1_700, 1_400)] },
    { key: 'steady', viewers: 50, outages: [] },
  ],
  stopped: [outage(START_S, 1_200)],
};

/** All that the reader tells of the time of the script, and what is beside its end. */
async function told(of: Script) {
  const db = await recorded(of);
  const reader = createHistoryReader(db);
  const period = periodOf(of);
  const { from, to } = period;
  const series = (kind: 'total' | 'stream', name: string) =>
    reader.series.read({ kind, name, column: 'viewers' }, from, to).points;
  const all = {
    range: reader.range(),
    gaps: reader.gaps(from, to),
    periods: sessionPeriods(await readPeriodData(reader, period), period),
    absences: reader.streamAbsences(from, to).map(({ began, ended }) => [began, ended]),
    viewers: [series('total', 'cluster'), series('stream', 'live/news')],
    states: reader.streamStates(to),
    dashboard: reader.dashboard(to),
    events: reader.events(from, to),
  };
  db.close();
  return all;
}

test('a run under a clock that is days or years ahead changes nothing that is read', async () => {
  const right = await told(script);
  for (const days of isLong ? [2, 800] : [800]) {
    const wrongClock = { second: START_S + 100, aheadMs: days * DAY_MS, isSkewKnown: days === 2 };
    expect(await told({ ...script, wrongClock })).toEqual(right);
  }
});
