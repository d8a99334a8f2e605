/** Content of a cell as one number: a code point, or one of the values above all code points. */
export const SPACE = 0x20;
/** The cell is covered by the wide character on its left. */
export const CONTINUED = 0x110000;
/** The content is not known. Differs from every other value. */
export const UNKNOWN = 0x110001;
/** Values from here on are indices into the table of characters with several code points. */
const CLUSTERS = 0x200000;

const texts: string[] = [];
const codes = new Map<string, number>();

/** Number of different clusters that are kept. After that the table starts again. */
export const CLUSTER_LIMIT = 20_000;

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

export function cellText(code: number): string {
  return code >= CLUSTERS ? (texts[code - CLUSTERS] ?? '\uFFFD') : String.fromCodePoint(code);
}

/** Whether the table of clusters is full; then call `forgetClusters`. */
export function clustersFull(): boolean {
  return texts.length >= CLUSTER_LIMIT;
}

/** Forgets every cluster: names seen over weeks use no memory. All grids must be painted again afterwards. */
export function forgetClusters(): void {
  texts.length = 0;
  codes.clear();
}

/** Length of a cell's text in UTF-8 bytes. */
export function cellBytes(code: number): number {
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  if (code < 0x10000) return 3;
  return code < CONTINUED ? 4 : Buffer.byteLength(cellText(code));
}
