import type { Clock } from '../base/clock.ts';
import type { ClusterState } from '../cluster/state.ts';
import type { ClusterTarget } from '../config/resolve.ts';
import type { Connection } from '../http/connect.ts';
import { judgeLooks } from '../triage/one-shot.ts';
import type { Problem } from '../triage/problem.ts';
import { severityRank } from '../triage/rank.ts';
import type { Thresholds } from '../triage/thresholds.ts';
import { counted } from '../triage/words.ts';
import { performanceFigures } from '../views/performance.ts';
import { type PollPlan, takeLooks } from './check-looks.ts';
import { inWords, statusOf, unknownVerdict, type Verdict } from './check-verdict.ts';

/** Reads the cluster as often as planned and judges what all of the polls share. Rejects with nothing of the cluster's. */
export async function checkCluster(
  connection: Connection,
  target: Pick<ClusterTarget, 'name' | 'url' | 'journalPatterns'>,
  thresholds: Thresholds,
  clock: Clock,
  plan: PollPlan,
): Promise<Verdict> {
  const { looks, failure, unread } = await takeLooks(connection, target, clock, plan);
  const cluster = { name: target.name, url: target.url };
  const state = looks.at(-1)?.state;
  const at = clock.now();
  if (failure || !state) {
    return { ...unknownVerdict(failure?.message ?? 'nothing was read', at), polls: looks.length, cluster };
  }
  const { problems: all, notJudged } = judgeLooks(looks, thresholds, target.journalPatterns);
  const problems = all.filter(({ severity }) => severityRank[severity] > severityRank.info);
  const states = looks.map((look) => look.state);
  return {
    status: statusOf(problems, unread),
    summary: summaryOf(state, problems, unread),
    problems,
    notJudged,
    unread,
    figures: performanceFigures(states, problems, thresholds),
    polls: looks.length,
    cluster,
    at,
  };
}

function summaryOf(state: ClusterState, problems: readonly Problem[], unread: readonly string[]): string {
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
