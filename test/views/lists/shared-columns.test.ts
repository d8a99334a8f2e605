import { expect, test } from 'vitest';
import { applicationColumns } from '../../../src/views/applications/columns.ts';
import { columnOrders } from '../../../src/views/lists/column.ts';
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
