import { Box, Text } from 'ink';
import { createContext, memo, type ReactNode, useContext, useLayoutEffect } from 'react';
import { fitLine } from '../../base/width.ts';
import { paintLine, type TextLook } from '../theme/paint-line.ts';
import type { Pane } from '../view.ts';
import type { Screen } from './screen-writer.ts';

/** The screen that surfaces are drawn on; undefined if the tree is printed as text. */
export const ScreenContext = createContext<Screen | undefined>(undefined);
/** Colours and characters of printed text. */
export const TextLookContext = createContext<TextLook>({ theme: undefined, charset: 'unicode' });

type SurfaceProps = Pick<Pane, 'id' | 'rect' | 'lines' | 'layer'>;

/**
 * Finished rows at a place in the window; a new surface with the same id replaces the old one. They go to the screen
 * without being measured by Ink. Without a screen Ink prints them as text, later surfaces over earlier ones.
 */
export const Surface = memo(function Surface({ id, rect, lines, layer = 0 }: SurfaceProps): ReactNode {
  const screen = useContext(ScreenContext);
  const look = useContext(TextLookContext);
  const { x, y, width, height } = rect;
  useLayoutEffect(() => {
    screen?.setSurface(id, { x, y, width, height }, lines, layer);
  }, [screen, id, x, y, width, height, lines, layer]);
  useLayoutEffect(() => () => screen?.removeSurface(id), [screen, id]);
  if (screen !== undefined) return null;
  return (
    <Box
      position="absolute"
      left={x}
      top={y}
      width={width}
      height={height}
      overflow="hidden"
      flexDirection="column"
    >
      {Array.from({ length: height }, (_, row) => (
        // rows have no identity beyond their place
        <Text key={row.toString()} wrap="truncate">
          {paintLine(fitLine(lines[row] ?? [], width), look)}
        </Text>
      ))}
    </Box>
  );
});
