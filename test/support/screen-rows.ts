import { expect } from 'vitest';
import type { Rect } from '../../src/base/text.ts';
import { lineWidth, textWidth } from '../../src/base/width.ts';
import type { Pane } from '../../src/ui/view.ts';

/** The rows of panes that are side by side, as text; dialogs over them are left out. */
export function rowsOf(panes: readonly Pane[], area: Rect): string[] {
  const rows = Array.from({ length: area.height }, () => '');
  const flat = panes.filter((pane) => !pane.layer).sort((a, b) => a.rect.x - b.rect.x);
  for (const { rect, lines } of flat) {
    lines.forEach((line, index) => {
      const y = rect.y - area.y + index;
      const row = rows[y];
      if (row === undefined) return;
      const before = row + ' '.repeat(Math.max(0, rect.x - area.x - textWidth(row)));
      rows[y] = before + line.map((span) => span.text).join('');
    });
  }
  return rows;
}

/** Every cell of the area belongs to exactly one pane, and no row is wider or narrower than its pane. */
export function expectTiled(panes: readonly Pane[], area: Rect): void {
  const cells = new Uint8Array(area.width * area.height);
  for (const { id, rect, lines } of panes) {
    expect(lines.length, `rows of ${id}`).toBe(rect.height);
    const odd = lines.findIndex((line) => lineWidth(line) !== rect.width);
    if (odd >= 0) expect(lineWidth(lines[odd] ?? []), `${id}, row ${odd}`).toBe(rect.width);
    expect(rect.x >= area.x && rect.x + rect.width <= area.x + area.width, `${id} lies inside`).toBe(true);
    for (let y = rect.y - area.y; y < rect.y - area.y + rect.height; y++) {
      for (let x = rect.x - area.x; x < rect.x - area.x + rect.width; x++) {
        const at = y * area.width + x;
        cells[at] = (cells[at] ?? 0) + 1;
      }
    }
  }
  expect(
    cells.every((count) => count === 1),
    'the panes tile the area',
  ).toBe(true);
}

/** The areas in which screens are tested, from the smallest window to the largest, without header and footer. */
export const areas: readonly Rect[] = [
  [40, 8],
  [40, 12],
  [80, 20],
  [120, 36],
  [200, 56],
  [300, 96],
].map(([width = 0, height = 0]) => ({ x: 0, y: 3, width, height }));
