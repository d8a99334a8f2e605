import { expect, test } from 'vitest';
import { type ScreenName, screenNames } from '../../../src/actions/screen-table.ts';
import { textWidth } from '../../../src/base/width.ts';
import { printFrame } from '../../../src/ui/react/print-frame.tsx';
import { resolveTheme } from '../../../src/ui/theme/resolve.ts';
import { type Headless, headless } from '../../support/headless.ts';
import { sampleState } from '../../support/sample-state.ts';
import { pictureOf } from '../../support/scene.ts';
import { openScreen } from '../open-screen.ts';

const SIZE = { columns: 110, rows: 32 };
const theme = resolveTheme('dark', 'truecolor');

const runtimeOn = (screen: ScreenName) => openScreen(screen, sampleState(), { size: SIZE }).hands.runtime;

/** Terminals draw this sign narrower than the print and the screen assume; the screen then moves the cursor. */
const DISPUTED = '🏟️';
const comparable = (terminal: Headless) =>
  terminal.text().map((row) => (row.includes(DISPUTED) ? row.replace(/ +/g, ' ') : row));

async function printed(text: string): Promise<Headless> {
  const terminal = headless(SIZE.columns, SIZE.rows);
  await terminal.write(text.trimEnd().replaceAll('\n', '\r\n'));
  return terminal;
}

test.each(screenNames)('%s is printed as on the screen, cell by cell and colour by colour', async (name) => {
  const runtime = runtimeOn(name);
  const shown = await pictureOf(runtime, { size: SIZE });
  const print = await printed(printFrame(runtime, { theme, charset: 'unicode' }));
  expect(comparable(print)).toEqual(comparable(shown));
  for (let y = 0; y < SIZE.rows; y++) {
    if (shown.text()[y]?.includes(DISPUTED)) continue;
    for (let x = 0; x < SIZE.columns; x++) {
      const [a, b] = [print.cell(x, y), shown.cell(x, y)];
      if (b.chars.trim() !== '') expect([x, y, a.fg, a.bg, a.bold]).toEqual([x, y, b.fg, b.bg, b.bold]);
    }
  }
  shown.dispose();
  print.dispose();
});

test('without colours there are no escape codes, and the text has its size', () => {
  const text = printFrame(runtimeOn('servers'), { theme: undefined, charset: 'unicode' });
  expect(text).not.toContain('\x1b');
  expect(text.endsWith('\n')).toBe(true);
  const lines = text.slice(0, -1).split('\n');
  expect(lines).toHaveLength(SIZE.rows);
  expect(Math.max(...lines.map(textWidth))).toBe(SIZE.columns);
});

test('a print in ASCII is all ASCII, as on the screen', async () => {
  const runtime = runtimeOn('overview');
  runtime.ui.setState(({ display }) => ({ display: { ...display, ascii: true } }));
  const text = printFrame(runtime, { theme: undefined, charset: 'ascii' });
  expect(text).toMatch(/^[\n -~]*$/);
  const [shown, print] = [await pictureOf(runtime, { size: SIZE, ascii: true }), await printed(text)];
  expect(print.text()).toEqual(shown.text());
  shown.dispose();
  print.dispose();
});
