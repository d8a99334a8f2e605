import { Box, Text } from 'ink';
import { cleanup, render } from 'ink-testing-library';
import { afterEach, expect, test } from 'vitest';
import type { Line } from '../../../src/base/text.ts';
import { Surface } from '../../../src/ui/terminal/surface.tsx';

afterEach(cleanup);

/** A pane below a header, as in a pipe or for a screen reader: there is no screen to hand the rows to. */
function pane(lines: readonly Line[], rect = { x: 0, y: 1, width: 12, height: 3 }) {
  return (
    <Box flexDirection="column">
      <Text>header</Text>
      <Surface id="pane" rect={rect} lines={lines} />
      <Text>footer</Text>
    </Box>
  );
}

test('without a screen the rows are plain text in the place that the layout keeps', () => {
  const { lastFrame } = render(
    pane([
      [
        { text: 'viewers ', tone: 'dim' },
        { text: '1', tone: 'crit' },
      ],
      [{ text: '日本' }],
    ]),
  );
  expect(lastFrame()?.split('\n')).toEqual(['header', 'viewers 1', '日本', '', 'footer']);
});

test('rows beyond the place are left out, and what is too wide for it is cut', () => {
  const lines: Line[] = ['a row of many words', 'two', 'three', 'four'].map((text) => [{ text }]);
  const { lastFrame } = render(pane(lines));
  expect(lastFrame()?.split('\n')).toEqual(['header', 'a row of ma…', 'two', 'three', 'footer']);
});

test('new rows take the place of the old ones', () => {
  const { lastFrame, rerender } = render(pane([[{ text: 'old' }], [{ text: 'old too' }]]));
  rerender(pane([[{ text: 'new' }]]));
  expect(lastFrame()).toContain('new');
  expect(lastFrame()).not.toContain('old');
});

test('hostile text is made visible in a pipe as on the screen', () => {
  const { lastFrame } = render(pane([[{ text: 'a\u001b[2Jb\u202ec' }]]));
  expect(lastFrame()?.split('\n')[1]).toBe('a␛[2Jb\ufffdc');
});
