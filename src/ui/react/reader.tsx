import { Box, Text } from 'ink';
import { type ReactNode, useSyncExternalStore } from 'react';
import { safeText } from '../../base/safe-text.ts';
import type { Runtime } from '../program/runtime.ts';
import { type SuspendHandle, useSuspendHandle, useTyped } from './app.tsx';
import type { ReaderFeed } from './reader-feed.ts';

interface Props {
  readonly runtime: Runtime;
  readonly feed: ReaderFeed;
  readonly suspendHandle: SuspendHandle;
}

/** The program for screen readers: the same keys, and the screen as a list of sentences. */
export function Reader({ runtime, feed, suspendHandle }: Props): ReactNode {
  useSuspendHandle(suspendHandle);
  const lines = useSyncExternalStore(feed.subscribe, feed.lines);
  useTyped(runtime);
  return (
    <Box flexDirection="column">
      {lines.map((line, index) => (
        // A sentence has no identity besides its position.
        <Text key={index.toString()}>{safeText(line)}</Text>
      ))}
    </Box>
  );
}
