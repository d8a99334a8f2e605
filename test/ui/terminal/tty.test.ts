import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unblockOutput, writeNow } from '../../../src/ui/terminal/tty.ts';
import { newFolder } from '../../support/new-folder.ts';

test('everything is written when it returns, and a closed output causes no error', () => {
  const path = join(newFolder(), 'out');
  const fd = openSync(path, 'w');
  const text = 'é'.repeat(500_000);
  writeNow(fd, text);
  writeNow(fd, '');
  expect(readFileSync(path, 'utf8')).toBe(text);
  closeSync(fd);
  const began = performance.now();
  expect(() => writeNow(-1, 'late')).not.toThrow();
  // Only a full terminal is waited for.
  expect(performance.now() - began).toBeLessThan(1_000);
});

test('writes to a terminal are queued from then on; other outputs stay as they are', () => {
  const set: boolean[] = [];
  unblockOutput({ _handle: { setBlocking: (blocking: boolean) => set.push(blocking) } });
  for (const other of [{}, { _handle: null }, { _handle: {} }]) unblockOutput(other);
  expect(set).toEqual([false]);
});
