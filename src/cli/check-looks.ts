import type { Clock } from '../base/clock.ts';
import { sleep } from '../base/clock.ts';
import { alwaysPolled } from '../cluster/resources.ts';
import type { ClusterState, ResourceError } from '../cluster/state.ts';
import type { Connection } from '../http/connect.ts';
import type { Look } from '../triage/one-shot.ts';
import { collect } from './snapshot-collect.ts';

/** What some polls in a row have shown. */
export interface Findings {
  /** Whole polls, each with a dashboard; oldest first. */
  readonly looks: readonly Look[];
  /** Why there is no verdict: the dashboard could not be read. */
  readonly failure: Pick<ResourceError, 'message'> | undefined;
  /** Resources that could not be read in each of them, in words. */
  readonly unread: readonly string[];
}

export interface PollPlan {
  readonly polls: number;
  /** Between the starts of two polls; a poll that takes longer is followed by the next at once. */
  readonly intervalMs: number;
  /** For one poll, with the login and all second tries. */
  readonly timeoutMs: number;
}

/** Reads the whole cluster so many times. Ends early where the dashboard cannot be read. */
export async function takeLooks(
  connection: Connection,
  cluster: { readonly name: string; readonly url: string },
  clock: Clock,
  { polls, intervalMs, timeoutMs }: PollPlan,
): Promise<Findings> {
  const looks: Look[] = [];
  const unread = new Set<string>();
  for (let poll = 1; poll <= polls; poll++) {
    const start = clock.monotonic();
    const { state } = await collect(connection, cluster, clock, timeoutMs);
    const { error } = state.dashboard;
    if (error) return { looks, failure: { message: withLogin(error, state) }, unread: [...unread] };
    looks.push({ state, at: clock.now() });
    for (const words of unreadOf(state)) unread.add(words);
    const left = intervalMs - (clock.monotonic() - start);
    if (poll < polls && left > 0) await sleep(clock, left);
  }
  return { looks, failure: undefined, unread: [...unread] };
}

function withLogin({ code, message }: ResourceError, { session, url }: ClusterState): string {
  if (code !== 'TIMEOUT') return message;
  const login = session.status === 'ok' ? '' : ` (login: ${session.message ?? session.status})`;
  return `${url}: the dashboard was ${message}${login}`;
}

/** What could not be read; the dashboard has a verdict of its own. */
function unreadOf(state: ClusterState): readonly string[] {
  return alwaysPolled.flatMap(({ key, name }) => {
    const { error } = state[key];
    return error && key !== 'dashboard' ? [`${name}: ${error.message}`] : [];
  });
}
