import { basename, dirname } from 'node:path';
import { systemClock } from '../../base/clock.ts';
import { counted, dateTime } from '../../base/format.ts';
import { tellError } from '../../base/tell-error.ts';
import type { Sources } from '../../config/layers.ts';
import { defaultPaths, expandPath } from '../../config/paths.ts';
import { type ClusterTarget, resolveTarget } from '../../config/resolve.ts';
import { openClusterMemory } from '../../config/state-files.ts';
import { historyFile, openDatabase, openReadOnly } from '../../history/database.ts';
import { HistoryError } from '../../history/error.ts';
import { createHistoryReader, type HistoryReader } from '../../history/reader.ts';
import { usedBytes } from '../../history/retention.ts';
import { noSeries, type SeriesReader } from '../../history/samples/series.ts';
import { ownsShared } from '../../history/shared-directory.ts';
import type { Damage } from '../../history/sums.ts';
import type { RemoteSeries } from '../../session/prometheus.ts';
import { chooseClusters, memberOf } from '../cluster/choose.ts';
import { readConfig } from '../cluster/cluster-target.ts';
import { historyPlace } from '../options/history-options.ts';
import { openPrometheus } from '../options/open-prometheus.ts';
import { type Arguments, UsageError } from '../options/options.ts';
import { parseMoment } from '../options/time-spec.ts';

/** A history to read, and the requested period, Unix ms. */
export interface HistorySource {
  /** Throws a `HistoryError` if there is no file yet: only series can come from elsewhere. */
  readonly reader: HistoryReader;
  readonly series: SeriesReader;
  readonly cluster: string;
  /** Undefined if a file of no known cluster is read. */
  readonly target: ClusterTarget | undefined;
  /** Known user names of this cluster: the login, and those of the Users screen. */
  users(): Promise<readonly string[]>;
  /** Figures of times that the history does not have. */
  readonly remote: RemoteSeries | undefined;
  readonly from: number;
  readonly to: number;
  /** Writes all of it to a new file. */
  copyTo(path: string): void;
}

/** What the histories of the named clusters gave. */
export interface Histories<T> {
  /** One cluster that is no fleet: its errors are thrown. */
  readonly isFleet: boolean;
  readonly results: readonly { readonly name: string; readonly result: T }[];
  /** Of a fleet: why a history could not be used. */
  readonly errors: readonly { readonly name: string; readonly error: unknown }[];
  /** A part of one of them is damaged, which was said on standard error. */
  readonly isDamaged: boolean;
}

/** A file up to this size is verified whole each time, which takes a second; of a larger one, what is read. */
const QUICKLY_VERIFIED_BYTES = 100_000_000;

interface SourceFile {
  readonly target: ClusterTarget | undefined;
  readonly path: string;
  readonly shared: boolean;
  readonly remote?: (() => RemoteSeries) | undefined;
  /** The whole file is verified, whatever its size. */
  readonly verifies: boolean;
  readonly onDamage: (words: string) => void;
}

/**
 * Does `work` with the history of each named cluster, one after the other, or with the file of `--file`; no login is
 * needed. Undefined if no cluster was named. Throws a `UsageError` or a `HistoryError`.
 */
