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

test('hostile text is made visible in a pipe as on the screen', () => {
  const { lastFrame } = render(pane([[{ text: 'a\u001b[2Jb\u202ec' }]]));
  expect(rowsOf(lastFrame())?.[1]).toBe('  a␛[2Jb\ufffdc');
});
