import { expect, test } from 'vitest';
import { tabs } from '../../../src/ui/chrome/tabs.ts';
import { textOf } from '../../support/drawn-table.ts';

const text = (width: number) => textOf(tabs('servers', width));

const FULL = ' 1 Overview  2 Problems  3 Servers  4 Streams  5 Journal  6 Admin';

test('tabs show all six names, the same at every width, and in the narrowest window that of the current one', () => {
  expect(text(FULL.length)).toBe(FULL);
  const short = text(FULL.length - 1).trimEnd();
  expect(short).toBe(FULL.replaceAll(/(\d) /g, '$1').replaceAll('  ', ' '));
  expect(text(80).trimEnd()).toBe(FULL);
  const least = ' 1 2 3 Servers 4 5 6';
  expect(text(short.length - 1).trimEnd()).toBe(least);
  expect(text(15)).toHaveLength(15);
});
