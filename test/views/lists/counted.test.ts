import { expect, test } from 'vitest';
import { countedBy, quoted } from '../../../src/views/lists/filter.ts';

test('the most frequent name comes first, equal ones by name, and missing names are left out', () => {
  expect(countedBy(['b', 'c', 'a', null, 'c', ''], (name) => name)).toEqual([
    { name: 'c', count: 2 },
    { name: 'a', count: 1 },
    { name: 'b', count: 1 },
  ]);
});

test('a name with a blank is quoted', () => {
  expect([quoted('live'), quoted('my app')]).toEqual(['live', '"my app"']);
});
