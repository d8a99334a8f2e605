import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { openFiles } from './open-files.ts';

/** A new directory for the current test. At its end no file in it may be open, and it is removed. */
export async function closedDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'castwatch-'));
  onTestFinished(async () => {
    expect(openFiles(directory)).toEqual([]);
    await rm(directory, { recursive: true });
  });
  return directory;
}
