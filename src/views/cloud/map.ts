import type { Line, Span } from '../../base/text.ts';
import { LAND_BOTTOM, LAND_COLUMNS, LAND_TOP_DEGREES, land } from './land.ts';

/** A place on the map. Coordinates are in degrees; north and east are positive. */
export interface MapPlace {
  /** Preferably one or two characters. */
  readonly label: string;
  readonly lat: number;
  readonly lon: number;
}

/** The smallest map on which continents can be recognised. */
const MIN_COLUMNS = 36;
const MIN_ROWS = 8;
/** A larger map would only look coarser. */
const MAX_COLUMNS = 84;
/** Rows per column: slightly higher than equirectangular, so that places close together stay separate. */
const SHAPE = 0.3;

/** Size of the map that fits in this many cells; undefined if there is too little room. */
export function mapSize(width: number, height: number): { width: number; height: number } | undefined {
  if (width < MIN_COLUMNS || height < MIN_ROWS) return undefined;
  const most = Math.min(width, MAX_COLUMNS);
  const rows = Math.min(height, Math.max(MIN_ROWS, Math.round(most * SHAPE)));
  return { width: Math.min(most, Math.max(MIN_COLUMNS, Math.round(rows / SHAPE))), height: rows };
}

/**
 * The world in exactly `width` × `height` cells, two by four dots each, with a label for each place and the chosen
 * place in brackets. Places without valid coordinates are left out.
 */
export function worldMap(
  places: readonly MapPlace[],
  chosen: string | undefined,
  width: number,
  height: number,
): Line[] {
  const coast = coastOf(width, height);
  const marks: Mark[] = [];
  // The chosen place first: if two places are in the same cell, the other one is moved.
  for (const place of [...places].sort((a, b) => Number(b.label === chosen) - Number(a.label === chosen))) {
    const mark = placed(place, place.label === chosen, marks, { width, height });
    if (mark) marks.push(mark);
  }
  return coast.map((row, y) => {
    const spans: Span[] = [];
    let at = 0;
    for (const mark of marks.filter((each) => each.y === y).sort((a, b) => a.x - b.x)) {
      spans.push({ text: row.slice(at, mark.x), tone: 'dim' });
      spans.push(
        mark.chosen ? { text: mark.text, tone: 'bold', on: 'select' } : { text: mark.text, tone: 'accent' },
      );
      at = mark.x + mark.text.length;
    }
    return [...spans, { text: row.slice(at), tone: 'dim' as const }].filter(({ text }) => text !== '');
  });
}

interface Mark {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly chosen: boolean;
}

function placed(
  { label, lat, lon }: MapPlace,
  chosen: boolean,
  taken: readonly Mark[],
  { width, height }: { readonly width: number; readonly height: number },
): Mark | undefined {
  if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180) || !/^[!-~]{1,3}$/.test(label)) return undefined;
  const y = clamp(Math.floor(((LAND_TOP_DEGREES - lat) / (LAND_TOP_DEGREES - LAND_BOTTOM)) * height), height);
  const column = clamp(Math.floor(((lon + 180) / 360) * width), width);
  const text = chosen ? `[${label}]` : label;
  const first = clamp(chosen ? column - 1 : column, width - text.length + 1);
  // Overlapping labels are moved as little as possible: right, left, two to the right, …
  for (let step = 0; step < 2 * width; step++) {
    const x = first + (step % 2 === 1 ? (step + 1) / 2 : -step / 2);
    if (x < 0 || x + text.length > width) continue;
    const hit = taken.some(
      (mark) => mark.y === y && x < mark.x + mark.text.length && mark.x < x + text.length,
    );
    if (!hit) return { x, y, text, chosen };
  }
  return undefined;
}

function clamp(value: number, size: number): number {
  return Math.max(0, Math.min(value, size - 1));
}

const coasts = new Map<string, readonly string[]>();
const MOST_COASTS = 8;

/** The land only, cached, because screens use the same few sizes again and again. */
function coastOf(width: number, height: number): readonly string[] {
  const key = `${width}×${height}`;
  const known = coasts.get(key);
  if (known) return known;
  if (coasts.size >= MOST_COASTS) coasts.clear();
  const rows = Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => brailleCell(x, y, width, height)).join(''),
  );
  coasts.set(key, rows);
  return rows;
}

/** Bits of a braille cell's dots, by row and column. */
const DOTS = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
] as const;

function brailleCell(x: number, y: number, width: number, height: number): string {
  let bits = 0;
  DOTS.forEach((pair, row) => {
    pair.forEach((bit, column) => {
      const landRow = Math.floor(((y + (row + 0.5) / 4) / height) * land.length);
      const landColumn = Math.floor(((x + (column + 0.5) / 2) / width) * LAND_COLUMNS);
      if (land[landRow]?.[landColumn] === '#') bits |= bit;
    });
  });
  return bits === 0 ? ' ' : String.fromCodePoint(0x2800 + bits);
}
