import { systemClock } from '../../base/clock.ts';
import { MINUTE_MS, SECOND_MS } from '../../base/durations.ts';
import { safeJson } from '../../base/safe-markup.ts';
import { tellError } from '../../base/tell-error.ts';
import type { Line } from '../../base/text.ts';
import { fitLine } from '../../base/width.ts';
import { createHistory } from '../../cluster/create-history.ts';
import { defaultPaths } from '../../config/paths.ts';
import type { ClusterTarget } from '../../config/resolve.ts';
import { type HistoryPlace, sharedDirectory } from '../../history/shared-directory.ts';
import { connect } from '../../http/connect.ts';
import type { Log } from '../../http/observe.ts';
import { openClusterSession } from '../../session/cluster-session.ts';
import { journalReach } from '../../triage/memory/journal.ts';
import { mergeThresholds } from '../../triage/thresholds.ts';
import { backgroundIn, themeFor } from '../../ui/theme/background.ts';
import { detectDepth } from '../../ui/theme/depth.ts';
import { paintLine, type TextLook } from '../../ui/theme/paint-line.ts';
import { resolveTheme } from '../../ui/theme/resolve.ts';
import { chooseClusters } from '../cluster/choose.ts';
import {
  eachOf,
  keptTokens,
  readConfig,
  readTarget,
  type TargetAndLogin,
} from '../cluster/cluster-target.ts';
import { withLog } from '../cluster/with-log.ts';
import { snapshotExit } from '../exit-codes.ts';
import { eachMoment, type StoredCluster } from '../history/moments.ts';
import { parseFrameSize } from '../options/frame-size.ts';
import { historyPlace } from '../options/history-options.ts';
import { type Arguments, UsageError } from '../options/options.ts';
import { parseMoment } from '../options/time-spec.ts';
import { writeOutput } from '../output.ts';
import { watchSettings } from '../watch/settings.ts';
import type { WatchOptions } from '../watch/watch-options.ts';
import { changeMembers } from './changes.ts';
import { collectSnapshot } from './collect.ts';
import { parseFields, pickFields } from './fields.ts';
import { type FleetPrint, printFleet, type ReadCluster } from './fleet.ts';
import { exitOf, pastJson, snapshotJson, whyNothing } from './json.ts';
import { judgeOnce, knownBefore } from './judge.ts';
import { snapshotSchema } from './schema.ts';
import { snapshotTable } from './table.ts';
import { watchProblems, watchSnapshots } from './watch.ts';

/** Limit for everything together, ms. */
const TIMEOUT_MS = MINUTE_MS;
/** Limit for one cluster of several, ms: those that were read wait for one that does not answer. */
const FLEET_TIMEOUT_MS = 20 * SECOND_MS;
/** Seconds between two lines of `--watch`. */
const WATCH_S = 10;

/**
 * `castwatch snapshot`: one poll of everything, printed; with `--watch`, a line every few seconds while the cluster
 * is watched. Exit 0 if it is complete, 1 if something is missing, 3 if nothing could be read. Undefined if no cluster
 * was named.
 */
export function snapshotCommand(args: Arguments, env: NodeJS.ProcessEnv): Promise<number | undefined> {
  return withLog(args, (logOf) => snapshot(args, env, logOf));
}

