import { expect, onTestFinished } from 'vitest';
import { newFolder } from './new-folder.ts';
import { openFiles } from './open-files.ts';

/** A new directory for the current test. At its end no file in it may be open. */
export async function closedDirectory(): Promise<string> {
  const directory = newFolder();
  onTestFinished(() => expect(openFiles(directory)).toEqual([]));
  return directory;
}
