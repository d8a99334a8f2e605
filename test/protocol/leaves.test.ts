import { expect, test } from 'vitest';
import * as module from '../../src/protocol/leaves.ts';

const { MAX_AMOUNT } = module;
const leaves = { ...module };
type Other = 'MAX_AMOUNT' | 'readQuantity' | 'exactDigits' | 'entryNumber' | 'maybe';
type LeafName = Exclude<keyof typeof leaves, Other>;

const UNREADABLE = Symbol('unreadable');
const BEYOND = JSON.parse('1e999');

function readBy(leaf: LeafName, value: unknown): unknown {
  const result = leaves[leaf].safeParse(value);
  return result.success ? result.data : UNREADABLE;
}

/** An object with this many members. */
function members(count: number): object {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, index]));
}

test.each<[LeafName, expected: unknown, ...values: unknown[]]>([
  ['number', 12, 12],
  ['number', 94, '94.0'],
  ['number', 1000, ' 1e3 '],
  ['number', 0, 0],
  ['number', MAX_AMOUNT, MAX_AMOUNT],
  ['number', 7, `${'0'.repeat(39)}7`],
  // The first one: a 64-bit counter that fell to -1.
  ['number', UNREADABLE, 2 ** 64, BEYOND, -1, '', '1,234', '0x10', true, [7], `${'0'.repeat(40)}7`],
  ['cap', null, null, 2 ** 63],
  ['itemCount', 1e9, 2 ** 53],
  ['itemCount', 12, '12'],
  ['degrees', -33.86, '-33.86'],
  ['degrees', UNREADABLE, -BEYOND],
  ['percent', 94.5, '94.5 %'],
  ['percent', 12, ' 12% '],
  ['percent', 100, 250],
  ['percent', UNREADABLE, 1e30],
  ['score', 94.5, '94.5'],
  ['score', UNREADABLE, 250],
  ['time', 1_700_000_000_000, 1_700_000_000_000, '1700000000000'],
  ['time', Date.UTC(2026, 0, 15, 11), '2026-01-15T12:00:00+01:00'],
  ['time', 0, 0],
  ['time', 8.64e15, 8.64e15],
  ['time', UNREADABLE, 1e300, -1, 8.64e15 + 1],
  ['time', UNREADABLE, '2026-01-15 12:00', '1969-12-31T23:59:59Z', '2026-99-99T12:00:00Z'],
  ['flag', true, true, 1, '1', ' TRUE '],
  ['flag', false, false, 0, '0', 'False'],
  ['flag', UNREADABLE, 2, 'yes'],
  ['text', '7', 7],
  ['text', 'x'.repeat(1024), 'x'.repeat(200_000)],
  ['text', `a${'\u0301'.repeat(4)}`, `a${'\u0301'.repeat(200_000)}`],
  ['text', UNREADABLE, {}, true, BEYOND],
  ['longText', 'x'.repeat(4096), 'x'.repeat(200_000)],
  ['exact', 'x'.repeat(16_384), 'x'.repeat(16_384)],
  ['exact', '7', 7],
  ['exact', UNREADABLE, 'x'.repeat(16_385), BEYOND, ['x']],
  ['id', '41', 41],
  ['id', 'x'.repeat(1024), 'x'.repeat(1024)],
  ['id', UNREADABLE, 'x'.repeat(1025), '', {}],
  ['entryId', 41, '41'],
  ['entryId', 0, 'j-41', -41],
  ['entryId', 9007199254740991, '9007199254740991'],
  ['entryId', 9007199254740993n, '9007199254740993'],
  ['entryId', UNREADABLE, {}],
  ['userId', '9007199254740993', '9007199254740993'],
  ['userId', 42, '42', 42],
  ['userId', '007', '007'],
  ['userId', UNREADABLE, 'usr_42', -1, '1'.repeat(41)],
  ['label', 'node-1', 'node-1'],
  ['label', null, ''],
  ['label', UNREADABLE, {}],
  ['shallow', { name: 'a', via: null }, { name: 'a', via: { hops: [1] } }],
  ['shallow', ['c', null], ['c', ['d']]],
  ['shallow', 7, 7],
  ['shallow', null, null],
  ['shallow', 'x'.repeat(1024), 'x'.repeat(2_000)],
  ['shallow', members(16), members(16), members(17)],
  ['shallow', Array(16).fill('c'), Array(17).fill('c')],
  ['shallow', { ['n'.repeat(1024)]: 1 }, { ['n'.repeat(1024)]: 1 }, { ['n'.repeat(1025)]: 1 }],
  ['shallow', { name: 'x'.repeat(1024) }, { name: 'x'.repeat(2_000) }],
])('%s reads as %s', (leaf, expected, ...values) => {
  expect(values.map((value) => readBy(leaf, value))).toEqual(values.map(() => expected));
});

test.each<[expected: string, ...LeafName[]]>([
  ['a number from 0', 'number', 'itemCount'],
  ['a number', 'degrees'],
  ['a percentage', 'percent'],
  ['a score from 0 to 100', 'score'],
  ['a time', 'time'],
  ['true or false', 'flag'],
  ['text', 'text', 'longText', 'exact'],
  ['an id', 'id'],
])('that %s was expected is said by %s', (expected, ...names) => {
  for (const name of names)
    expect(leaves[name].safeParse([]).error?.issues).toMatchObject([{ message: `expected ${expected}` }]);
});
