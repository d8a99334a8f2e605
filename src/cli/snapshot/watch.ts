import { sleep, systemClock } from '../../base/clock.ts';
import { safeJson } from '../../base/safe-markup.ts';
import { tellError } from '../../base/tell-error.ts';
import { until } from '../../base/until.ts';
import { emptyResource, failed, succeeded } from '../../cluster/resource.ts';
import { hasFirstRound } from '../../cluster/resources.ts';
import type { ClusterState, Resource } from '../../cluster/state.ts';
import type { Connection } from '../../http/connect.ts';
import { describeError } from '../../http/errors.ts';
import type { PossibleValues } from '../../protocol/cloud.ts';
import { entryTime } from '../../protocol/journal.ts';
import type { ClusterSession } from '../../session/cluster-session.ts';
import { snapshotExit } from '../exit-codes.ts';
import { writeOutput } from '../output.ts';
import { createChanges } from './changes.ts';
import { type Fields, pickFields } from './fields.ts';
import { exitOf, snapshotJson, whyNothing } from './json.ts';
import { type JournalListing, listingOf } from './read-journal.ts';

/** Most journal entries per line, if no period is requested. */
const MOST_ENTRIES = 200;

export interface WatchPlan {
  /** Time between two lines, ms. */
  readonly everyMs: number;
  /** Time limit for the first response of each resource, ms. */
  readonly timeoutMs: number;
  /** Unix ms from which on journal entries are requested. */
  readonly from: number | undefined;
  readonly fields: Fields | undefined;
}

/**
 * Prints a line with everything repeatedly until its reader stops. In between the cluster is watched as on the
 * screens, so that problems need the same time to be reported and have their real start.
 */
export async function watchSnapshots(session: ClusterSession, plan: WatchPlan): Promise<number> {
  const { everyMs, timeoutMs, from, fields } = plan;
  const { store, triage, connection } = session;
  session.monitor.start();
  await until([store], () => hasFirstRound(store.getState()), systemClock, timeoutMs);
  let reported: string | undefined;
  for (;;) {
    const cloud = await readCloud(connection, systemClock.now());
    const state = store.getState();
    const collected = { state, journal: journalOf(state, from), cloud };
    const { problems, climbs } = triage.getState();
    const snapshot = snapshotJson(collected, { problems, climbs, notJudged: [] }, systemClock.now());
    const trouble = whyNothing(snapshot);
    if (trouble !== undefined && trouble !== reported) tellError(trouble);
    reported = trouble;
    const hasReader = await writeOutput(safeJson(pickFields(snapshot, fields), 'line'));
    if (!hasReader) return exitOf(snapshot);
    await sleep(systemClock, everyMs);
  }
}

/** Prints a line for each change of a problem until its reader stops. */
export async function watchProblems(
  session: ClusterSession,
  { fields }: Pick<WatchPlan, 'fields'>,
): Promise<number> {
  const { store, triage, monitor, target } = session;
  const changes = createChanges({ name: target.name, url: target.url });
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let writing = Promise.resolve(true);
  const print = () => {
    for (const change of changes(triage.getState(), systemClock.now())) {
      const text = safeJson(pickFields(change, fields), 'line');
      writing = writing.then((hasReader) => hasReader && writeOutput(text));
      writing.then((hasReader) => hasReader || resolve(snapshotExit.whole), reject);
    }
  };
  let reported: string | undefined;
  triage.subscribe(print);
  store.subscribe(() => {
    const { dashboard } = store.getState();
    const trouble = dashboard.updatedAt === undefined ? dashboard.error?.message : undefined;
    if (trouble !== undefined && trouble !== reported) tellError(trouble);
    reported = trouble;
  });
  monitor.start();
  return promise;
}

async function readCloud({ cloud }: Connection, at: number): Promise<Resource<PossibleValues> | undefined> {
  const nothing = emptyResource<PossibleValues>();
  return cloud?.possibleValues().then(
    (read) => succeeded(nothing, read, at),
    (error: unknown) => failed(nothing, describeError(error), at),
  );
}

/** The loaded part of the journal, in the form of a reading. */
function journalOf({ journal, journalResource }: ClusterState, from: number | undefined): JournalListing {
  const entries = journal.items.flatMap((item) => (item.kind === 'entry' ? [item.entry] : []));
  const asked =
    from === undefined
      ? entries.slice(-MOST_ENTRIES)
      : entries.filter((entry) => (entryTime(entry) ?? from) >= from);
  return listingOf(asked, {
    isRead: journalResource.updatedAt !== undefined,
    totalItems: journal.totalItems,
    unreadable: journalResource.unreadable,
    generatedAt: journalResource.generatedAt,
    unreached: journal.unreached,
    limit: from === undefined ? MOST_ENTRIES : entries.length,
    asked: from,
  });
}
