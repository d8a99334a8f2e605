import { expect, test } from 'vitest';
import { clockTime } from '../../../src/base/format.ts';
import type { Viewer } from '../../../src/protocol/viewer.ts';
import { screenColumns } from '../../../src/views/lists/column.ts';
import { viewerColumns } from '../../../src/views/viewers/columns.ts';
import type { FoundViewer } from '../../../src/views/viewers/viewers.ts';
import { drawnTable, orderTable, textOf, tonesOf } from '../../support/drawn-table.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';
import { sampleView } from '../../support/sample-view.ts';

/** Local time, which is cut in a narrow column. */
const TIME = /\d\d:\d\d:\d\d/;

const known: Viewer = {
  id: 'viewer-0000-1111-2222',
  state: 'PUBLISHED',
  applicationName: 'live',
  streamKey: 'news',
  remoteAddress: '203.0.113.1',
  deviceType: 'DESKTOP',
  osName: 'Linux',
  browserName: 'Firefox',
  startTime: sampleNow - 7_200_000,
  duration: 7_200_000,
  outBandwidth: 480_000,
  inTotalBytes: 720_000,
  outTotalBytes: 288e6,
  healthScore: 42,
  healthGrade: 'Bad',
};
const rows: FoundViewer[] = [
  { id: known.id, viewer: known, kind: 'person', endedAt: undefined },
  { id: 'ended', viewer: { ...known, id: 'ended' }, kind: 'machine', endedAt: sampleNow },
  { id: 'bare', viewer: { id: 'bare' }, kind: 'unknown', endedAt: undefined },
];
const view = sampleView(sampleState());
const drawn = (width: number, chosen?: readonly string[]) =>
  drawnTable(viewerColumns, view, rows, width, chosen).map((line) =>
    textOf(line).replace(TIME, 'hh:mm:ss').trimEnd(),
  );

test('a narrow table keeps kind, health and stream; remaining width goes to words', () => {
  expect(drawn(40)).toEqual([
    'Kind      Health      Stream',
    '○ person   42 ━━━──── news',
    '■ machine ENDED       news',
    '? unknown —           —',
  ]);
  expect(drawn(80)).toEqual([
    'Kind      Health    Stream        Out bit/s      For Address         Id',
    '○ person   42 ━━─── news              3.84M   2h 00m 203.0.113.1     viewe…-2222',
    '■ machine ENDED     news              3.84M   2h 00m 203.0.113.1     ended',
    '? unknown —         —                     —        — —               bare',
  ]);
  expect(drawn(170)).toEqual([
    'Kind      Health             Stream                      State              Out bit/s      For Address         Device               Application       Id',
    '○ person   42 ━╸── Bad       news                        PUBLISHED              3.84M   2h 00m 203.0.113.1     DESKTOP Linux Firef… live              viewer-000…1111-2222',
    '■ machine ENDED              news                        ENDED at hh:mm:ss      3.84M   2h 00m 203.0.113.1     DESKTOP Linux Firef… live              ended',
    '? unknown   — —              —                           —                          —        — —               —                    —                 bare',
  ]);
});

test('chosen columns keep their order', () => {
  expect(drawn(60, ['id', 'grade', 'inTotalBytes', 'outTotalBytes'])).toEqual([
    'Id                          Grade        In total  Out total',
    'viewer-0000-1111-2222       Bad            720 kB     288 MB',
    'ended                       Bad            720 kB     288 MB',
    'bare                        —                   —          —',
  ]);
});

test('the absolute time replaces the time since, where that was chosen', () => {
  const absolute = { ...view, display: { ...view.display, times: 'absolute' as const } };
  const [header, first] = drawnTable(viewerColumns, absolute, rows, 40, ['duration']).map(textOf);
  expect(header?.trim()).toBe('Since');
  expect(first?.trim()).toBe(clockTime(sampleNow - 7_200_000));
});

test('each cell has its tone', () => {
  const cells = (key: string) => {
    const column = screenColumns(viewerColumns, view, [key])[0];
    return rows.map((one) => {
      const cell = column?.cell(one, 20) ?? '';
      return typeof cell === 'string' ? cell : tonesOf(cell)[0];
    });
  };
  expect(cells('kind')).toEqual(['○ person plain', '■ machine info', '? unknown dim']);
  expect(cells('health')).toEqual(['42 warn', 'ENDED warn', '— — dim']);
  expect(cells('grade')).toEqual(['Bad warn', 'Bad warn', '— plain']);
  expect(cells('stream')).toEqual(['news plain', 'news plain', '— dim']);
  expect(cells('state')).toEqual(['PUBLISHED dim', `ENDED at ${clockTime(sampleNow)} warn`, '— plain']);
});

test('each order begins in its natural direction', () => {
  expect(orderTable(viewerColumns)).toEqual([
    'as pasted / as pasted, reversed',
    'lowest health first / best health first',
    'by stream / by stream, reversed',
    'most bandwidth first / least bandwidth first',
    'youngest first / oldest first',
    'by grade / by grade, reversed',
    'most in total first / least in total first',
    'most out total first / least out total first',
  ]);
});
