import { expect, test } from 'vitest';
import type { Application } from '../../../src/protocol/application.ts';
import { applicationColumns } from '../../../src/views/applications/columns.ts';
import { columnOrders, compareBy, orderWords } from '../../../src/views/lists/column.ts';
import { streamColumns } from '../../../src/views/streams/columns.ts';

const keysOf = (columns: Parameters<typeof columnOrders>[0]) => columnOrders(columns).map(({ key }) => key);

test('every list can be ordered by totals, and streams by duration, grade and flags too', () => {
  for (const columns of [streamColumns, applicationColumns])
    expect(keysOf(columns)).toEqual(expect.arrayContaining(['inTotalBytes', 'outTotalBytes']));
  expect(keysOf(streamColumns)).toEqual(
    expect.arrayContaining(['duration', 'healthGrade', 'allowedToPublish', 'isAutoRemovable']),
  );
  expect(keysOf(applicationColumns)).toEqual(expect.arrayContaining(['clusterType', 'clusterConnection']));
});

test('unknown values come last in both directions', () => {
  const application = (name: string, rest: Partial<Application>): Application => ({ name, ...rest });
  const all = [
    application('unknown', {}),
    application('small', { outTotalBytes: 1, clusterConnection: false }),
    application('large', { outTotalBytes: 9e12, clusterConnection: true }),
  ];
  const order = (key: string, descending: boolean) =>
    all
      .toSorted(compareBy(applicationColumns, { key, descending }, ({ name }) => name))
      .map(({ name }) => name);
  expect(order('outTotalBytes', true)).toEqual(['large', 'small', 'unknown']);
  expect(order('outTotalBytes', false)).toEqual(['small', 'large', 'unknown']);
  expect(order('clusterConnection', true)).toEqual(['large', 'small', 'unknown']);
  expect(orderWords(applicationColumns, { key: 'outTotalBytes', descending: true })).toBe(
    'most out total first',
  );
});
