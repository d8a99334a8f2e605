import { expect, test } from 'vitest';
import type { Application } from '../../../src/protocol/application.ts';
import { applicationColumns } from '../../../src/views/applications/columns.ts';
import type { ItemRow } from '../../../src/views/lists/cells.ts';
import { compareBy } from '../../../src/views/lists/column.ts';
import { drawnTable, textOf } from '../../support/drawn-table.ts';
import { sampleProblem } from '../../support/sample-problem.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';
import { sampleView } from '../../support/sample-view.ts';

/** Local time, which is cut in a narrow column. */
const TIME = /\d[\d:]*…|\d\d:\d\d:\d\d/;

const rates = { inBandwidth: 1e6, outBandwidth: 2e8 };
const figures = { streamCount: 4, viewerCount: 1234, connectionCount: 1300, ...rates };
const clusterConnectionData = { connectionState: 'AUTHENTICATED', latency: 12 };
const link = { clusterType: true, clusterConnection: true, clusterConnectionData };
const live: Application = { id: '1', name: 'live', type: 'EDGE', ...link, ...figures };
const row = (id: string, rest: Partial<ItemRow<Application>> = {}): ItemRow<Application> => {
  return { id, item: undefined, endedAt: undefined, watched: false, ...rest };
};
const rows = [
  row('live', { item: live, watched: true }),
  row('gone', { item: { ...live, name: 'gone' }, endedAt: sampleNow }),
  row('typo', { endedAt: sampleNow }),
  row('new'),
];
const at = { view: sampleView(sampleState()), scale: { in: 2e6, out: 4e8 } };
const drawn = (width: number, chosen?: readonly string[]) =>
  drawnTable(applicationColumns, at, rows, width, chosen).map((line) =>
    textOf(line).replace(TIME, 'hh:mm:ss').trimEnd(),
  );

test('a narrow table keeps name, link and viewers; remaining width goes to names and bars', () => {
  expect(drawn(40)).toEqual([
    '   Application    Link           Viewers',
    ' ◆ live           AUTHENTICATED    1.23k',
    '   gone           ENDED hh:mm:ss    1.23k',
    '   typo           NOT FOUND hh:mm:ss',
    '   new            looking up...',
  ]);
  expect(drawn(170)).toEqual([
    '   Application                                      Type      Link                      Latency  Streams  Viewers  Connections In bit/s             Out bit/s',
    ' ◆ live                                             EDGE      AUTHENTICATED               12 ms        4    1.23k        1.30k    8.00M ━━━━━╸─────     1.60G ━━━━━━──────',
    '   gone                                             EDGE      ENDED hh:mm:ss              12 ms        4    1.23k        1.30k    8.00M ━━━━━╸─────     1.60G ━━━━━━──────',
    '   typo                                                       NOT FOUND hh:mm:ss',
    '   new                                                        looking up...',
  ]);
});

test('trouble first: a mark by severity, then a lost link', () => {
  const lost = { name: 'a', clusterConnection: false, clusterType: true };
  const [warned, critical] = [{ name: 'b' }, { name: 'c' }];
  const problems = (['warning', 'critical'] as const).map((severity, index) =>
    sampleProblem({ severity, subject: { kind: 'application', name: index === 0 ? 'b' : 'c' } }),
  );
  const sorted = (descending: boolean) =>
    [{ name: 'calm' }, lost, warned, critical]
      .sort(compareBy(applicationColumns, { key: 'trouble', descending }, ({ name }) => name, problems))
      .map(({ name }) => name);
  expect(sorted(false)).toEqual(['c', 'b', 'a', 'calm']);
  expect(sorted(true)).toEqual(['calm', 'a', 'b', 'c']);
});
