import { systemClock } from '../base/clock.ts';
import { ConfigError } from '../config/error.ts';
import { connect } from '../http/connect.ts';
import { describeError } from '../http/errors.ts';
import { checkCluster } from './check-cluster.ts';
import { checkThresholds } from './check-thresholds.ts';
import { checkExit, unknownVerdict, type Verdict, verdictJson, verdictText } from './check-verdict.ts';
import { type Arguments, UsageError } from './options.ts';
import { safeJson, writeOutput } from './output.ts';
import { readConfig, readTarget } from './target.ts';

const POLLS = 2;
/** For one poll, with the login and all second tries: monitoring systems do not wait for ever. */
const TIMEOUT_MS = 10_000;

/**
 * `castwatch check`: two or more polls, one verdict on standard output. Exit codes are those of monitoring plugins,
 * so whatever keeps it from a verdict, wrong usage included, is 3 (UNKNOWN) and said on standard output.
 */
export async function checkCommand(args: Arguments, env: NodeJS.ProcessEnv): Promise<number> {
  let verdict: Verdict;
  try {
    verdict = await check(args, env);
  } catch (error) {
    verdict = unknownVerdict(wordsOf(error), systemClock.now());
  }
  await writeOutput(args.options.format === 'json' ? safeJson(verdictJson(verdict)) : verdictText(verdict));
  return checkExit[verdict.status];
}

/** A check that could not be understood, before there are options to look at. */
export async function checkUsage(message: string): Promise<number> {
  await writeOutput(verdictText(unknownVerdict(`${message}; see castwatch check --help`, systemClock.now())));
  return checkExit.UNKNOWN;
}

async function check(args: Arguments, env: NodeJS.ProcessEnv): Promise<Verdict> {
  const { polls = POLLS, warn = [], crit = [] } = args.options;
  const config = await readConfig(args);
  const found = await readTarget(args, env, config, systemClock);
  if (!found) throw new UsageError('which cluster? Name one with --url or --profile');
  const { target, login } = found;
  const thresholds = checkThresholds(target.thresholds, { warn, crit });
  const connection = connect({
    ...target,
    ...login,
    cloudUrl: undefined,
    readOnly: true,
    clock: systemClock,
  });
  try {
    const plan = { polls, intervalMs: target.interval * 1000, timeoutMs: TIMEOUT_MS };
    return await checkCluster(connection, target, thresholds, systemClock, plan);
  } finally {
    await connection.close();
  }
}

function wordsOf(error: unknown): string {
  if (error instanceof UsageError || error instanceof ConfigError) return error.message;
  return describeError(error).message;
}
