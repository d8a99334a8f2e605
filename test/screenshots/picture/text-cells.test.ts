import { expect, test } from 'vitest';
import { themeNamed } from '../../../src/ui/theme/themes.ts';
import { toSvg } from './svg.ts';
import { textCells } from './text-cells.ts';

const size = { columns: 12, rows: 3 };

test('cells keep the colours, font weights and wide characters of a printed frame', () => {
  const cells = textCells(
    'a\u001b[1;38;2;255;0;16mb\u001b[22mc\u001b[0md\n\u001b[31;102m東\u001b[39;49mx\u001b[7my',
    size,
  );
  expect(cells.cell(0, 0)).toMatchObject({ chars: 'a', fg: -1, bg: -1, bold: false });
  expect(cells.cell(1, 0)).toMatchObject({ chars: 'b', fg: 0x1ff0010, bold: true });
  expect(cells.cell(2, 0)).toMatchObject({ chars: 'c', fg: 0x1ff0010, bold: false });
  expect(cells.cell(3, 0)).toMatchObject({ chars: 'd', fg: -1 });
  expect(cells.cell(0, 1)).toMatchObject({ chars: '東', width: 2, fg: 1, bg: 10 });
  expect(cells.cell(1, 1)).toMatchObject({ chars: '', width: 0 });
  expect(cells.cell(2, 1)).toMatchObject({ chars: 'x', fg: -1, bg: -1, inverse: false });
  expect(cells.cell(3, 1)).toMatchObject({ chars: 'y', inverse: true });
  expect(cells.cell(11, 2)).toMatchObject({ chars: '', width: 1 });
});

test('text of a server cannot become markup of the picture', () => {
  const svg = toSvg(textCells('<script>', size), size, themeNamed('dark'), 'a"b<c');
  expect(svg).not.toContain('<script');
  expect(svg).toContain('<title>a&quot;b&lt;c</title>');
});
