import { expect, test } from 'vitest';
import { absenceMeanings } from '../../../src/history/sessions/absence-meaning.ts';
import { csvTable, textTable } from '../../../src/views/formats/text-table.ts';
import type { StreamPeriod } from '../../../src/views/streams/periods.ts';
import * as columns from '../../../src/views/streams/periods.ts';
import { samplePeriod } from '../../support/sample-period.ts';

const { basisWords, definitions, periodsSummary, periodsWords, streamPeriodColumns } = columns;
const shareOf = (share: number) => ({ least: share, most: share });
const times = { availableMs: 540_000, downMs: 60_000, unwatchedMs: 30_000, degradedMs: 90_000 };
const audience = { peakViewers: 1234, meanViewers: 800, viewerMinutes: 96_000, viewerMinutesAtRisk: 5 };
const counts = { sessions: 3, interruptions: 1, available: shareOf(0.9) };
const news = samplePeriod('news', { ...counts, ...times, ...audience });
const unknown = { streamKey: undefined, available: undefined, peakViewers: undefined };
const sum: StreamPeriod = { ...news, ...unknown, streams: 4, viewerMinutesAtRisk: 9 };
const periods = [news, sum];

test('the figures of a service agreement are printed, also for spreadsheets', () => {
  expect(textTable(streamPeriodColumns, periods)).toEqual([
    'Application  Stream         Sessions  Available  Interruptions      Up    Down  Absent  Not watched  Degraded  Peak viewers  Mean viewers  Viewer minutes  At risk (viewer minutes)      Mean in',
    'live         news                  3     90.00%              1  9m 00s  1m 00s      0s          30s    1m 30s        ≥1.23k           800           96.0k                         5  8.00 Mbit/s',
    'live         all 4 streams         3          —              1  9m 00s  1m 00s      0s          30s    1m 30s             —           800           96.0k                         9  8.00 Mbit/s',
  ]);
  expect(csvTable(columns.periodCsvColumns, [news])).toEqual([
    'Application,Stream,Sessions,Available (share 0 to 1),Interruptions,Up (s),Down (s),Absent (s),Not watched (s),Degraded (s),Peak viewers,Mean viewers,Viewer minutes,At risk (viewer minutes),Mean in (bytes/s),Available at most (share 0 to 1),Down spread (s),Degraded spread (s),Mean viewers spread (viewers),Viewer minutes spread (viewer minutes),At risk spread (viewer minutes)',
    'live,news,3,0.9,1,540,60,0,30,90,1234,800,96000,5,1000000,0.9,0,0,0,0,0',
  ]);
});

test('availability is never rounded up to 100', () => {
  const shares = [0.9994, 0.99999, 1].map((share) => cell('available', { available: shareOf(share) }));
  expect(shares).toEqual(['99.94%', '99.99%', '100.00%']);
  expect(cell('available', { available: undefined })).toBe('—');
});

const cell = (wanted: string, changes: Partial<StreamPeriod>) =>
  streamPeriodColumns.find(({ key }) => key === wanted)?.text({ ...news, ...changes });

test('what sweeps leave open is a range, and a short watch is named', () => {
  const size = { meanViewers: 20, viewerMinutes: 1_000, viewerMinutesAtRisk: 150 };
  const spread = { downMs: 60_000, degradedMs: 5_000, ...size };
  expect(cell('available', { available: { least: 0.975, most: 0.999 } })).toBe('97.50 to 99.90%');
  expect(cell('peak', { peakViewers: 250 })).toBe('≥250');
  expect(cell('mean', { meanViewers: 100, spread })).toBe('80 to 120');
  expect(cell('down', { downMs: 90_000, spread })).toBe('30s to 2m 30s');
  expect(cell('risk', { viewerMinutesAtRisk: 1_650, spread })).toBe('1.50k to 1.80k');
  const small = { viewerMinutesAtRisk: 0.2, spread: { ...spread, viewerMinutesAtRisk: 0.1 } };
  expect(cell('risk', small)).toBe('0');
  const short = { availableMs: 480_000, downMs: 0, unwatchedMs: 172_000_000, available: shareOf(1) };
  expect(cell('available', short)).toBe('100.00% of 8m 00s watched');
  expect(cell('application', { copies: ['edge', 'live', 'live-2'] })).toBe('live +2');
});

test('the screen says in its narrow column how little was watched, too', () => {
  const column = columns.periodScreenColumns.find(({ key }) => key === 'available') ?? expect.fail();
  const cell = (patch: Partial<StreamPeriod>) => column.cell({ ...news, ...patch }, 80);
  const little = { availableMs: 7_000, downMs: 0, absentMs: 0, unwatchedMs: 172_000_000 };
  expect(cell({ ...little, available: { least: 1, most: 1 } })).toBe('100.00% of 7s');
  expect(cell({ ...little, available: { least: 0.975, most: 0.999 } })).toBe('≥97.50% of 7s');
  expect(cell({ available: { least: 1, most: 1 } })).toBe('100.00%');
  const longest = cell({ ...little, availableMs: 3_599_000, available: { least: 0.975, most: 1 } });
  expect(String(longest).length).toBeLessThanOrEqual(column.width);
});

test('the basis of the figures is named, and five lines define them', () => {
  const lists = { streams: [], applications: [] };
  const all = { period: { from: 0, to: 172_800_000 }, absence: 'counts', ...lists } as const;
  const about = (outageMs: number) => basisWords({ ...all, basis: { watchedMs: 480_000, outageMs } });
  expect(about(0)).toBe('watched for 8m 00s of 2d 00h');
  expect(about(30_000)).toBe('watched for 8m 00s of 2d 00h, 30s of it while the API could not be read');
  for (const meaning of absenceMeanings) expect(definitions(meaning)).toHaveLength(5);
});

test('a period is one sentence, with a line for each of several applications', () => {
  expect(periodsWords([news])).toBe('90.00% available, 1 interruption, 3 sessions');
  const period = { from: 0, to: 1 };
  const about = { period, basis: { watchedMs: 1, outageMs: 0 }, absence: 'counts' as const };
  const live = { ...sum, available: news.available };
  const vod = { ...live, application: 'vod', interruptions: 2 };
  expect(periodsSummary({ ...about, streams: [news], applications: [sum] })).toEqual([
    'in all: 90.00% available, 1 interruption, 3 sessions',
  ]);
  expect(periodsSummary({ ...about, streams: [news], applications: [live, vod] })).toEqual([
    'live: 90.00% available, 1 interruption, 3 sessions',
    'vod: 90.00% available, 2 interruptions, 3 sessions',
    'in all: 90.00% available, 1 interruption, 3 sessions',
  ]);
});
