import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

const descriptors = '/proc/self/fd';

/** Files below a folder that this process holds open; none where the system does not tell. */
export function openFiles(folder: string): string[] {
  if (!existsSync(descriptors)) return [];
  return readdirSync(descriptors).flatMap((name) => {
    try {
      const path = readlinkSync(join(descriptors, name));
      return path.startsWith(folder) ? [path] : [];
    } catch {
      // That of the directory that was just read.
      return [];
    }
  });
}
