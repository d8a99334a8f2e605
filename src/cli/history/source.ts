import { basename } from 'node:path';
import { systemClock } from '../../base/clock.ts';
import { tellError } from '../../base/tell-error.ts';
import { defaultPaths, expandPath } from '../../config/paths.ts';
import { resolveTarget } from '../../config/resolve.ts';
import { openClusterMemory } from '../../config/state-files.ts';
import { historyFile, openDatabase } from '../../history/database.ts';
import { createHistoryReader, type HistoryReader } from '../../history/reader.ts';
import { type Arguments, UsageError } from '../options/options.ts';
import { parseMoment } from '../options/time-spec.ts';
import { chooseOne } from '../target/choose.ts';
import { readConfig } from '../target/target.ts';

/** A history to read, and the requested period, Unix ms. */
export interface HistorySource {
  readonly reader: HistoryReader;
  readonly cluster: string;
  /** Known user names of this cluster: the login, and those of the Users screen. */
  users(): Promise<readonly string[]>;
  readonly from: number;
  readonly to: number;
  close(): void;
}

/**
 * Opens the history of the named cluster, or the file of `--file`; no login is needed. Undefined if no cluster was
 * named. Throws a `UsageError` or a `HistoryError`.
 */
export async function openHistorySource(
  args: Arguments,
  env: NodeJS.ProcessEnv,
  since: string,
): Promise<HistorySource | undefined> {
  const now = systemClock.now();
  const to = args.options.until === undefined ? now : parseMoment('--until', args.options.until, now);
  const from = parseMoment('--since', args.options.since ?? since, now);
  if (from >= to) throw new UsageError('--since must lie before --until');
  const config = await readConfig(args);
  const { environment } = args;
  const file = args.options.file;
  // A file need not belong to a cluster in the configuration.
  const flags = file === undefined ? chooseOne(args, config) : args.flags;
  const target = flags && resolveTarget({ flags, environment, env, config });
  if (!target && file === undefined) return undefined;
  const path =
    file === undefined ? historyFile(defaultPaths().stateDir, target?.url ?? '') : expandPath(file);
  let isAnnounced = false;
  const onUpgrade = () => {
    if (!isAnnounced) tellError(`the history ${path} is upgraded first: that may take a minute`);
    isAnnounced = true;
  };
  const db = await openDatabase(path, { create: false, onUpgrade });
  return {
    reader: createHistoryReader(db),
    // Reports do not contain paths of this machine.
    cluster: target?.name ?? basename(path),
    users: async () => {
      if (!target) return [];
      const memory = openClusterMemory(defaultPaths().stateDir, target.url, systemClock, tellError);
      const { users } = await memory.read();
      return [...(target.username === undefined ? [] : [target.username]), ...users.map(({ name }) => name)];
    },
    from,
    to,
    close: () => db.close(),
  };
}
