import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder for temporary files. It is removed at the end of the run, with all others. */
export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'castwatch-'));
