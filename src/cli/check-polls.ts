import type { Clock } from '../base/clock.ts';
import { resources, waysToRead } from '../cluster/resources.ts';
import type { ClusterState, Resource, ResourceError } from '../cluster/state.ts';
import { noInterest } from '../polling/monitor.ts';
import type { ClusterSession } from '../session/cluster-session.ts';
import type { Problem } from '../triage/problem.ts';

/** What some polls in a row have shown. */
export interface Findings {
  readonly state: ClusterState;
  readonly problems: readonly Problem[];
  /** Whole polls, each with a dashboard. */
  readonly polls: number;
  /** Why there is no verdict: the dashboard could not be read. */
  readonly failure: Pick<ResourceError, 'code' | 'message'> | undefined;
  /** Resources that could not be read, in words. */
  readonly unread: readonly string[];
}

export interface PollPlan {
  readonly polls: number;
  /** Between the starts of two polls, ms. */
  readonly interval: number;
}

/** How long one poll may take, ms, with the login and all second tries: monitoring systems do not wait for ever. */
const TIMEOUT_MS = 10_000;
/** How long the other resources may take after the dashboard, ms. */
const GRACE = 5_000;
/** Streams looked at in every poll, the unhealthiest; the others as far as one page of all streams reaches. */
const WORST = 200;
/** The pollers' own turns are out of the way: each poll is one `refresh` of everything. */
const SLOWEST = 32;

/**
 * Polls everything so many times and closes nothing. Ends early where the dashboard cannot be read; takes at most
 * 10 s and the interval for each poll.
 */
export async function pollTimes(session: ClusterSession, clock: Clock, plan: PollPlan): Promise<Findings> {
  const { monitor, store, triage } = session;
  monitor.setPace(SLOWEST);
  monitor.setInterest({
    ...noInterest,
    servers: true,
    streams: { query: { orderBy: 'healthScore', order: 'asc' }, from: 0, to: WORST },
  });
  let polls = 0;
  let failure: Findings['failure'];
  while (polls < plan.polls && !failure) {
    const start = clock.monotonic();
    const before = store.getState();
    if (polls === 0) monitor.start();
    else monitor.refresh();
    await waitFor(session, clock, TIMEOUT_MS, (state) => hasSettled(before.dashboard, state.dashboard));
    const { dashboard } = store.getState();
    if (dashboard.error) failure = dashboard.error;
    else if (dashboard.updatedAt === before.dashboard.updatedAt) failure = noAnswer(store.getState());
    else {
      polls++;
      await waitFor(session, clock, GRACE, (state) => haveSettled(before, state));
      const left = plan.interval - (clock.monotonic() - start);
      if (polls < plan.polls) await waitFor(session, clock, Math.max(0, left), () => false);
    }
  }
  const state = store.getState();
  return { state, problems: triage.getState().problems, polls, failure, unread: unreadOf(state) };
}

/** Whether one poll of all that is polled is over. */
function haveSettled(before: ClusterState, after: ClusterState): boolean {
  return resources.every(
    ({ key }) => after[key].interval === undefined || hasSettled(before[key], after[key]),
  );
}

function hasSettled(before: Resource<unknown>, after: Resource<unknown>): boolean {
  return after.error !== undefined || after.updatedAt !== before.updatedAt;
}

/** What could not be read. One way to read a thing is enough; the dashboard has a verdict of its own. */
function unreadOf(state: ClusterState): readonly string[] {
  return waysToRead.flatMap((ways) => {
    const polled = ways.filter(({ key }) => state[key].interval !== undefined);
    const way = polled.find(({ key }) => state[key].updatedAt !== undefined) ?? polled[0];
    if (!way || way.key === 'dashboard') return [];
    const { error, updatedAt } = state[way.key];
    if (error) return [`${way.name}: ${error.message}`];
    return updatedAt === undefined ? [`${way.name}: no answer in time`] : [];
  });
}

function noAnswer({ session, url }: ClusterState): Findings['failure'] {
  const login = session.status === 'ok' ? '' : ` (login: ${session.message ?? session.status})`;
  return { code: 'TIMEOUT', message: `${url} gave no dashboard within ${TIMEOUT_MS / 1000} s${login}` };
}

/** Resolves as soon as it is true of the state, or after `ms`. */
function waitFor(
  session: ClusterSession,
  clock: Clock,
  ms: number,
  condition: (state: ClusterState) => boolean,
): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      cancel();
      off();
      resolve();
    };
    const cancel = clock.after(ms, end);
    const look = () => {
      if (condition(session.store.getState())) end();
    };
    const off = session.store.subscribe(look);
    look();
  });
}
