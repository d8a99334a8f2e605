import { type Color, DEFAULT_COLOR, RGB } from './style.ts';

/** The number of colours that the terminal shows. */
export type Depth = 'none' | '16' | '256' | 'truecolor';

/** Exact value (without `hex` the terminal's default colour), and substitute among the sixteen (−1: the default). */
export interface Paint {
  readonly hex?: string;
  readonly ansi: number;
}

/** `#rrggbb` as three numbers from 0 to 255. */
export function rgbOf(hex: string): [red: number, green: number, blue: number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

export function colorAt(paint: Paint | undefined, depth: Depth): Color {
  if (paint === undefined || depth === 'none') return DEFAULT_COLOR;
  if (depth === '16' || paint.hex === undefined) return paint.ansi;
  const [red, green, blue] = rgbOf(paint.hex);
  return depth === 'truecolor' ? RGB | (red << 16) | (green << 8) | blue : nearest256(red, green, blue);
}

const LEVELS = [0, 95, 135, 175, 215, 255];

/** The nearest colour of the cube and the greys. The first sixteen are left out, because users change them. */
export function nearest256(red: number, green: number, blue: number): number {
  const [r, g, b] = [level(red), level(green), level(blue)];
  const cube = 16 + 36 * r + 6 * g + b;
  const step = Math.max(0, Math.min(23, Math.round(((red + green + blue) / 3 - 8) / 10)));
  const grey = 8 + step * 10;
  const wanted: Rgb = [red, green, blue];
  const cubeDistance = distance(wanted, [LEVELS[r] ?? 0, LEVELS[g] ?? 0, LEVELS[b] ?? 0]);
  return distance(wanted, [grey, grey, grey]) < cubeDistance ? 232 + step : cube;
}

function level(value: number): number {
  let best = 0;
  for (const [index, candidate] of LEVELS.entries()) {
    if (Math.abs(candidate - value) < Math.abs((LEVELS[best] ?? 0) - value)) best = index;
  }
  return best;
}

type Rgb = readonly [number, number, number];

function distance(a: Rgb, b: Rgb): number {
  return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;
}
