import { expect, test } from 'vitest';
import { unblockOutput } from '../../../src/ui/terminal/tty.ts';

test('writes to a terminal are queued from then on; other outputs stay as they are', () => {
  const set: boolean[] = [];
  unblockOutput({ _handle: { setBlocking: (blocking: boolean) => set.push(blocking) } });
  for (const other of [{}, { _handle: null }, { _handle: {} }]) unblockOutput(other);
  expect(set).toEqual([false]);
});
