import { expect, test } from 'vitest';
import {
  degrees,
  exact,
  flag,
  id,
  itemCount,
  MAX_AMOUNT,
  number,
  percent,
  shallow,
  text,
  time,
} from '../../src/protocol/leaves.ts';

const UNREADABLE = Symbol('unreadable');
const leaves = { degrees, exact, flag, id, itemCount, number, percent, shallow, text, time };
type LeafName = keyof typeof leaves;

function readBy(leaf: LeafName, value: unknown): unknown {
  const result = leaves[leaf].safeParse(value);
  return result.success ? result.data : UNREADABLE;
}

test.each<[LeafName, unknown, unknown]>([
  ['number', 12, 12],
  ['number', '94.0', 94],
  ['number', ' 1e3 ', 1000],
  ['number', 0, 0],
  ['number', 1e308, MAX_AMOUNT],
  ['number', JSON.parse('1e999'), UNREADABLE],
  ['number', -1, UNREADABLE],
  ['number', '', UNREADABLE],
  ['number', '1,234', UNREADABLE],
  ['number', '0x10', UNREADABLE],
  ['number', true, UNREADABLE],
  ['number', [7], UNREADABLE],
  ['itemCount', 2 ** 53, 1e9],
  ['degrees', '-33.86', -33.86],
  ['percent', '94.5 %', 94.5],
  ['percent', 250, 100],
  ['time', 1_700_000_000_000, 1_700_000_000_000],
  ['time', '1700000000000', 1_700_000_000_000],
  ['time', '2026-01-15T12:00:00+01:00', Date.UTC(2026, 0, 15, 11)],
  ['time', '2026-01-15 12:00', UNREADABLE],
  ['time', 1e300, UNREADABLE],
  ['flag', 1, true],
  ['flag', 'False', false],
  ['flag', '0', false],
  ['flag', 2, UNREADABLE],
  ['flag', 'yes', UNREADABLE],
  ['text', 7, '7'],
  ['text', 'x'.repeat(200_000), 'x'.repeat(1024)],
  ['text', `a${'\u0301'.repeat(200_000)}`, `a${'\u0301'.repeat(4)}`],
  ['text', {}, UNREADABLE],
  ['exact', 'x'.repeat(5_000), 'x'.repeat(5_000)],
  ['exact', 'x'.repeat(20_000), UNREADABLE],
  ['id', 41, '41'],
  ['id', 'v_1', 'v_1'],
  ['id', '', UNREADABLE],
  ['id', {}, UNREADABLE],
  ['shallow', { name: 'a', via: { hops: [1] } }, { name: 'a', via: null }],
  ['shallow', ['c', ['d']], ['c', null]],
  ['shallow', 7, 7],
])('%s reads %j', (leaf, value, expected) => {
  expect(readBy(leaf, value)).toEqual(expected);
});

test('a value nested four thousand deep becomes one of one level', () => {
  let deep: unknown = 'x';
  for (let depth = 0; depth < 4_000; depth++) deep = depth % 2 === 0 ? [deep] : { name: deep };
  expect(readBy('shallow', deep)).toEqual({ name: null });
});
