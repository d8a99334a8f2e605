import type { Clock } from '../../base/clock.ts';
import { createClockSkew } from '../../cluster/clock-skew.ts';
import { bringsServers, reduceDashboard, reduceTopology } from '../../cluster/reduce-dashboard.ts';
import { arrived } from '../../cluster/reduce-lists.ts';
import { emptyResource, failed, succeeded } from '../../cluster/resource.ts';
import { resourceTable } from '../../cluster/resources.ts';
import type { ClusterState, Resource, Sweep } from '../../cluster/state.ts';
import { createClusterStore } from '../../cluster/store.ts';
import type { CallOptions } from '../../http/api.ts';
import type { Connection } from '../../http/connect.ts';
import { describeError } from '../../http/errors.ts';
import { OLDEST_FIRST, UNHEALTHIEST_FIRST } from '../../polling/order.ts';
import { applicationId } from '../../protocol/application.ts';
import type { PossibleValues } from '../../protocol/cloud.ts';
import { type JournalListing, type JournalReach, readJournal, withJournal } from './read-journal.ts';
import { type Listing, readPages } from './read-pages.ts';

/** Most streams, and most applications, in a snapshot. */
export const LIST_LIMIT = 10_000;
const LIST_ROWS = 500;

/** Everything that can be read without changes, at one time. */
export interface Collected {
  /** Lists are in the sweeps; a failed resource has its error. */
  readonly state: ClusterState;
  readonly journal: JournalListing;
  /** Undefined if no cloud is configured. */
  readonly cloud: Resource<PossibleValues> | undefined;
}

interface CollectLimits extends JournalReach {
  readonly timeoutMs: number;
  /** If there are more streams than are read at most, this many of the unhealthiest are read. */
  readonly unhealthiest?: number;
}

/**
 * Polls everything once, in at most `timeoutMs`; the journal as far back as the limits allow. Never rejects: each
 * resource has its own error. Transcode settings are left out, because reading them needs a PATCH (A13).
 */
export async function collectSnapshot(
  connection: Connection,
  cluster: { readonly name: string; readonly url: string },
  clock: Clock,
  { timeoutMs, unhealthiest = LIST_LIMIT, ...reach }: CollectLimits,
): Promise<Collected> {
  const { api, cloud } = connection;
  const controller = new AbortController();
  const cancel = clock.after(timeoutMs, () => controller.abort());
  const options: CallOptions = { signal: controller.signal };
  const list = { rows: LIST_ROWS, limit: LIST_LIMIT, signal: controller.signal };
  const [dashboard, topology, journal, streams, applications, possible] = await Promise.all([
    settle(api.dashboard(options)),
    settle(api.topology(options)),
    readJournal(api, reach, clock.now(), options),
    readPages(
      (paging) => api.streams(paging, options),
      (stream) => stream.id,
      { ...list, order: OLDEST_FIRST, worstFirst: { order: UNHEALTHIEST_FIRST, most: unhealthiest } },
    ),
    readPages((paging) => api.applications(paging, options), applicationId, list),
    cloud && settle(cloud.possibleValues(options)),
  ]);
  cancel();
  const at = clock.now();
  const tooLong = { code: 'TIMEOUT', message: `not read within ${timeoutMs / 1000} s` };
  const failing = <T>(resource: Resource<T>, error: unknown): Resource<T> =>
    failed(resource, controller.signal.aborted ? tooLong : describeError(error), at);
  const sweep = <T>(resource: Resource<Sweep<T>>, listing: Listing<T>): Resource<Sweep<T>> => {
    const { items, isRead, totalItems, truncated, isWorstFirst, short, failure } = listing;
    const value = { items, totalItems, truncated, isWorstFirst, short, completedAt: at };
    const read = isRead ? arrived(resource, value, listing, at) : resource;
    return failure === undefined ? read : failing(read, failure);
  };

  const store = createClusterStore(cluster);
  let state = store.getState();
  state =
    'error' in dashboard
      ? { ...state, dashboard: failing(state.dashboard, dashboard.error) }
      : reduceDashboard(state, dashboard.value, at);
  const { servers } = state;
  state =
    'error' in topology
      ? { ...state, topology: failing(state.topology, topology.error) }
      : reduceTopology(state, topology.value, at);
  // Both responses are from the same time, so a server that only one of them lists has not missed a poll.
  if (bringsServers(state.dashboard)) state = { ...state, servers };
  if ('value' in dashboard && dashboard.value.generatedAt !== undefined) {
    const clockSkew = createClockSkew().add(dashboard.value.generatedAt, at, dashboard.value.duration);
    state = { ...state, clockSkew };
  }
  // The dashboard contains the history of its totals.
  if ('value' in dashboard)
    store.recorder.dashboard(
      dashboard.value.value,
      at,
      resourceTable.dashboard.interval,
      state.clockSkew ?? 0,
    );
  state = withJournal(state, journal, at);
  if (journal.failure !== undefined)
    state = { ...state, journalResource: failing(state.journalResource, journal.failure) };
  state = {
    ...state,
    session: connection.session.state,
    streamSweep: sweep(state.streamSweep, streams),
    applicationSweep: sweep(state.applicationSweep, applications),
  };
  const nothing = emptyResource<PossibleValues>();
  const cloudResource =
    possible &&
    ('error' in possible ? failing(nothing, possible.error) : succeeded(nothing, possible.value, at));
  return { state, journal, cloud: cloudResource };
}

type Settled<T> = { readonly value: T } | { readonly error: unknown };

function settle<T>(promise: Promise<T>): Promise<Settled<T>> {
  return promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
}
