import { systemClock } from '../../base/clock.ts';
import { safeJson } from '../../base/safe-markup.ts';
import { tellError } from '../../base/tell-error.ts';
import { ConfigError } from '../../config/error.ts';
import { HistoryError } from '../../history/error.ts';
import type { HistoryPlace } from '../../history/shared-directory.ts';
import { connect } from '../../http/connect.ts';
import { describeError } from '../../http/errors.ts';
import type { Log } from '../../http/observe.ts';
import { chooseClusters } from '../cluster/choose.ts';
import {
  eachOf,
  keptTokens,
  readConfig,
  readTarget,
  type TargetAndLogin,
} from '../cluster/cluster-target.ts';
import { withLog } from '../cluster/with-log.ts';
import { checkExit } from '../exit-codes.ts';
import { eachMoment } from '../history/moments.ts';
import { historyPlace } from '../options/history-options.ts';
import { type Arguments, UsageError } from '../options/options.ts';
import { OutputError, writeOutput } from '../output.ts';
import { knownBefore } from '../snapshot/judge.ts';
import { checkCluster, pastVerdict } from './cluster.ts';
import { type FleetVerdict, fleetJson, fleetText, fleetVerdict } from './fleet.ts';
import type { CheckedObject } from './object.ts';
import { checkLimits } from './thresholds.ts';
import { runTimed, TIMED } from './timed.ts';
import { unknownVerdict, type Verdict, verdictJson, verdictText } from './verdict.ts';

const WHICH = 'which cluster? Name one with --url or --profile, or all with --all';
const POLLS = 2;
/** Limit for one poll, including the login and all retries, ms: monitoring systems do not wait forever. */
const TIMEOUT_MS = 10_000;
/** Share of `--timeout` for all polls: a cluster that does not answer is reported before that time ends. */
const TIMELY = 0.8;

/**
 * `castwatch check`: two or more polls, one verdict on standard output. Exit codes are those of monitoring plugins.
 * Anything that prevents a verdict, including wrong usage and its own errors, is 3 (UNKNOWN) with one line.
 */
export async function checkCommand(
  args: Arguments,
  env: NodeJS.ProcessEnv,
  argv: readonly string[],
): Promise<number> {
  const free = guard(args);
  try {
    const { timeout } = args.options;
    if (timeout !== undefined && env[TIMED] === undefined) {
      const ended = await runTimed(timeout, env, argv);
      if (!ended) return await tell(args, unknown(new UsageError(`not finished within ${timeout} s`)));
      await writeOutput(ended.output);
      return ended.code;
    }
    return await tell(args, await withLog(args, (logOf) => check(args, env, logOf)).catch(unknown));
  } catch (error) {
    tellError(wordsOf(error));
    return checkExit.UNKNOWN;
  } finally {
    free();
  }
}

/** A verdict about a wrong command line, before its options can be read. */
export async function checkUsage(message: string): Promise<number> {
  await writeOutput(verdictText(unknown(new UsageError(`${message} See castwatch check --help`))));
  return checkExit.UNKNOWN;
}

async function tell(
  { options: { format, verbose } }: Arguments,
  verdict: Verdict | FleetVerdict,
): Promise<number> {
  const { json, text } =
    'clusters' in verdict
      ? { json: () => fleetJson(verdict), text: () => fleetText(verdict, verbose) }
      : { json: () => verdictJson(verdict), text: () => verdictText(verdict, verbose) };
  await writeOutput(format === 'json' ? safeJson(json()) : text());
  return checkExit[verdict.status];
}

/**
 * Ends the process with a verdict if the check itself cannot give one: after an error in a callback, an unhandled
 * rejection, or the time limit. Returns a function that stops this.
 */