export async function eachHistory<T>(
  args: Arguments,
  env: NodeJS.ProcessEnv,
  since: string,
  work: (source: HistorySource) => Promise<T>,
): Promise<Histories<T> | undefined> {
  const period = periodOf(args, since);
  let isDamaged = false;
  const verifies = args.input[0] === 'verify';
  const onDamage = (words: string) => {
    isDamaged = true;
    tellError(words);
  };
  const config = await readConfig(args);
  const { flags, environment } = args;
  const sources = { flags, environment, env, config };
  // A file need not belong to a cluster in the configuration.
  if (args.options.file !== undefined) {
    if (args.options.all) throw new UsageError('--all and --file: leave one of them out');
    const path = expandPath(args.options.file);
    const place = { target: resolveTarget(sources), path, shared: false, verifies, onDamage };
    const results = [{ name: path, result: await withHistory(place, period, work) }];
    return { isFleet: false, results, errors: [], isDamaged };
  }
  const choice = chooseClusters(args, config);
  if (choice.kind === 'none') return undefined;
  const open = async (each: Sources) => {
    const target = resolveTarget(each);
    const { directory, shared } = historyPlace(config);
    const path = historyFile(directory, target?.url ?? '');
    const remote = target && (await openPrometheus(config, target.name, env));
    return withHistory({ target, path, shared, remote, verifies, onDamage }, period, work);
  };
  if (choice.kind === 'one') {
    const result = await open({ ...sources, flags: choice.flags });
    const results = [{ name: choice.flags.profile ?? '', result }];
    return { isFleet: false, results, errors: [], isDamaged };
  }
  const results: { name: string; result: T }[] = [];
  const errors: { name: string; error: unknown }[] = [];
  for (const name of choice.profiles) {
    try {
      const result = await open({ ...sources, switchTo: memberOf(name, config) });
      results.push({ name, result });
    } catch (error) {
      errors.push({ name, error });
    }
  }
  return { isFleet: true, results, errors, isDamaged };
}

function periodOf({ options }: Arguments, since: string): { readonly from: number; readonly to: number } {
  const now = systemClock.now();
  const to = options.until === undefined ? now : parseMoment('--until', options.until, now);
  const from = parseMoment('--since', options.since ?? since, now);
  if (from >= to) throw new UsageError('--since must lie before --until');
  return { from, to };
}

async function withHistory<T>(
  { target, path, shared, remote: openRemote, verifies, onDamage }: SourceFile,
  period: { readonly from: number; readonly to: number },
  work: (source: HistorySource) => Promise<T>,
): Promise<T> {
  const open = async () =>
    shared && !ownsShared(dirname(path))
      ? openReadOnly(path, { shared })
      : await openDatabase(path, { create: false, shared });
  let missing: unknown;
  const db = await open().catch((error: unknown) => {
    if (!openRemote || !(error instanceof HistoryError && error.code === 'MISSING')) throw error;
    missing = error;
    return undefined;
  });
  if (db && (verifies || usedBytes(db) <= QUICKLY_VERIFIED_BYTES)) db.verify();
  const reader = db && createHistoryReader(db);
  const remote = openRemote?.();
  try {
    return await work({
      get reader() {
        if (reader) return reader;
        throw missing;
      },
      series: reader?.series ?? noSeries,
      // Reports do not contain paths of this machine.
      cluster: target?.name ?? basename(path),
      target,
      users: () => knownUsers(target),
      remote,
      copyTo: (to) => db?.copyTo(to),
      ...period,
    });
  } finally {
    const damage = [...(db?.damage.values() ?? [])];
    if (damage.length > 0) onDamage(`${basename(path)} is damaged: ${damageWords(damage)}`);
    await remote?.close();
    db?.close();
  }
}

/** What is damaged, by table. What was stored there is a gap. */
function damageWords(damage: readonly Damage[]): string {
  const tables = Map.groupBy(damage, ({ table }) => table);
  const words = [...tables].map(([table, rows]) =>
    table === 'file'
      ? 'the file does not hang together, so that anything may be missing'
      : `${counted(rows.length, 'row')} of the table ${table}, ${timesWords(rows)}`,
  );
  return `${words.join('; ')}. What it held is missing here`;
}

function timesWords(rows: readonly Damage[]): string {
  const [from, to] = [Math.min(...rows.map((row) => row.from)), Math.max(...rows.map((row) => row.to))];
  return from > 0 ? `from ${dateTime(from)} to ${dateTime(to)}` : 'of any time';
}

/** User names that reports withhold: the login, and those of the Users screen. */
export async function knownUsers(target: ClusterTarget | undefined): Promise<readonly string[]> {
  if (!target) return [];
  const memory = openClusterMemory(defaultPaths().stateDir, target.url, systemClock, tellError);
  const { users } = await memory.read();
  return [...(target.username === undefined ? [] : [target.username]), ...users.map(({ name }) => name)];
}
