import { expect, test } from 'vitest';
import { hasFilter, screenNames } from '../../../src/actions/screen-table.ts';
import { screenOf } from '../../../src/ui/screens/registry.ts';

test.each(screenNames)('%s: the table of screens says whether its list has a filter', (name) => {
  expect(hasFilter(name)).toBe(screenOf(name).filter !== undefined);
});