function guard(args: Arguments): () => void {
  const end = (error: unknown) => {
    tell(args, unknown(error)).finally(() => process.exit(checkExit.UNKNOWN));
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
  return () => {
    process.off('uncaughtException', end);
    process.off('unhandledRejection', end);
  };
}

async function check(
  given: Arguments,
  env: NodeJS.ProcessEnv,
  logOf: (cluster: string) => Log,
): Promise<Verdict | FleetVerdict> {
  const args = withHostname(given);
  const config = await readConfig(args);
  const object = objectOf(args);
  const { at } = args.options;
  if (at !== undefined) return checkPast(args, env, at, object);
  const choice = chooseClusters(args, config);
  const checkOne = checkerOf(args, object, historyPlace(config), logOf);
  if (choice.kind === 'fleet') {
    const clusters = await eachOf(choice.profiles, { args, env, config }, checkOne);
    return fleetVerdict(
      clusters.map(({ name, result, error }) => ({ name, verdict: result ?? unknown(error) })),
      systemClock.now(),
    );
  }
  const found = await readTarget(args, env, config);
  if (!found) throw new UsageError(WHICH);
  return checkOne(found);
}

/** The verdict of an earlier moment; of several clusters, one whose history does not have it is unknown. */
async function checkPast(
  args: Arguments,
  env: NodeJS.ProcessEnv,
  at: string,
  object: CheckedObject | undefined,
): Promise<Verdict | FleetVerdict> {
  const read = await eachMoment(args, env, at);
  if (!read) throw new UsageError(WHICH);
  const now = systemClock.now();
  const clusters = [
    ...read.results.map(({ name, result: { target, moment } }) => ({
      name,
      verdict: pastVerdict(moment, { ...checkLimits(target.thresholds, args.options), object }, now),
    })),
    ...read.errors.map(({ name, error }) => ({ name, verdict: unknown(error) })),
  ];
  const [one] = clusters;
  return read.isFleet || !one ? fleetVerdict(clusters, now) : one.verdict;
}

function checkerOf(
  args: Arguments,
  object: CheckedObject | undefined,
  place: HistoryPlace,
  logOf: (cluster: string) => Log,
) {
  const { polls = POLLS, timeout } = args.options;
  const timeoutMs = timeout === undefined ? TIMEOUT_MS : (timeout * 1000 * TIMELY) / polls;
  return async ({ target, login }: TargetAndLogin): Promise<Verdict> => {
    const limits = checkLimits(target.thresholds, args.options);
    const connection = connect({
      ...target,
      ...login,
      log: logOf(target.name),
      tokens: keptTokens(args, target),
      cloudUrl: undefined,
      readOnly: true,
      clock: systemClock,
      // A slow server has the whole time of the poll for one response.
      limits: { headers: timeoutMs, total: timeoutMs },
    });
    try {
      return await checkCluster(connection, target, systemClock, {
        ...limits,
        object,
        polls,
        intervalMs: target.interval * 1000,
        timeoutMs,
        ...(await knownBefore(target, place)),
      });
    } finally {
      await connection.close();
    }
  };
}

function withHostname(args: Arguments): Arguments {
  const { hostname, url } = args.flags;
  if (hostname === undefined) return args;
  if (url !== undefined) throw new UsageError('--hostname and --url both name the cluster; give one of them');
  return {
    ...args,
    flags: { ...args.flags, url: hostname.includes('://') ? hostname : `https://${hostname}` },
  };
}

function objectOf({ options }: Arguments): CheckedObject | undefined {
  const given = (['problem', 'server', 'stream', 'application'] as const).flatMap((kind) => {
    const name = options[kind];
    return name === undefined ? [] : [{ kind, name }];
  });
  if (given.length > 1)
    throw new UsageError(`--${given.map(({ kind }) => kind).join(' and --')}: give one of them`);
  return given[0];
}

function unknown(error: unknown): Verdict {
  return unknownVerdict(wordsOf(error), systemClock.now());
}

function wordsOf(error: unknown): string {
  const known = [UsageError, ConfigError, OutputError, HistoryError];
  if (error instanceof Error && known.some((kind) => error instanceof kind)) return error.message;
  return describeError(error).message;
}