async function snapshot(
  args: Arguments,
  env: NodeJS.ProcessEnv,
  logOf: (cluster: string) => Log,
): Promise<number | undefined> {
  const { screen, size, format, since, watch, only, fields, at } = args.options;
  if (screen === undefined && size !== undefined) throw new UsageError('--size needs --screen NAME');
  if (screen !== undefined && format !== undefined)
    throw new UsageError('--screen prints a screen as it is; leave out --format');
  if (watch && (screen !== undefined || format === 'table'))
    throw new UsageError('--watch prints lines of JSON; leave out --screen and --format table');
  if (only !== undefined && !watch) throw new UsageError('--only needs --watch');
  if (fields !== undefined && (screen !== undefined || format === 'table'))
    throw new UsageError('--fields picks members of JSON; leave out --screen and --format table');
  if (at !== undefined && (screen !== undefined || watch || since !== undefined))
    throw new UsageError('--at prints what the history has; leave out --screen, --watch and --since');
  const members = only === undefined ? Object.keys(snapshotSchema.shape) : changeMembers;
  const picked = fields === undefined ? undefined : parseFields(fields, members);
  const from = since === undefined ? undefined : parseMoment('--since', since, systemClock.now());
  const frameSize = parseFrameSize(size, process.stdout);
  const config = await readConfig(args);
  const settingsOf = (target: ClusterTarget) => watchSettings(args, env, config, target);
  const paint =
    format === 'table'
      ? (lines: readonly Line[], target: ClusterTarget) =>
          paintLines(lines, textLook(settingsOf(target)), process.stdout.columns)
      : undefined;
  const print = { fields: picked, paint };
  if (at !== undefined) {
    const read = await eachMoment(args, env, at);
    if (!read) return undefined;
    const found = read.results.map(({ name, result }) => ({ name, result: pastRead(result) }));
    const [one] = found;
    return read.isFleet || !one ? printFleet([...found, ...read.errors], print) : printOne(one.result, print);
  }
  const place = historyPlace(config);
  const choice = chooseClusters(args, config);
  if (choice.kind === 'fleet') {
    if (screen !== undefined || watch) {
      throw new UsageError(`${watch ? '--watch' : '--screen'} is for one cluster, and there are several`);
    }
    const read = (member: TargetAndLogin) =>
      readOnce(member, { args, place, from, timeoutMs: FLEET_TIMEOUT_MS, log: logOf(member.target.name) });
    return printFleet(await eachOf(choice.profiles, { args, env, config }, read), print);
  }
  const found = await readTarget(args, env, config);
  if (!found) return undefined;
  const { target, login } = found;
  const log = logOf(target.name);
  const tokens = keptTokens(args, target);
  if (screen !== undefined) {
    const { readFrame } = await import('./screen.ts');
    const settings = settingsOf(target);
    const shown = { settings, place, size: frameSize, look: textLook(settings) };
    const frame = await readFrame({ target, login, tokens, log, ...shown, timeoutMs: TIMEOUT_MS });
    if (frame.kind === 'nothing') tellError(frame.reason);
    else await writeOutput(frame.text);
    return snapshotExit[frame.kind];
  }
  if (watch) {
    const session = openClusterSession({
      target: { ...target, readOnly: true },
      clock: systemClock,
      ...login,
      unattended: true,
      log,
      tokens,
      worksDir: defaultPaths().stateDir,
      shared: sharedDirectory(place),
    });
    const everyMs = (args.options.interval ?? WATCH_S) * 1000;
    const plan = { everyMs, timeoutMs: TIMEOUT_MS, from, fields: picked };
    try {
      return await (only === undefined ? watchSnapshots(session, plan) : watchProblems(session, plan));
    } finally {
      await session.close();
    }
  }
  return printOne(await readOnce(found, { args, place, from, timeoutMs: TIMEOUT_MS, log }), print);
}

async function printOne(
  { read, state, thresholds, target }: ReadCluster,
  { fields, paint }: FleetPrint,
): Promise<number> {
  const trouble = whyNothing(read);
  // The table says in its place what is missing; here is said why there is no table at all.
  if (trouble !== undefined) tellError(trouble);
  if (!paint) await writeOutput(safeJson(pickFields(read, fields)));
  else if (trouble === undefined) await writeOutput(paint(snapshotTable(read, state, thresholds), target));
  return exitOf(read);
}

function pastRead({ target, moment }: StoredCluster): ReadCluster {
  return {
    read: pastJson(moment, systemClock.now()),
    // Its history is closed when it is printed.
    state: { ...moment.state, history: createHistory() },
    thresholds: moment.triage.thresholds,
    target,
  };
}

interface OnceOptions {
  readonly args: Arguments;
  readonly place: HistoryPlace;
  /** The journal from this moment on, Unix ms. */
  readonly from: number | undefined;
  readonly timeoutMs: number;
  readonly log: Log;
}

/** One poll of everything of one cluster, judged. */
async function readOnce(
  { target, login }: TargetAndLogin,
  { args, place, from, timeoutMs, log }: OnceOptions,
): Promise<ReadCluster> {
  const thresholds = mergeThresholds(target.thresholds);
  const tokens = keptTokens(args, target);
  const connection = connect({ ...target, ...login, log, tokens, readOnly: true, clock: systemClock });
  try {
    const limits = { timeoutMs, judged: journalReach(thresholds), asked: from };
    const collected = await collectSnapshot(connection, target, systemClock, limits);
    const { state } = collected;
    const now = systemClock.now();
    const known = await knownBefore(target, place);
    const judged = judgeOnce({ state, at: now }, thresholds, target.journalPatterns, known);
    const read = snapshotJson(collected, { ...judged, doubts: known.doubts }, now);
    return { read, state, thresholds, target };
  } finally {
    await connection.close();
  }
}

function textLook({ theme, charset, env }: Pick<WatchOptions, 'theme' | 'charset' | 'env'>): TextLook {
  const depth = detectDepth(env, process.stdout.isTTY);
  const resolved = depth === 'none' ? undefined : resolveTheme(themeFor(theme, backgroundIn(env)), depth);
  return { theme: resolved, charset };
}

/** Rows of text for standard output, each with a newline, and of at most `width` cells. */
export function paintLines(lines: readonly Line[], look: TextLook, width?: number): string {
  return lines
    .map((line) => paintLine(width === undefined ? line : fitLine(line, width), look).trimEnd())
    .map((text) => `${text}\n`)
    .join('');
}
