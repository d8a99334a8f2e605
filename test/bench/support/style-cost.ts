import type { HeadlessCell } from '../../support/headless.ts';

/** What a cell of the headless terminal looks like. */
export type CellStyle = Omit<HeadlessCell, 'chars' | 'width'>;

const attributes = [
  ['bold', '1', '22'],
  ['dim', '2', '22'],
  ['italic', '3', '23'],
  ['underline', '4', '24'],
  ['inverse', '7', '27'],
  ['strike', '9', '29'],
] as const satisfies readonly (readonly [keyof CellStyle, string, string])[];

const keys = new WeakMap<CellStyle, string>();

export function styleKey(style: CellStyle): string {
  let key = keys.get(style);
  if (key === undefined) {
    key = `${style.fg} ${style.bg} ${attributes.map(([name]) => Number(style[name])).join('')}`;
    keys.set(style, key);
  }
  return key;
}

const costs = new Map<string, number>();

/** Bytes of the shortest SGR sequence from one style to another. */
export function styleCost(from: CellStyle, to: CellStyle): number {
  const key = `${styleKey(from)} ${styleKey(to)}`;
  let cost = costs.get(key);
  if (cost === undefined) {
    cost = compute(from, to);
    costs.set(key, cost);
  }
  return cost;
}

function compute(from: CellStyle, to: CellStyle): number {
  const change: string[] = [];
  const anew: string[] = [''];
  const off = new Set<string>();
  for (const [name, , code] of attributes) if (from[name] && !to[name]) off.add(code);
  change.push(...off);
  for (const [name, on, code] of attributes) {
    // 22 ends both bold and dim.
    if (to[name] && (!from[name] || off.has(code))) change.push(on);
    if (to[name]) anew.push(on);
  }
  for (const [name, base] of [
    ['fg', 30],
    ['bg', 40],
  ] as const) {
    if (from[name] !== to[name]) change.push(color(to[name], base));
    if (to[name] !== -1) anew.push(color(to[name], base));
  }
  if (change.length === 0) return 0;
  return 3 + Math.min(change.join(';').length, anew.join(';').length);
}

function color(value: number, base: number): string {
  if (value === -1) return String(base + 9);
  if (value >= 0x1000000) return `${base + 8};2;${(value >> 16) & 255};${(value >> 8) & 255};${value & 255}`;
  if (value < 8) return String(base + value);
  return value < 16 ? String(base + 52 + value) : `${base + 8};5;${value}`;
}
