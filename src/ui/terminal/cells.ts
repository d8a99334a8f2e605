/**
 * What a cell of the grid can hold, as one number: a code point, or one of the values above all code points.
 */
export const SPACE = 0x20;
/** The cell is covered by the wide character on its left. */
export const CONTINUED = 0x110000;
/** What the terminal shows here is not known. Differs from everything. */
export const UNKNOWN = 0x110001;
/** From here on: an index into the table of characters that are more than one code point. */
const CLUSTERS = 0x200000;

const texts: string[] = [];
const codes = new Map<string, number>();

/** How many different clusters are kept; a screen that has seen more starts the table again. */
export const CLUSTER_LIMIT = 20_000;

/** The number for one user-perceived character. */
export function cellCode(grapheme: string): number {
  const point = grapheme.codePointAt(0) ?? SPACE;
  if (grapheme.length === (point > 0xffff ? 2 : 1)) return point;
  const known = codes.get(grapheme);
  if (known !== undefined) return known;
  const code = CLUSTERS + texts.length;
  texts.push(grapheme);
  codes.set(grapheme, code);
  return code;
}

/** The text of a cell that is neither CONTINUED nor UNKNOWN. */
export function cellText(code: number): string {
  return code >= CLUSTERS ? (texts[code - CLUSTERS] ?? '\uFFFD') : String.fromCodePoint(code);
}

/** Whether as many clusters are known as are kept: time for `forgetClusters`. */
export function clustersFull(): boolean {
  return texts.length >= CLUSTER_LIMIT;
}

/** Forgets every cluster, so that weeks of names cost no memory. All grids must be painted again after that. */
export function forgetClusters(): void {
  texts.length = 0;
  codes.clear();
}

/** UTF-8 bytes of a cell. */
export function cellBytes(code: number): number {
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  if (code < 0x10000) return 3;
  return code < CONTINUED ? 4 : Buffer.byteLength(cellText(code));
}
