import { Box, Text } from 'ink';
import { createContext, memo, type ReactNode, useContext, useLayoutEffect } from 'react';
import { safeText } from '../../base/safe-text.ts';
import type { Line, Rect } from '../../base/text.ts';
import type { Screen } from './screen-writer.ts';

/** The screen that surfaces go to; none in a pipe, for a screen reader and in tests of components. */
export const ScreenContext = createContext<Screen | undefined>(undefined);

export interface SurfaceProps {
  /** One surface of the screen; the same id replaces. */
  readonly id: string;
  /** Where it lies, in cells of the window. */
  readonly rect: Rect;
  readonly lines: readonly Line[];
  /** Higher lies on top: panes 0, dialogs above. */
  readonly layer?: number;
}

/**
 * Finished rows on their way to the terminal without Ink measuring them. The place must be kept free by the
 * layout around it; where there is no screen, the rows are plain text in that place.
 */
export const Surface = memo(function Surface({ id, rect, lines, layer = 0 }: SurfaceProps): ReactNode {
  const screen = useContext(ScreenContext);
  const { x, y, width, height } = rect;
  useLayoutEffect(() => {
    screen?.setSurface(id, { x, y, width, height }, lines, layer);
  }, [screen, id, x, y, width, height, lines, layer]);
  useLayoutEffect(() => () => screen?.removeSurface(id), [screen, id]);
  if (screen !== undefined) return null;
  return (
    <Box flexDirection="column" width={width} height={height} overflow="hidden">
      {lines.slice(0, height).map((line, row) => (
        // rows have no identity beyond their place
        <Text key={row.toString()} wrap="truncate">
          {safeText(line.map((span) => span.text).join('')) || ' '}
        </Text>
      ))}
    </Box>
  );
});
