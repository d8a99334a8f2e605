import { expect, test } from 'vitest';
import { cloudLimits } from '../../../src/protocol/cloud.ts';
import * as cloud from '../../../src/views/cloud/cloud.ts';
import * as rules from '../../../src/views/cloud/rules.ts';

const { coordinatesOf, isRevealed, regionName, regionsOf, shownSecret } = cloud;
const { countCharacters, lengthProblem, startDateProblem, startTime } = rules;

test.each<[number, ...string[]]>([
  [0, ''],
  [1, '👍'],
  [2, 'e\u0301'],
  [3, 'abc'],
  [4, 'a\nb', 'a\r\nb', 'a\rb'],
  // A family of three with two joiners: five code points, one visible character.
  [5, 'Größe', '👨‍👩‍👧'],
])('%i characters, counted as the API does, have %j', (expected, ...texts) => {
  for (const text of texts) expect(countCharacters(text), text).toBe(expected);
});

test.each([
  [cloudLimits.nameMax, '', 'at least 1 character'],
  [cloudLimits.nameMax, 'x', undefined],
  [cloudLimits.nameMax, '👍'.repeat(255), undefined],
  [cloudLimits.nameMax, '👍'.repeat(256), '256 characters; at most 255'],
  [cloudLimits.descriptionMax, 'x'.repeat(2000), undefined],
  [cloudLimits.descriptionMax, 'x'.repeat(2001), '2001 characters; at most 2000'],
  [cloudLimits.descriptionMax, `${'x'.repeat(1998)}\n`, undefined],
  [cloudLimits.descriptionMax, `${'x'.repeat(1999)}\n`, '2001 characters; at most 2000'],
] as const)('lengths are checked to the exact character (%#)', (most, text, expected) => {
  expect(lengthProblem(text, most)).toBe(expected);
});

test.each<[string | undefined, ...string[]]>([
  [undefined, '24.12.2026 18:00:00', '29.02.2028 00:00:00', '31.12.9999 23:59:59'],
  ['there is no day', '29.02.2026 00:00:00', '31.04.2026 10:00:00'],
  ['there is no day', '00.01.2026 10:00:00', '01.13.2026 10:00:00'],
  ['there is no such time of day', '01.01.2026 24:00:00', '01.01.2026 10:60:00'],
  ['write it as DD.MM.YYYY hh:mm:ss', '1.1.2026 10:00:00', '2026-01-01 10:00:00', '01.01.2026 10:00'],
])('the start: %s, for %s', (problem, ...texts) => {
  for (const text of texts) {
    const found = startDateProblem(text);
    if (problem === undefined) expect(found).toBeUndefined();
    else expect(found).toContain(problem);
  }
});

test.each([
  ['15.07.2026 12:00:00', 'UTC', '2026-07-15T12:00:00.000Z'],
  ['15.07.2026 12:00:00', 'Europe/Berlin', '2026-07-15T10:00:00.000Z'],
  ['15.01.2026 12:00:00', 'Europe/Berlin', '2026-01-15T11:00:00.000Z'],
  ['15.01.2026 12:00:00', 'Asia/Kolkata', '2026-01-15T06:30:00.000Z'],
  // An hour after the clocks went forward.
  ['29.03.2026 03:30:00', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ['15.01.2026 12:00:00', 'Nowhere/Atall', undefined],
  ['31.02.2026 12:00:00', 'UTC', undefined],
])('%s in %s is %s', (text, zone, expected) => {
  const at = startTime(text, zone);
  expect(at === undefined ? undefined : new Date(at).toISOString()).toBe(expected);
});

test('regions keep the order of the cloud, and a missing value is a dash', () => {
  const region = (id: number, pos?: number) => ({ id, name: 'x', ...(pos !== undefined && { pos }) });
  const regions = regionsOf({ regions: [region(7, 2), region(3), region(9, 1)] });
  expect(regions.map(({ id }) => id)).toEqual([9, 7, 3]);
  expect(regionsOf({ regions: null })).toEqual([]);
  const place = (coordinates?: { lat: number | null; lon: number | null }) =>
    coordinatesOf({ id: 1, name: 'x', ...(coordinates && { coordinates }) });
  expect([place(), place({ lat: 1, lon: null }), place({ lat: null, lon: 1 })]).toEqual(['—', '—', '—']);
  expect(place({ lat: -23.55, lon: -46.63 })).toBe('23.6°S 46.6°W');
});

test('secrets hide their length, and are hidden again after a minute', () => {
  expect(shownSecret('abc', false)).toBe(shownSecret('a much longer secret', false));
  expect(shownSecret('abc', true)).toBe('abc');
  expect(shownSecret(undefined, true)).toBe('—');
  const revealed = { id: '1', at: 1000 };
  const at = [999, 1000, 60_999, 61_000].map((now) => isRevealed(revealed, '1', now));
  expect([...at, isRevealed(revealed, '2', 1000)]).toEqual([false, true, true, false, false]);
});

test.each([
  [null, undefined],
  [undefined, undefined],
  ['word', 'word'],
  [7, '7'],
  [false, 'false'],
  [{ a: 1, b: null, c: 'x' }, 'a 1, c x'],
  [['a', null, 'b'], 'a, b'],
  [{}, undefined],
  [[null], undefined],
  [{ auth: { username: 'push', keys: ['a', 'b'] } }, 'auth.username push, auth.keys a, auth.keys b'],
  [{ address: { host: 'in.example', port: 1935 } }, 'address.host in.example, address.port 1935'],
])('a value of any shape: %j is written as %j', (value, words) => {
  expect(cloud.unspecifiedWords(value)).toBe(words);
});

test('a region is shown by name, or by number where the list lacks it, and whether the plan includes ABR', () => {
  const names = [7, 8, null, undefined].map((id) => regionName([{ id: 7, name: 'Frankfurt' }], id));
  expect(names).toEqual(['Frankfurt', 'region 8', '—', '—']);
  const words = [true, false, null].map((is) => cloud.transcodingWords({ isTranscodingEnabled: is }));
  expect(words).toEqual(['in the plan', 'not in the plan', '—']);
});
