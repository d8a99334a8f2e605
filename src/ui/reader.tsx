import { Box, Text, useInput, usePaste } from 'ink';
import { type ReactNode, useSyncExternalStore } from 'react';
import { safeText } from '../base/safe-text.ts';
import { toKeyPresses } from './keys.ts';
import type { ReaderFeed } from './reader-feed.ts';
import type { Runtime } from './runtime.ts';

/** The program for screen readers: the same keys, the screen as a list of sentences. */
export function Reader({
  runtime,
  feed,
}: {
  readonly runtime: Runtime;
  readonly feed: ReaderFeed;
}): ReactNode {
  const lines = useSyncExternalStore(feed.subscribe, feed.lines);
  useInput((input, key) => {
    for (const press of toKeyPresses(input, key)) runtime.press(press);
  });
  usePaste((text) => runtime.paste(text));
  return (
    <Box flexDirection="column" aria-role="list">
      {lines.map((line, index) => (
        // a sentence has no identity beyond its place
        <Box key={index.toString()} aria-role="listitem">
          <Text>{safeText(line)}</Text>
        </Box>
      ))}
    </Box>
  );
}
