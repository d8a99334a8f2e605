import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { Clock } from '../base/clock.ts';
import { fileId } from '../base/file-id.ts';
import { inTurn } from '../base/in-turn.ts';
import { parsedJson } from '../base/parsed-json.ts';
import { readIfThere, replaceFile, withLock } from './locked-file.ts';
import { ensurePrivateDirectory } from './paths.ts';

const userSchema = z.object({ id: z.union([z.number().int(), z.string().regex(/^\d+$/)]), name: z.string() });
export const acknowledgementSchema = z.object({
  /** Unix ms. Without `until` it holds until the problem clears. */
  at: z.number(),
  until: z.number().optional(),
  /** How severe the problem was: it ends where the problem gets worse. */
  severity: z.enum(['info', 'warning', 'critical']).optional(),
  note: z.string(),
});
const memorySchema = z.object({
  cluster: z.string(),
  users: z.array(userSchema),
  acknowledgements: z.record(z.string(), acknowledgementSchema),
  /** Explanations that the user has seen, such as `transcode-read`; they are not shown again. */
  explained: z.array(z.string()),
  /** When the user looked last, and when they had left before that, Unix ms. */
  looked: z.object({ last: z.number(), left: z.number().optional() }).optional(),
});

export type KnownUser = z.output<typeof userSchema>;
export type Acknowledgement = z.output<typeof acknowledgementSchema>;
export type ClusterMemory = z.output<typeof memorySchema>;

const MAX_USERS = 5000;
const MAX_ACKNOWLEDGEMENTS = 1000;

export type ClusterMemoryFile = ReturnType<typeof openClusterMemory>;

/**
 * Opens what is stored about one cluster on this machine, by its base URL: only ids and names, no field is a secret. Each
 * change reads the file again under a lock, so that changes of several instances are merged and not overwritten. A file that
 * cannot be parsed is kept as `….damaged-<time>` and reported through `onNotice`.
 */
export function openClusterMemory(
  stateDir: string,
  cluster: string,
  clock: Clock,
  onNotice: (message: string) => void,
) {
  let name: string | undefined;
  const pathOf = () => {
    name ??= fileId(cluster);
    return join(stateDir, `cluster-${name}.json`);
  };
  const empty: ClusterMemory = { cluster, users: [], acknowledgements: {}, explained: [] };

  const load = async (): Promise<ClusterMemory> => {
    if (!existsSync(stateDir)) return empty;
    const path = pathOf();
    const text = await readIfThere(path);
    if (text === undefined) return empty;
    const memory = parsedJson(memorySchema, text);
    if (memory) return memory;
    const aside = `${path}.damaged-${new Date(clock.now()).toISOString().replace(/[:.]/g, '-')}`;
    const kept = await rename(path, aside).then(
      () => `it is kept as ${aside}`,
      () => 'it could not be renamed',
    );
    onNotice(`the file ${path} was damaged, so a new one is started; ${kept}`);
    return empty;
  };

  // Changes of this instance wait here for each other instead of for the lock.
  const queue = inTurn();
  const change = (edit: (memory: ClusterMemory) => ClusterMemory): Promise<ClusterMemory> =>
    queue(async () => {
      const path = pathOf();
      await ensurePrivateDirectory(stateDir);
      return withLock(path, clock, async () => {
        const before = await load();
        const after = edit(before);
        await replaceFile(path, `${JSON.stringify(after, null, 1)}\n`);
        return after;
      });
    });

  return {
    get path() {
      return pathOf();
    },
    /** The current content of the file. Throws a `ConfigError` if it cannot be read. */
    read: load,
    rememberUser: (user: KnownUser) =>
      change((memory) => {
        const others = memory.users.filter((known) => known.id !== user.id);
        return { ...memory, users: [...others, { id: user.id, name: user.name }].slice(-MAX_USERS) };
      }),
    forgetUser: (userId: KnownUser['id']) =>
      change((memory) => ({ ...memory, users: memory.users.filter((known) => known.id !== userId) })),
    acknowledge: (key: string, acknowledgement: Acknowledgement) =>
      change((memory) => {
        const all = Object.entries({ ...memory.acknowledgements, [key]: acknowledgement });
        const newest = all.sort((a, b) => a[1].at - b[1].at).slice(-MAX_ACKNOWLEDGEMENTS);
        return { ...memory, acknowledgements: Object.fromEntries(newest) };
      }),
    withdraw: (key: string) =>
      change((memory) => {
        const { [key]: _, ...rest } = memory.acknowledgements;
        return { ...memory, acknowledgements: rest };
      }),
    markExplained: (what: string) =>
      change((memory) => ({ ...memory, explained: [...new Set([...memory.explained, what])] })),
    look: (looked: ClusterMemory['looked']) => change((memory) => ({ ...memory, looked })),
  };
}
