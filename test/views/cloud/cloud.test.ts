import { expect, test } from 'vitest';
import { asciiText } from '../../../src/base/ascii-text.ts';
import type { Line } from '../../../src/base/text.ts';
import { lineWidth } from '../../../src/base/width.ts';
import { regions } from '../../../src/simulator/cloud.ts';
import {
  coordinatesOf,
  isRevealed,
  mapPlaces,
  regionName,
  regionsOf,
  secretOf,
  shownSecret,
  transcodingWords,
  unspecifiedWords,
} from '../../../src/views/cloud/cloud.ts';
import { land } from '../../../src/views/cloud/land.ts';
import { mapSize, worldMap } from '../../../src/views/cloud/map.ts';
import {
  countCharacters,
  descriptionProblem,
  nameProblem,
  startDateProblem,
  startTime,
} from '../../../src/views/cloud/rules.ts';

test.each([
  ['', 0],
  ['abc', 3],
  ['Größe', 5],
  ['👍', 1],
  // A family of three with two joiners: five code points, one visible character.
  ['👨‍👩‍👧', 5],
  ['e\u0301', 2],
  ['a\nb', 4],
  ['a\r\nb', 4],
  ['a\rb', 4],
])('%j has %i characters, counted as the API does', (text, expected) => {
  expect(countCharacters(text)).toBe(expected);
});

test.each([
  [nameProblem, '', 'at least 1 character'],
  [nameProblem, 'x', undefined],
  [nameProblem, '👍'.repeat(255), undefined],
  [nameProblem, '👍'.repeat(256), '256 characters; at most 255'],
  [descriptionProblem, 'x'.repeat(2000), undefined],
  [descriptionProblem, 'x'.repeat(2001), '2001 characters; at most 2000'],
  [descriptionProblem, `${'x'.repeat(1998)}\n`, undefined],
  [descriptionProblem, `${'x'.repeat(1999)}\n`, '2001 characters; at most 2000'],
] as const)('lengths are checked to the exact character (%#)', (rule, text, expected) => {
  expect(rule(text)).toBe(expected);
});

