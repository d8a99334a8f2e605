import { Box } from 'ink';
import { cleanup, render } from 'ink-testing-library';
import { afterEach, expect, test } from 'vitest';
import type { Line } from '../../../src/base/text.ts';
import { Surface } from '../../../src/ui/terminal/surface.tsx';

afterEach(cleanup);

/** A pane in a window, as it is printed: there is no screen to hand the rows to. */
function pane(lines: readonly Line[], rect = { x: 2, y: 1, width: 12, height: 3 }) {
  return (
    <Box width={20} height={5}>
      <Surface id="pane" rect={rect} lines={lines} />
    </Box>
  );
}

const rowsOf = (frame: string | undefined) => frame?.split('\n').map((row) => row.trimEnd());

test('rows are plain text in their place where there is no screen', () => {
  const { lastFrame } = render(
    pane([
      [
        { text: 'viewers ', tone: 'dim' },
        { text: '1', tone: 'crit' },
      ],
      [{ text: '日本' }],
    ]),
  );
  expect(rowsOf(lastFrame())).toEqual(['', '  viewers 1', '  日本', '', '']);
});

test('rows beyond the place are left out, and wide rows are cut', () => {
  const lines: Line[] = ['a row of many words', 'two', 'three', 'four'].map((text) => [{ text }]);
  const { lastFrame } = render(pane(lines));
  expect(rowsOf(lastFrame())).toEqual(['', '  a row of ma…', '  two', '  three', '']);
});

test('a later surface covers an earlier one, blanks included', () => {
  const row = (text: string): Line[] => [[{ text }]];
  const { lastFrame } = render(
    <Box width={20} height={3}>
      <Surface id="pane" rect={{ x: 0, y: 0, width: 20, height: 3 }} lines={row('a'.repeat(20))} />
      <Surface id="dialog" rect={{ x: 5, y: 0, width: 8, height: 1 }} lines={row('SURE?')} layer={10} />
    </Box>,
  );
  expect(rowsOf(lastFrame())?.[0]).toBe('aaaaaSURE?   aaaaaaa');
});

test('hostile text is made visible in a pipe as on the screen', () => {
  const { lastFrame } = render(pane([[{ text: 'a\u001b[2Jb\u202ec' }]]));
  expect(rowsOf(lastFrame())?.[1]).toBe('  a␛[2Jb\ufffdc');
});
