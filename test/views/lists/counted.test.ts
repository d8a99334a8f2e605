import { expect, test } from 'vitest';
import { countedBy } from '../../../src/views/lists/filter.ts';

test('the most frequent name comes first, equal ones by name, and missing names are left out', () => {
  expect(countedBy(['b', 'c', 'a', null, 'c', ''], (name) => name)).toEqual([
    { name: 'c', count: 2 },
    { name: 'a', count: 1 },
    { name: 'b', count: 1 },
  ]);
});
