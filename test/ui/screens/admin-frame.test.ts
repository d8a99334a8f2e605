import { expect, test } from 'vitest';
import type { Rect } from '../../../src/base/text.ts';
import { adminFrame } from '../../../src/ui/screens/admin.ts';

const sizes = [
  [40, 8],
  [80, 20],
  [120, 20],
  [120, 36],
  [200, 56],
] as const;
const nothingWritten = { written: undefined };
const cells = ({ width, height }: Rect) => width * height;

test.each(sizes)(
  'the parts of administration fill %i×%i cells, and none is lost in a larger window',
  (width, height) => {
    const area = { x: 0, y: 3, width, height };
    const parts = Object.values(adminFrame(area, nothingWritten, { beside: 10, below: 6 })) as Rect[];
    expect(parts.reduce((sum, part) => sum + cells(part), 0)).toBe(cells(area));
    for (const part of parts) expect(part.height).toBeGreaterThanOrEqual(4);
  },
);

test('a low window shows the main part alone, a large one all four', () => {
  const shown = (width: number, height: number) =>
    Object.keys(adminFrame({ x: 0, y: 0, width, height }, nothingWritten, { beside: 10, below: 6 }));
  expect(shown(80, 12)).toEqual(['main']);
  expect(shown(80, 20)).toEqual(['main', 'side']);
  expect(shown(200, 56)).toEqual(['main', 'side', 'detail', 'written']);
});