test.each([
  ['24.12.2026 18:00:00', undefined],
  ['29.02.2028 00:00:00', undefined],
  ['31.12.9999 23:59:59', undefined],
  ['29.02.2026 00:00:00', 'there is no day 29.02.2026'],
  ['31.04.2026 10:00:00', 'there is no day 31.04.2026'],
  ['00.01.2026 10:00:00', 'there is no day 00.01.2026'],
  ['01.13.2026 10:00:00', 'there is no day 01.13.2026'],
  ['01.01.2026 24:00:00', 'there is no such time of day'],
  ['01.01.2026 10:60:00', 'there is no such time of day'],
  ['1.1.2026 10:00:00', 'write it as DD.MM.YYYY hh:mm:ss'],
  ['2026-01-01 10:00:00', 'write it as DD.MM.YYYY hh:mm:ss'],
  ['01.01.2026 10:00', 'write it as DD.MM.YYYY hh:mm:ss'],
  ['01.01.2026 10:00:00 ', 'write it as DD.MM.YYYY hh:mm:ss'],
])('start %j', (text, expected) => {
  const problem = startDateProblem(text);
  if (expected === undefined) expect(problem).toBeUndefined();
  else expect(problem).toContain(expected);
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

const textOf = (lines: readonly Line[]) => lines.map((line) => line.map((span) => span.text).join(''));

test('land is a rectangle of known size with the continents in their places', () => {
  expect(land.every((row) => row.length <= 120)).toBe(true);
  const at = (lat: number, lon: number) =>
    land[Math.floor(((82 - lat) / 140) * land.length)]?.[Math.floor((lon + 180) / 3)] === '#';
  const places = {
    berlin: [52, 13],
    denver: [40, -105],
    manaus: [-3, -60],
    nairobi: [0, 37],
    perth: [-28, 120],
  };
  for (const [name, [lat = 0, lon = 0]] of Object.entries(places)) expect(at(lat, lon), name).toBe(true);
  const seas = { atlantic: [30, -45], pacific: [0, -140], indian: [-20, 80], southern: [-55, 20] };
  for (const [name, [lat = 0, lon = 0]] of Object.entries(seas)) expect(at(lat, lon), name).toBe(false);
});

test.each([
  [36, 8],
  [44, 10],
  [60, 18],
  [84, 25],
])('a map of %i×%i cells shows every region once, the selected one in brackets', (width, height) => {
  for (const chosen of ['1', '6', '8']) {
    const rows = textOf(worldMap(mapPlaces(regions), chosen, width, height));
    expect(rows.length).toBe(height);
    for (const row of rows) expect(lineWidth([{ text: row }])).toBe(width);
    const all = rows.join('');
    expect(all).toContain(`[${chosen}]`);
    for (const { id } of regions) expect(all.split(String(id)).length - 1, `region ${id}`).toBe(1);
  }
});

test('west is on the left and north at the top, in ASCII too', () => {
  const rows = textOf(worldMap(mapPlaces(regions), '4', 60, 18)).map(asciiText);
  expect(rows.every((row) => /^[ -~]{60}$/.test(row))).toBe(true);
  const find = (label: string) => {
    const y = rows.findIndex((row) => row.includes(label));
    return { x: rows[y]?.indexOf(label) ?? -1, y };
  };
  expect(find('2').x).toBeLessThan(find('1').x);
  expect(find('1').x).toBeLessThan(find('[4]').x);
  expect(find('[4]').x).toBeLessThan(find('5').x);
  expect(find('6').x).toBeLessThan(find('7').x);
  expect(find('[4]').y).toBeLessThan(find('9').y);
});

test('places without coordinates are left out, and places on one spot are side by side', () => {
  const places = [
    { label: '1', lat: 999, lon: 0 },
    { label: '2', lat: Number.NaN, lon: 0 },
    { label: '\u001b[2J', lat: 0, lon: 0 },
    { label: '3', lat: 0, lon: 20 },
    { label: '4', lat: 0, lon: 20 },
    { label: '5', lat: -90, lon: 180 },
  ];
  const all = textOf(worldMap(places, '3', 60, 18)).join('\n');
  expect(all).not.toMatch(/[12\u001b]/);
  expect(all).toMatch(/\[3\]4|4\[3\]/);
  expect(all).toContain('5');
});

test('of two places on one cell the selected one is shown', () => {
  const [one, other] = [
    { label: '3', lat: 0, lon: 20 },
    { label: '4', lat: 0, lon: 20 },
  ];
  const placeOf = (...places: Parameters<typeof worldMap>[0]) =>
    textOf(worldMap(places, '4', 60, 18)).map((row) => row.indexOf('[4]'));
  expect(placeOf(one, other)).toEqual(placeOf(other));
});

test('there is no map where it would be too small to read', () => {
  expect(mapSize(35, 20)).toBeUndefined();
  expect(mapSize(60, 7)).toBeUndefined();
  for (const [width, height] of [
    [36, 8],
    [76, 9],
    [300, 100],
  ] as const) {
    const size = mapSize(width, height);
    expect(size && size.width <= width && size.height <= height).toBe(true);
  }
});

test('regions keep the order of the cloud, and a missing value is a dash', () => {
  const list = [
    { id: 7, name: 'c', pos: 2 },
    { id: 3, name: 'b' },
    { id: 9, name: 'a', pos: 1 },
  ];
  expect(regionsOf({ regions: list }).map(({ id }) => id)).toEqual([9, 7, 3]);
  expect(regionsOf({ regions: null })).toEqual([]);
  expect(coordinatesOf({ id: 1, name: 'x' })).toBe('—');
  expect(coordinatesOf({ id: 1, name: 'x', coordinates: { lat: -23.55, lon: -46.63 } })).toBe(
    '23.6°S 46.6°W',
  );
});

test('secrets hide their length, and are hidden again after a minute', () => {
  expect(shownSecret('abc', false)).toBe(shownSecret('a much longer secret', false));
  expect(shownSecret('abc', true)).toBe('abc');
  expect(shownSecret(undefined, true)).toBe('—');
  const revealed = { id: '1', at: 1000 };
  expect(isRevealed(revealed, '1', 1000)).toBe(true);
  expect(isRevealed(revealed, '1', 60_999)).toBe(true);
  expect(isRevealed(revealed, '1', 61_000)).toBe(false);
  expect(isRevealed(revealed, '2', 1000)).toBe(false);
  expect(isRevealed(revealed, '1', 999)).toBe(false);
});

test('a map keeps its shape between its smallest and its largest useful size', () => {
  expect([mapSize(36, 8), mapSize(60, 100), mapSize(100, 100), mapSize(84, 10), mapSize(40, 30)]).toEqual([
    { width: 36, height: 8 },
    { width: 60, height: 18 },
    { width: 83, height: 25 },
    { width: 36, height: 10 },
    { width: 40, height: 12 },
  ]);
});

test('the coasts are drawn, and the sea is empty', () => {
  expect(textOf(worldMap([], undefined, 44, 10))).toEqual([
    '  ⣀⣀⣀⣀⡀⢀⣀⣀⡀⢘⣟⡙⠻⣿⣿⣿⣿⠟    ⢀⣀  ⠠⠄⢀⣀⣤⣴⣶⣤⣤⣄⣀⣀⣀⣀⣀ ',
    ' ⠈⢿⠿⠿⢿⣿⣿⣿⣿⣟⠛⢠⣟⡃⠈⠛⠉ ⠐  ⠠⢶⢫⣿⣿⣾⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⣿⠿⠿⣟⠿⠛',
    '      ⠙⣿⣿⣿⣿⣿⣾⠿⠛⠂     ⣽⠾⠿⣿⢟⣛⣿⢿⣿⣿⣿⣿⣿⣿⣿⣿⣿⠟⠆ ⠉  ',
    '       ⠹⣿⣿⡿⠿⠋       ⣀⣿⣾⣦⣬⣬⣽⣿⢿⣿⣿⣿⣿⣿⣿⣿⡧⠈⠚     ',
    '         ⠻⠧⡆⠒⠂      ⣿⣿⣿⣿⣿⣿⣿⣿⠟⠁⠈⣿⠏⠹⣿⠉⢡       ',
    '           ⠈⣰⣿⣷⣤    ⠙⠛⠛⣿⣿⣿⣿⡿   ⠉ ⠠⡮⣀⣄⠂      ',
    '            ⢻⣿⣿⣿⣿⠆     ⢹⣿⣿⣿       ⠈⠊⠉ ⣙⡓⠄   ',
    '             ⣿⣿⣿⠛      ⠘⣿⣿⠋⠘        ⣴⣿⣿⣿⡄   ',
    '             ⣿⠟⠉        ⠉⠁          ⠉⠁⠉⠻⠃ ⢀⡀',
    '             ⠿                              ',
  ]);
});

test('as many places as fit are around one spot, and others are left out', () => {
  const spot = (lon: number, ...labels: string[]) =>
    textOf(
      worldMap(
        labels.map((label) => ({ label, lat: 81, lon })),
        undefined,
        36,
        8,
      ),
    )[0]?.replace(/[^!-~]/g, ' ');
  expect(spot(0, 'a', 'b', 'c', 'd')?.trim()).toEqual('cabd');
  expect(spot(-180, 'a', 'b')?.trim()).toBe('ab');
  expect(spot(180, 'a', 'b')?.trim()).toBe('ba');
});

test('a region is shown by name, or by number where the list lacks it', () => {
  const list = [{ id: 7, name: 'Frankfurt' }];
  expect([
    regionName(list, 7),
    regionName(list, 8),
    regionName(list, null),
    regionName(list, undefined),
  ]).toEqual(['Frankfurt', 'region 8', '—', '—']);
});

test('a place with only one coordinate is no place', () => {
  const half = (lat: number | null, lon: number | null) => ({ id: 1, name: 'x', coordinates: { lat, lon } });
  expect([coordinatesOf(half(1, null)), coordinatesOf(half(null, 1))]).toEqual(['—', '—']);
  expect(mapPlaces([half(1, null), half(null, 1), half(1, 2)])).toEqual([{ label: '1', lat: 1, lon: 2 }]);
});

test('a secret that lacks a part is no secret', () => {
  const stream = { streamKey: 'key', credentials: { username: 'name', password: 'word' } };
  const parts = (of: object | undefined) =>
    (['key', 'username', 'password'] as const).map((part) =>
      secretOf(of as Parameters<typeof secretOf>[0], part),
    );
  expect(parts(stream)).toEqual(['key', 'name', 'word']);
  expect(parts({})).toEqual([undefined, undefined, undefined]);
  expect(parts(undefined)).toEqual([undefined, undefined, undefined]);
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
  expect(unspecifiedWords(value)).toBe(words);
});

test('tells whether the plan includes ABR', () => {
  const words = (isTranscodingEnabled: boolean | null | undefined) =>
    transcodingWords({ isTranscodingEnabled });
  expect([words(true), words(false), words(null), words(undefined)]).toEqual([
    'in the plan',
    'not in the plan',
    '—',
    '—',
  ]);
});
