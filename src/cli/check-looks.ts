import type { Clock } from '../base/clock.ts';
import { sleep } from '../base/clock.ts';
import { alwaysPolled } from '../cluster/resources.ts';
import type { ClusterState, ResourceError } from '../cluster/state.ts';
import type { Connection } from '../http/connect.ts';
import type { Look } from '../triage/one-shot.ts';
import type { Problem } from '../triage/problem.ts';
import { STALE_TITLE, staleKey, stale as staleRule } from '../triage/rules/stale.ts';
import { collect } from './snapshot-collect.ts';

/** What some polls in a row have shown. */
export interface Findings {
  /** Whole polls, each with a dashboard; oldest first. */
  readonly looks: readonly Look[];
  /** Why there is no verdict: the dashboard could not be read. */
  readonly failure: Pick<ResourceError, 'message'> | undefined;
  /** Resources that could not be read: in none of the polls, as the screens would have it; in some of them, in words. */
  readonly stale: readonly Problem[];
  readonly unread: readonly string[];
}

export interface PollPlan {
  readonly polls: number;
  /** Between the starts of two polls; a poll that takes longer is followed by the next at once. */
  readonly intervalMs: number;
  /** For one poll, with the login and all second tries. */
  readonly timeoutMs: number;
}

/** Entries of the journal that a poll reads at most: a page has 200. */
const JOURNAL_LIMIT = 2_000;

/** Reads the whole cluster so many times. Ends early where the dashboard cannot be read. */
export async function takeLooks(
  connection: Connection,
  cluster: { readonly name: string; readonly url: string },
  clock: Clock,
  { polls, intervalMs, timeoutMs }: PollPlan,
  journalBackMs: number,
): Promise<Findings> {
  const looks: Look[] = [];
  for (let poll = 1; poll <= polls; poll++) {
    const start = clock.monotonic();
    const { state } = await collect(connection, cluster, clock, timeoutMs, {
      since: clock.now() - journalBackMs,
      limit: JOURNAL_LIMIT,
    });
    const { error } = state.dashboard;
    if (error) return { looks, failure: { message: withLogin(error, state) }, ...unreadIn(looks) };
    looks.push({ state, at: clock.now() });
    const left = intervalMs - (clock.monotonic() - start);
    if (poll < polls && left > 0) await sleep(clock, left);
  }
  return { looks, failure: undefined, ...unreadIn(looks) };
}

function withLogin({ code, message }: ResourceError, { session, url }: ClusterState): string {
  if (code !== 'TIMEOUT') return message;
  const login = session.status === 'ok' ? '' : ` (login: ${session.message ?? session.status})`;
  return `${url}: the dashboard was ${message}${login}`;
}

/** What could not be read; the dashboard has a verdict of its own. */
function unreadIn(looks: readonly Look[]): Pick<Findings, 'stale' | 'unread'> {
  const stale: Problem[] = [];
  const unread: string[] = [];
  for (const { key, name } of alwaysPolled) {
    const failed = looks.filter(({ state }) => key !== 'dashboard' && state[key].error);
    const words = `${name}: ${failed.at(-1)?.state[key].error?.message ?? ''}`;
    if (failed.length === looks.length) stale.push(staleProblem(name, words, looks));
    else if (failed.length > 0) unread.push(words);
  }
  return { stale, unread };
}

/** What a screen says of it once it has waited. */
function staleProblem(name: string, reason: string, looks: readonly Look[]): Problem {
  return {
    key: staleKey(name),
    rule: staleRule.name,
    severity: 'warning',
    subject: { kind: 'resource', name },
    title: STALE_TITLE,
    reason,
    since: looks[0]?.at ?? 0,
    firedAt: looks.at(-1)?.at ?? 0,
    trend: 'steady',
  };
}
