import type { Clock } from '../base/clock.ts';
import { createClockSkew } from '../cluster/clock-skew.ts';
import { mergeRound } from '../cluster/journal-merge.ts';
import { compareEntries, entryKey, JournalRound } from '../cluster/journal-round.ts';
import { reduceDashboard } from '../cluster/reduce-dashboard.ts';
import { reduceJournal } from '../cluster/reduce-journal.ts';
import { arrived } from '../cluster/reduce-lists.ts';
import { reduceTopology } from '../cluster/reduce-topology.ts';
import { emptyResource, failed, succeeded } from '../cluster/resource.ts';
import type { ClusterState, Resource, Sweep } from '../cluster/state.ts';
import { createClusterStore } from '../cluster/store.ts';
import type { CallOptions } from '../http/api.ts';
import type { Connection } from '../http/connect.ts';
import { describeError } from '../http/errors.ts';
import { applicationId } from '../protocol/application.ts';
import type { PossibleValues } from '../protocol/cloud.ts';
import { entryTime, type JournalEntry } from '../protocol/journal.ts';
import { type Listing, readPages } from './read-pages.ts';

/** Streams, and applications, that a snapshot reads at most. */
export const LIST_LIMIT = 10_000;
/** Entries of a page of the journal; without a time to reach back to, the newest page is all that is read. */
const JOURNAL_ROWS = 200;
const LIST_ROWS = 500;

/** Everything that can be read without changing anything, as it was at one time. */
export interface Collected {
  /** Lists are in the sweeps; what failed carries its error. */
  readonly state: ClusterState;
  readonly journal: Listing<JournalEntry>;
  /** Entries of the journal that were asked for at most. */
  readonly journalLimit: number;
  /** Undefined where no cloud is configured. */
  readonly cloud: Resource<PossibleValues> | undefined;
}

/** How far back the journal is read: Unix ms, and how many entries at most. */
export interface JournalReach {
  readonly since: number;
  readonly limit: number;
}

/**
 * Polls everything once, in at most `timeoutMs`; of the journal the newest entries, or as far back as `reach` says. Rejects with nothing: each resource fails for itself. The transcode settings are left out,
 * because reading them takes a PATCH (A13).
 */
export async function collect(
  connection: Connection,
  cluster: { readonly name: string; readonly url: string },
  clock: Clock,
  timeoutMs: number,
  reach?: JournalReach,
): Promise<Collected> {
  const { api, cloud } = connection;
  const controller = new AbortController();
  const cancel = clock.after(timeoutMs, () => controller.abort());
  const options: CallOptions = { signal: controller.signal };
  const list = { rows: LIST_ROWS, limit: LIST_LIMIT };
  const journalLimit = reach?.limit ?? JOURNAL_ROWS;
  const [dashboard, topology, journal, streams, applications, possible] = await Promise.all([
    settle(api.dashboard(options)),
    settle(api.topology(options)),
    readPages((paging) => api.journal(paging, options), entryKey, {
      rows: JOURNAL_ROWS,
      limit: journalLimit,
      beyond: reach && ((entry) => (entryTime(entry) ?? reach.since) < reach.since),
    }),
    readPages(
      (paging) => api.streams(paging, options),
      (stream) => stream.id,
      list,
    ),
    readPages((paging) => api.applications(paging, options), applicationId, list),
    cloud && settle(cloud.possibleValues(options)),
  ]);
  cancel();
  const at = clock.now();
  const failing = <T>(resource: Resource<T>, error: unknown): Resource<T> =>
    failed(resource, controller.signal.aborted ? tooLong(timeoutMs) : describeError(error), at);
  const sweep = <T>(resource: Resource<Sweep<T>>, listing: Listing<T>): Resource<Sweep<T>> => {
    const { items, totalItems, truncated, unreadable, generatedAt, failure } = listing;
    const value = { items, totalItems, truncated, completedAt: at };
    const read =
      totalItems === undefined ? resource : arrived(resource, value, { unreadable, generatedAt }, at);
    return failure === undefined ? read : failing(read, failure);
  };

  let state = createClusterStore(cluster).getState();
  state =
    'error' in topology
      ? { ...state, topology: failing(state.topology, topology.error) }
      : reduceTopology(state, topology.value, at);
  state =
    'error' in dashboard
      ? { ...state, dashboard: failing(state.dashboard, dashboard.error) }
      : reduceDashboard(state, dashboard.value, at);
  if ('value' in dashboard && dashboard.value.generatedAt !== undefined) {
    const clockSkew = createClockSkew().add(dashboard.value.generatedAt, at, dashboard.value.duration);
    state = { ...state, clockSkew };
  }
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
  return { state, journal, journalLimit, cloud: cloudResource };
}

function tooLong(timeoutMs: number) {
  return { code: 'TIMEOUT', message: `not read within ${timeoutMs / 1000} s` };
}

type Settled<T> = { readonly value: T } | { readonly error: unknown };

function settle<T>(promise: Promise<T>): Promise<Settled<T>> {
  return promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
}

function withJournal(state: ClusterState, listing: Listing<JournalEntry>, at: number): ClusterState {
  const { items, totalItems, truncated, unreadable, generatedAt } = listing;
  if (totalItems === undefined) return state;
  const newestFirst = [...items.values()].sort((a, b) => compareEntries(b, a));
  const round = new JournalRound(state.journal);
  round.add(newestFirst, truncated);
  const journal = mergeRound(state.journal, round, { totalItems, lastTimestamp: undefined });
  return reduceJournal(state, journal, { value: null, unreadable, generatedAt }, at);
}
