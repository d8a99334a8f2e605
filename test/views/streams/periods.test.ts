import { expect, test } from 'vitest';
import { table } from '../../../src/ui/primitives/table.ts';
import { csvTable, textTable } from '../../../src/views/formats/text-table.ts';
import {
  firstPeriodSort,
  periodId,
  periodScreenColumns,
  periodsSummary,
  periodsWords,
  type StreamPeriod,
  sortedPeriods,
  streamPeriodColumns,
} from '../../../src/views/streams/periods.ts';
import { orderTable, textOf } from '../../support/drawn-table.ts';

const news: StreamPeriod = {
  application: 'live',
  streamKey: 'news',
  streams: 1,
  sessions: 3,
  interruptions: 1,
  publishedMs: 7_200_000,
  interruptedMs: 60_000,
  watchedMs: 540_000,
  available: 0.9,
  degradedMs: 90_000,
  peakViewers: 1234,
  meanViewers: 800,
  viewerMinutes: 96_000,
  viewerMinutesAtRisk: 5,
  meanIn: 1e6,
};
const sum: StreamPeriod = {
  ...news,
  streamKey: undefined,
  streams: 4,
  available: undefined,
  peakViewers: undefined,
  viewerMinutesAtRisk: 9,
};
const periods = [news, sum];

test('the figures of a service agreement are printed, also for spreadsheets', () => {
  expect(textTable(streamPeriodColumns, periods)).toEqual([
    'Application  Stream         Sessions  Available  Interruptions  Published  Degraded  Peak viewers  Mean viewers  Viewer minutes  At risk (viewer minutes)      Mean in',
    'live         news                  3     90.00%              1     2h 00m    1m 30s         1.23k           800           96.0k                         5  8.00 Mbit/s',
    'live         all 4 streams         3          —              1     2h 00m    1m 30s             —           800           96.0k                         9  8.00 Mbit/s',
  ]);
  expect(csvTable(streamPeriodColumns, [news])).toEqual([
    'Application,Stream,Sessions,Available (share 0 to 1),Interruptions,Published (s),Degraded (s),Peak viewers,Mean viewers,Viewer minutes,At risk (viewer minutes),Mean in (bytes/s)',
    'live,news,3,0.9,1,7200,90,1234,800,96000,5,1000000',
  ]);
});

test('availability is never rounded up to 100', () => {
  const words = (available: number | undefined) =>
    streamPeriodColumns.find(({ key }) => key === 'available')?.text({ ...news, available });
  expect([0.9994, 0.99999, 1, undefined].map(words)).toEqual(['99.94%', '99.99%', '100.00%', '—']);
});

test('a narrow table keeps the stream, and figures of trouble before figures of size', () => {
  const drawn = (width: number) =>
    table({
      columns: periodScreenColumns,
      data: (index) => periods[index],
      count: 2,
      width,
      height: 3,
      scroll: 0,
    }).map((line) => textOf(line).trimEnd());
  expect([20, 24, 38, 46, 58, 67, 80, 92, 107, 117, 126, 139].map((width) => drawn(width)[0])).toEqual([
    'Stream',
    'Stream         Available',
    'Stream         Available Interruptions',
    'Stream                 Available Interruptions',
    'Application Stream         Available Interruptions At risk',
    'Application Stream         Available Interruptions Degraded At risk',
    'Application Stream         Available Interruptions Degraded Peak viewers At risk',
    'Application Stream         Available Interruptions Degraded Peak viewers At risk     Mean in',
    'Application Stream         Available Interruptions Degraded Peak viewers Viewer minutes At risk     Mean in',
    'Application Stream         Available Interruptions Published Degraded Peak viewers Viewer minutes At risk     Mean in',
    'Application Stream         Sessions Available Interruptions Published Degraded Peak viewers Viewer minutes At risk     Mean in',
    'Application Stream         Sessions Available Interruptions Published Degraded Peak viewers Mean viewers Viewer minutes At risk     Mean in',
  ]);
  expect(drawn(150)).toEqual([
    'Application Stream                    Sessions Available Interruptions Published Degraded Peak viewers Mean viewers Viewer minutes At risk     Mean in',
    'live        news                             3    90.00%             1    2h 00m   1m 30s        1.23k          800          96.0k       5 8.00 Mbit/s',
    'live        all 4 streams                    3         —             1    2h 00m   1m 30s            —          800          96.0k       9 8.00 Mbit/s',
  ]);
});

test('each order begins in its natural direction, the most at risk first by default', () => {
  expect(orderTable(streamPeriodColumns)).toEqual([
    'by application / by application, Z to A',
    'by stream / by stream, Z to A',
    'most sessions first / least sessions first',
    'most available first / least available first',
    'most interruptions first / least interruptions first',
    'most published first / least published first',
    'most degraded first / least degraded first',
    'most peak viewers first / least peak viewers first',
    'most mean viewers first / least mean viewers first',
    'most viewer minutes first / least viewer minutes first',
    'most at risk first / least at risk first',
    'most mean in first / least mean in first',
  ]);
  expect(sortedPeriods(periods, firstPeriodSort).map(periodId)).toEqual(['live', 'live/news']);
});

test('a period is one sentence, with a line for each of several applications', () => {
  expect(periodsWords([news])).toBe('90.00% available, 1 interruption, 3 sessions');
  const period = { from: 0, to: 1 };
  const vod = { ...sum, application: 'vod', interruptions: 2 };
  expect(periodsSummary({ period, streams: [news], applications: [sum] })).toEqual([
    'in all: 90.00% available, 1 interruption, 3 sessions',
  ]);
  expect(periodsSummary({ period, streams: [news], applications: [sum, vod] })).toEqual([
    'live: 90.00% available, 1 interruption, 3 sessions',
    'vod: 90.00% available, 2 interruptions, 3 sessions',
    'in all: 90.00% available, 1 interruption, 3 sessions',
  ]);
});
