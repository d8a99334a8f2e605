import { expect, test } from 'vitest';
import { paintLine } from '../../../src/ui/theme/paint-line.ts';
import { resolveTheme } from '../../../src/ui/theme/resolve.ts';

const theme = resolveTheme('dark', '16');

test('each span has its colour and ends with a reset; blanks have only their background', () => {
  expect(
    paintLine(
      [
        { text: 'ok', tone: 'warn' },
        { text: '  ', tone: 'warn' },
        { text: ' ', tone: 'warn', on: 'select' },
        { text: 'plain' },
      ],
      { theme, charset: 'unicode' },
    ),
  ).toBe('\x1b[93mok\x1b[0m  \x1b[44m \x1b[0mplain');
});

test('without a theme there are no escape codes, and characters fit the terminal', () => {
  expect(paintLine([{ text: '─ ✔', tone: 'crit' }], { theme: undefined, charset: 'ascii' })).toMatch(
    /^[\x20-\x7e]{3}$/,
  );
});
