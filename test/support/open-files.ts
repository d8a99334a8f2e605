import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

const descriptors = '/proc/self/fd';

/**
 * What this process holds open, filtered by the beginning of its name: a folder, or `socket:` for pipes to other processes.
 * Empty where the system does not tell.
 */
export function openFiles(start: string): string[] {
  if (!existsSync(descriptors)) return [];
  return readdirSync(descriptors).flatMap((name) => {
    try {
      const path = readlinkSync(join(descriptors, name));
      return path.startsWith(start) ? [path] : [];
    } catch {
      // The directory that was just read.
      return [];
    }
  });
}
