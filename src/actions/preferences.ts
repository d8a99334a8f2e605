import { join } from 'node:path';
import * as z from 'zod';
import type { Clock } from '../base/clock.ts';
import { ConfigError } from '../config/error.ts';
import { readIfThere, replaceFile, withLock } from '../config/locked-file.ts';
import { ensurePrivateDirectory } from '../config/paths.ts';

const screenSchema = z.object({
  sort: z.object({ key: z.string(), descending: z.boolean() }).optional(),
  view: z.string().optional(),
  /** Keys of the shown columns, in order. */
  columns: z.array(z.string()).optional(),
  /** Filters: typed ones, newest first, and saved ones by name. */
  history: z.array(z.string()).optional(),
  saved: z.record(z.string(), z.string()).optional(),
});

const preferencesSchema = z.object({
  theme: z.string().optional(),
  units: z.enum(['bits', 'bytes']).optional(),
  times: z.enum(['relative', 'absolute']).optional(),
  screens: z.record(z.string(), screenSchema),
});

/** The user's choices on the screens. No field is a secret. */
export type Preferences = z.output<typeof preferencesSchema>;
export type ScreenPreferences = z.output<typeof screenSchema>;

export type PreferencesFile = ReturnType<typeof openPreferences>;

/** The choices of this user, the same for all clusters. */
export function openPreferences(stateDir: string, clock: Clock) {
  const path = join(stateDir, 'preferences.json');
  return {
    /** Undefined if nothing is stored. Rejects with a `ConfigError` if the file cannot be read or parsed. */
    async read(): Promise<Preferences | undefined> {
      const text = await readIfThere(path);
      if (text === undefined) return undefined;
      try {
        return preferencesSchema.parse(JSON.parse(text));
      } catch (error) {
        throw new ConfigError('state', `${path} is damaged: repair it, or delete it to start again`, error);
      }
    },
    async write(preferences: Preferences) {
      await ensurePrivateDirectory(stateDir);
      await withLock(path, clock, () => replaceFile(path, `${JSON.stringify(preferences, null, 1)}\n`));
    },
  };
}
