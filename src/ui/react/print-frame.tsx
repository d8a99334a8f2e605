import { Box, renderToString } from 'ink';
import type { Runtime } from '../program/runtime.ts';
import { TextLookContext } from '../terminal/surface.tsx';
import type { TextLook } from '../theme/paint-line.ts';
import { App } from './app.tsx';

/** What the runtime shows now, as text: one line for each row of the window, each ending with a newline. */
export function printFrame(runtime: Runtime, look: TextLook): string {
  const { columns, rows } = runtime.size;
  const text = renderToString(
    <TextLookContext.Provider value={look}>
      <Box width={columns} height={rows}>
        <App runtime={runtime} suspendHandle={{ over: undefined }} />
      </Box>
    </TextLookContext.Provider>,
    { columns },
  );
  return `${text}\n`;
}
