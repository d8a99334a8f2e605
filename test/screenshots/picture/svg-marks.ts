/** Size of a cell in the units of the picture. These numbers divide evenly for every line, block and dot. */
export const CELL = { width: 10, height: 20 } as const;

/**
 * How a mark is drawn: an area to fill, or a line to draw. Coordinates are absolute, so that no `transform` is
 * needed.
 */
export type Mark = readonly [kind: 'fill' | 'line' | 'thick', path: (x: number, y: number) => string];

/**
 * Marks that differ most between fonts, or that some systems show as a coloured emoji. They are drawn as shapes, so
 * that they look the same everywhere.
 */
export const marks: Readonly<Record<string, Mark>> = {
  '✓': ['line', (x, y) => `M${x + 1} ${y + 11}l3 4 5-9`],
  '✔': ['thick', (x, y) => `M${x + 1} ${y + 11}l3 4 5-9`],
  '✖': ['thick', (x, y) => `M${x + 1} ${y + 6}l8 8m0-8l-8 8`],
  '▲': ['fill', (x, y) => `M${x + 5} ${y + 5}l5 10h-10z`],
  '▼': ['fill', (x, y) => `M${x + 5} ${y + 15}l5-10h-10z`],
  '●': ['fill', (x, y) => `M${x + 1} ${y + 10}a4 4 0 1 0 8 0a4 4 0 1 0-8 0z`],
  '○': ['line', (x, y) => `M${x + 1} ${y + 10}a4 4 0 1 0 8 0a4 4 0 1 0-8 0z`],
  '▶': ['fill', (x, y) => `M${x + 1} ${y + 5}l8 5-8 5z`],
  '╭': ['line', (x, y) => `M${x + 5} ${y + 20}v-5q0-5 5-5`],
  '╮': ['line', (x, y) => `M${x} ${y + 10}q5 0 5 5v5`],
  '╰': ['line', (x, y) => `M${x + 5} ${y}v5q0 5 5 5`],
  '╯': ['line', (x, y) => `M${x} ${y + 10}q5 0 5-5v-5`],
};
