import { type Clock, sleep } from '../../base/clock.ts';
import { alwaysPolled } from '../../cluster/resources.ts';
import type { ClusterState, ResourceError } from '../../cluster/state.ts';
import type { Connection } from '../../http/connect.ts';
import type { Look } from '../../triage/one-shot.ts';
import { collectSnapshot } from '../snapshot/collect.ts';

/** If a cluster has many more streams, only this many are judged: monitoring systems do not wait longer. */
const UNHEALTHIEST = 2_000;

export interface Findings {
  /** Complete polls, each with a dashboard; oldest first. */
  readonly looks: readonly Look[];
  /** Why there is no verdict: the dashboard could not be read. */
  readonly failure: string | undefined;
}

/** A resource that some or all polls could not read. */
export interface Unread {
  readonly name: string;
  readonly words: string;
}

export interface PollPlan {
  readonly polls: number;
  /** Between the starts of two polls. A poll that takes longer is followed by the next one at once. */
  readonly intervalMs: number;
  /** For one poll, including the login and all retries. */
  readonly timeoutMs: number;
}

/** Reads the whole cluster as often as planned. Ends early if nothing of it can be read. */
export async function pollLooks(
  connection: Connection,
  cluster: { readonly name: string; readonly url: string },
  clock: Clock,
  { polls, intervalMs, timeoutMs, journalBackMs }: PollPlan & { readonly journalBackMs: number },
): Promise<Findings> {
  const looks: Look[] = [];
  for (let poll = 1; poll <= polls; poll++) {
    const start = clock.monotonic();
    const { state } = await collectSnapshot(connection, cluster, clock, {
      timeoutMs,
      judged: journalBackMs,
      unhealthiest: UNHEALTHIEST,
    });
    const { error } = state.dashboard;
    const isBlind = alwaysPolled.every(({ key }) => state[key].updatedAt === undefined);
    if (error && isBlind) return { looks, failure: withLogin(error, state) };
    looks.push({ state, at: clock.now() });
    const left = intervalMs - (clock.monotonic() - start);
    if (poll < polls && left > 0) await sleep(clock, left);
  }
  return { looks, failure: undefined };
}

function withLogin({ code, message }: ResourceError, { session, url }: ClusterState): string {
  if (code !== 'TIMEOUT') return message;
  const login = session.status === 'ok' ? '' : ` (login: ${session.message ?? session.status})`;
  return `${url}: the dashboard was ${message}${login}`;
}

export function unreadIn(looks: readonly Look[]): readonly Unread[] {
  return alwaysPolled.flatMap(({ key, name }) => {
    const error = looks.findLast(({ state }) => state[key].error)?.state[key].error;
    return error ? [{ name, words: `${name}: ${error.message}` }] : [];
  });
}
