import { expect, test } from 'vitest';
import type { Line } from '../../src/base/text.ts';
import { type AreaOptions, area } from '../../src/views/area-chart.ts';

const textOf = (lines: readonly Line[]) => lines.map((line) => line.map(({ text }) => text).join(''));
const draw = (options: Partial<AreaOptions>) =>
  area({ values: [40, 40], rows: 5, top: 100, limit: 1_000, tone: 'out', ...options });

test('what is usual is shaded where the area does not cover it, and told apart where it does', () => {
  const band = [
    { low: 10, high: 60 },
    { low: 10, high: 60 },
  ];
  expect(textOf(draw({ band }))).toEqual([' ', ' ', '░', '⣿', '⣿']);
  expect(draw({ band }).at(-1)?.[0]?.tone).toBe('dim');
  expect(draw({ band: [] }).at(-1)?.[0]?.tone).toBe('outFill');
});

test('another time is a line above the area and within it, and gives way to the edge', () => {
  expect(textOf(draw({ overlay: [80, 80] }))).toEqual([' ', '⠉', ' ', '⣿', '⣿']);
  const within = draw({ overlay: [20, 20] });
  expect(textOf(within)).toEqual([' ', ' ', ' ', '⣿', '⠉']);
  expect(within.at(-1)?.[0]?.tone).toBe('info');
  expect(textOf(draw({ overlay: [40, 40] }))).toEqual([' ', ' ', ' ', '⣿', '⣿']);
});

test('a gap of the other time is a gap of its line', () => {
  expect(textOf(draw({ overlay: [null, null] }))).toEqual(textOf(draw({})));
});

test('a flat series without a limit is a line, with one it is filled up to; a swing is always filled', () => {
  const values = [40, 41, 40, 41];
  expect(textOf(draw({ values, limit: undefined }))).toEqual(['  ', '  ', '  ', '⠉⠉', '  ']);
  expect(textOf(draw({ values, limit: 1_000 })).at(-1)).toBe('⣿⣿');
  expect(textOf(draw({ values: [40, 80, 40, 80], limit: undefined })).at(-1)).toBe('⣿⣿');
});

test('below the edge stands the hue of the measure; what has none is grey', () => {
  const fillOf = (tone: 'in' | 'out' | 'plain') =>
    area({ values: [40, 40], rows: 5, top: 100, limit: 100, tone }).at(-1)?.[0]?.tone;
  expect([fillOf('in'), fillOf('out'), fillOf('plain')]).toEqual(['inFill', 'outFill', 'faint']);
});
