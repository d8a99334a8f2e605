import { expect, test } from 'vitest';
import {
  cap,
  degrees,
  entryId,
  exact,
  flag,
  id,
  itemCount,
  label,
  longText,
  MAX_AMOUNT,
  number,
  percent,
  score,
  shallow,
  text,
  time,
  userId,
} from '../../src/protocol/leaves.ts';

const UNREADABLE = Symbol('unreadable');
const leaves = {
  cap,
  degrees,
  entryId,
  exact,
  flag,
  id,
  itemCount,
  label,
  longText,
  number,
  percent,
  score,
  shallow,
  text,
  time,
  userId,
};
type LeafName = keyof typeof leaves;

function readBy(leaf: LeafName, value: unknown): unknown {
  const result = leaves[leaf].safeParse(value);
  return result.success ? result.data : UNREADABLE;
}

/** An object with this many members. */
function members(count: number): object {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, index]));
}

test.each<[LeafName, unknown, unknown]>([
  ['number', 12, 12],
  ['number', '94.0', 94],
  ['number', ' 1e3 ', 1000],
  ['number', 0, 0],
  ['number', MAX_AMOUNT, MAX_AMOUNT],
  // A 64-bit counter that fell to -1.
  ['number', 2 ** 64, UNREADABLE],
  ['cap', 2 ** 63, null],
  ['cap', null, null],
  ['number', JSON.parse('1e999'), UNREADABLE],
  ['number', -1, UNREADABLE],
  ['number', '', UNREADABLE],
  ['number', '1,234', UNREADABLE],
  ['number', '0x10', UNREADABLE],
  ['number', true, UNREADABLE],
  ['number', [7], UNREADABLE],
  ['number', `${'0'.repeat(39)}7`, 7],
  ['number', `${'0'.repeat(40)}7`, UNREADABLE],
  ['itemCount', 2 ** 53, 1e9],
  ['itemCount', '12', 12],
  ['degrees', '-33.86', -33.86],
  ['degrees', JSON.parse('-1e999'), UNREADABLE],
  ['percent', '94.5 %', 94.5],
  ['percent', ' 12% ', 12],
  ['percent', 250, 100],
  ['percent', 1e30, UNREADABLE],
  ['score', '94.5', 94.5],
  ['score', 250, UNREADABLE],
  ['time', 1_700_000_000_000, 1_700_000_000_000],
  ['time', '1700000000000', 1_700_000_000_000],
  ['time', '2026-01-15T12:00:00+01:00', Date.UTC(2026, 0, 15, 11)],
  ['time', '2026-01-15 12:00', UNREADABLE],
  ['time', 1e300, UNREADABLE],
  ['time', 0, 0],
  ['time', -1, UNREADABLE],
  ['time', '1969-12-31T23:59:59Z', UNREADABLE],
  ['time', 8.64e15, 8.64e15],
  ['time', 8.64e15 + 1, UNREADABLE],
  ['time', '2026-99-99T12:00:00Z', UNREADABLE],
  ['flag', true, true],
  ['flag', false, false],
  ['flag', 1, true],
  ['flag', 0, false],
  ['flag', '1', true],
  ['flag', ' TRUE ', true],
  ['flag', 'False', false],
  ['flag', '0', false],
  ['flag', 2, UNREADABLE],
  ['flag', 'yes', UNREADABLE],
  ['text', 7, '7'],
  ['text', 'x'.repeat(200_000), 'x'.repeat(1024)],
  ['text', `a${'\u0301'.repeat(200_000)}`, `a${'\u0301'.repeat(4)}`],
  ['text', {}, UNREADABLE],
  ['text', true, UNREADABLE],
  ['text', JSON.parse('1e999'), UNREADABLE],
  ['longText', 'x'.repeat(200_000), 'x'.repeat(4096)],
  ['exact', 'x'.repeat(5_000), 'x'.repeat(5_000)],
  ['exact', 'x'.repeat(16_384), 'x'.repeat(16_384)],
  ['exact', 'x'.repeat(16_385), UNREADABLE],
  ['exact', 7, '7'],
  ['exact', JSON.parse('1e999'), UNREADABLE],
  ['exact', ['x'], UNREADABLE],
  ['id', 41, '41'],
  ['id', 'x'.repeat(1024), 'x'.repeat(1024)],
  ['id', 'x'.repeat(1025), UNREADABLE],
  ['id', 'v_1', 'v_1'],
  ['id', '', UNREADABLE],
  ['id', {}, UNREADABLE],
  ['entryId', '41', 41],
  ['entryId', 'j-41', 0],
  ['entryId', -41, 0],
  ['entryId', {}, UNREADABLE],
  ['entryId', '9007199254740991', 9007199254740991],
  ['entryId', '9007199254740993', 9007199254740993n],
  ['userId', '9007199254740993', '9007199254740993'],
  ['userId', '42', 42],
  ['userId', 42, 42],
  ['userId', '007', '007'],
  ['userId', 'usr_42', UNREADABLE],
  ['userId', -1, UNREADABLE],
  ['userId', '1'.repeat(41), UNREADABLE],
  ['label', 'node-1', 'node-1'],
  ['label', '', null],
  ['label', {}, UNREADABLE],
  ['shallow', { name: 'a', via: { hops: [1] } }, { name: 'a', via: null }],
  ['shallow', ['c', ['d']], ['c', null]],
  ['shallow', 7, 7],
  ['shallow', null, null],
  ['shallow', 'x'.repeat(2_000), 'x'.repeat(1024)],
  ['shallow', members(16), members(16)],
  ['shallow', members(17), members(16)],
  ['shallow', Array.from({ length: 17 }, () => 'c'), Array.from({ length: 16 }, () => 'c')],
  ['shallow', { ['n'.repeat(1024)]: 1 }, { ['n'.repeat(1024)]: 1 }],
  ['shallow', { ['n'.repeat(1025)]: 1 }, { ['n'.repeat(1024)]: 1 }],
  ['shallow', { name: 'x'.repeat(2_000) }, { name: 'x'.repeat(1024) }],
])('%s reads %j', (leaf, value, expected) => {
  expect(readBy(leaf, value)).toEqual(expected);
});

test('a value nested four thousand levels deep is reduced to one level', () => {
  let deep: unknown = 'x';
  for (let depth = 0; depth < 4_000; depth++) deep = depth % 2 === 0 ? [deep] : { name: deep };
  expect(readBy('shallow', deep)).toEqual({ name: null });
});

test.each<[LeafName, string]>([
  ['number', 'a number from 0'],
  ['itemCount', 'a number from 0'],
  ['degrees', 'a number'],
  ['percent', 'a percentage'],
  ['score', 'a score from 0 to 100'],
  ['time', 'a time'],
  ['flag', 'true or false'],
  ['text', 'text'],
  ['longText', 'text'],
  ['exact', 'text'],
  ['id', 'an id'],
])('%s says that it expected %s', (leaf, expected) => {
  expect(leaves[leaf].safeParse([]).error?.issues).toMatchObject([{ message: `expected ${expected}` }]);
});
