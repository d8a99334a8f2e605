import { systemClock } from '../base/clock.ts';
import { ConfigError } from '../config/error.ts';
import { describeError } from '../http/errors.ts';
import { openClusterSession } from '../session/cluster-session.ts';
import { severityRank } from '../triage/rank.ts';
import { counted } from '../triage/words.ts';
import { performanceFigures } from '../views/performance.ts';
import { type Findings, pollTimes } from './check-polls.ts';
import { checkThresholds } from './check-thresholds.ts';
import { checkExit, inWords, statusOf, type Verdict, verdictJson, verdictText } from './check-verdict.ts';
import { type Arguments, UsageError } from './options.ts';
import { safeJson, writeOutput } from './output.ts';
import { readConfig, readTarget } from './target.ts';

const POLLS = 2;

/**
 * `castwatch check`: two or more polls, one verdict on standard output. Exit codes are those of monitoring plugins,
 * so whatever keeps it from a verdict, wrong usage included, is 3 (UNKNOWN) and said on standard output.
 */
export async function checkCommand(args: Arguments, env: NodeJS.ProcessEnv): Promise<number> {
  let verdict: Verdict;
  try {
    verdict = await check(args, env);
  } catch (error) {
    verdict = unknownVerdict(wordsOf(error));
  }
  await writeOutput(args.options.format === 'json' ? safeJson(verdictJson(verdict)) : verdictText(verdict));
  return checkExit[verdict.status];
}

/** A check that could not be understood, before there are options to look at. */
export async function checkUsage(message: string): Promise<number> {
  await writeOutput(verdictText(unknownVerdict(`${message}; see castwatch check --help`)));
  return checkExit.UNKNOWN;
}

async function check(args: Arguments, env: NodeJS.ProcessEnv): Promise<Verdict> {
  const { polls = POLLS, warn = [], crit = [] } = args.options;
  const config = await readConfig(args);
  const found = await readTarget(args, env, config, systemClock);
  if (!found) throw new UsageError('which cluster? Name one with --url or --profile');
  const { target, login } = found;
  const interval = target.interval * 1000;
  const { thresholds, configured } = checkThresholds(
    target.thresholds,
    { warn, crit },
    (polls - 1) * interval,
  );
  const session = openClusterSession({
    target: { ...target, thresholds: configured },
    clock: systemClock,
    ...login,
  });
  try {
    const findings = await pollTimes(session, systemClock, { polls, interval });
    const { state, failure } = findings;
    const cluster = { name: state.name, url: state.url };
    if (failure) {
      return { ...unknownVerdict(failure.message), polls: findings.polls, cluster };
    }
    const problems = findings.problems.filter(({ severity }) => severityRank[severity] > severityRank.info);
    return {
      status: statusOf(problems, findings.unread),
      summary: summaryOf({ ...findings, problems }),
      problems,
      unread: findings.unread,
      figures: performanceFigures(state, problems, thresholds),
      polls: findings.polls,
      cluster,
      at: systemClock.now(),
    };
  } finally {
    await session.close();
  }
}

function summaryOf({ state, problems, unread }: Findings): string {
  const [worst] = problems;
  if (worst) return `${counted(problems.length, 'problem')}: ${inWords(worst)}`;
  if (unread.length > 0) return `no problem, but not everything could be read (${unread.length})`;
  const { viewersStats, streamStats } = state.dashboard.value ?? {};
  const parts: string[] = [];
  if (viewersStats?.total?.value != null) parts.push(counted(viewersStats.total.value, 'viewer'));
  if (streamStats?.total?.value != null) parts.push(counted(streamStats.total.value, 'stream'));
  if (state.servers.length > 0) parts.push(counted(state.servers.length, 'server'));
  return `${state.name}: ${['no problems', ...parts].join(', ')}`;
}

function unknownVerdict(summary: string): Verdict {
  return {
    status: 'UNKNOWN',
    summary,
    problems: [],
    unread: [],
    figures: [],
    polls: 0,
    cluster: undefined,
    at: systemClock.now(),
  };
}

function wordsOf(error: unknown): string {
  if (error instanceof UsageError || error instanceof ConfigError) return error.message;
  return describeError(error).message;
}
