import { staleFor } from '../../cluster/freshness.ts';
import type { ClusterState } from '../../cluster/state.ts';
import type { Dashboard } from '../../protocol/dashboard.ts';
import type { TriageState } from '../../triage/engine.ts';
import type { Problem } from '../../triage/problem.ts';
import { type Doubt, notYetKnown } from '../problems/all-clear.ts';
import { blindness } from '../problems/blind.ts';
import { severityShown, worstProblem } from '../problems/problems.ts';

/** One cluster of a fleet at a moment. */
export interface FleetMember {
  readonly name: string;
  readonly state: ClusterState;
  readonly triage: TriageState;
  readonly production: boolean;
  /** Why castwatch stopped polling it, as a sentence; undefined while it is polled. */
  readonly paused: string | undefined;
}

/** What is known of a cluster, worst first: this order is the order of the rows. */
export const verdicts = ['critical', 'unknown', 'warning', 'waiting', 'info', 'ok'] as const;
export type Verdict = (typeof verdicts)[number];

/** A cluster with its verdict, as one row shows it. */
export interface FleetRow {
  readonly member: FleetMember;
  readonly verdict: Verdict;
  /** The worst problem, one that nobody knows of first, if the cluster is read. */
  readonly problem: Problem | undefined;
  /** Why nothing is known of it now, or why it is not certain that all is well. */
  readonly doubt: string | undefined;
  /** The cluster answers; else only the last known state is there. */
  readonly isRead: boolean;
  /** The dashboard, while it is current; figures are shown of no other. */
  readonly figures: Dashboard | undefined;
}

/**
 * Clusters, those with the worst verdict first; of equal ones those whose problem nobody knows of, else in the order of the
 * configuration.
 */
export function fleetRows(members: readonly FleetMember[], now: number): readonly FleetRow[] {
  const rows = members.map((member) => fleetRow(member, now));
  const isKnown = ({ problem }: FleetRow) => Number(problem?.acknowledged !== undefined);
  return rows.toSorted(
    (a, b) => verdicts.indexOf(a.verdict) - verdicts.indexOf(b.verdict) || isKnown(a) - isKnown(b),
  );
}

function fleetRow(member: FleetMember, now: number): FleetRow {
  const { state, triage } = member;
  const unread = whyUnread(member, now);
  if (unread !== undefined) {
    // That a cluster does not answer is a problem itself; what was known before does not count any more.
    const told = triage.problems.find(({ kind }) => kind === 'stale' || kind === 'session');
    const isCritical = told?.severity === 'critical' && member.paused === undefined;
    const verdict = isCritical ? 'critical' : 'unknown';
    return { member, verdict, problem: undefined, doubt: unread, isRead: false, figures: undefined };
  }
  const { value } = state.dashboard;
  const isCurrent = value !== undefined && staleFor(state.dashboard, now) === undefined;
  const figures = isCurrent ? value : undefined;
  const problem = worstProblem(triage.problems);
  const isLoggingIn = value === undefined && state.session.status === 'logging-in';
  const doubt = isLoggingIn ? waitingForLogin : notYetKnown(state, triage, now);
  const verdict = problem && severityShown(problem) === 'critical' ? 'critical' : calmer(problem, doubt);
  return { member, verdict, problem, doubt: doubt?.words, isRead: true, figures };
}

/** A question for its password may be open, or wait for that of another cluster. */
const waitingForLogin: Doubt = { words: 'waiting for its login', isUnread: false };

/** What could not be judged may be worse than a warning. */
function calmer(problem: Problem | undefined, doubt: Doubt | undefined): Verdict {
  if (doubt?.isUnread) return 'unknown';
  if (problem) return severityShown(problem);
  return doubt ? 'waiting' : 'ok';
}

/** Why nothing is known of the cluster now; undefined if it is read, or its first answer is awaited. */
function whyUnread({ state, paused }: FleetMember, now: number): string | undefined {
  if (paused !== undefined) return paused;
  const { status, message } = state.session;
  if (status === 'refused') return `login refused: ${message ?? 'no reason was given'}`;
  const blind = blindness(state, now);
  if (blind) return blind.reason;
  const { error, value } = state.dashboard;
  return value === undefined ? error?.message : undefined;
}
