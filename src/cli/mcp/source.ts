import { basename } from 'node:path';
import type { Moment } from '../../actions/time-travel.ts';
import { systemClock } from '../../base/clock.ts';
import { MINUTE_MS, SECOND_MS } from '../../base/durations.ts';
import { inTurn } from '../../base/in-turn.ts';
import { until } from '../../base/until.ts';
import { createHistory } from '../../cluster/create-history.ts';
import { hasFirstRound } from '../../cluster/resources.ts';
import type { ClusterState } from '../../cluster/state.ts';
import { emptyState } from '../../cluster/store.ts';
import { expandPath } from '../../config/paths.ts';
import { type ClusterTarget, resolveTarget } from '../../config/resolve.ts';
import { type HistoryDatabase, historyFile, openDatabase, openReadOnly } from '../../history/database.ts';
import { HistoryError } from '../../history/error.ts';
import { createHistoryReader, type HistoryReader } from '../../history/reader.ts';
import { openTape } from '../../recording/open-tape.ts';
import { openClusterSession } from '../../session/cluster-session.ts';
import { momentAt } from '../../session/past/moment-at.ts';
import { openReplaySession } from '../../session/replay-session.ts';
import type { TriageState } from '../../triage/engine.ts';
import { judgeLooks } from '../../triage/one-shot.ts';
import { mergeThresholds } from '../../triage/thresholds.ts';
import { recordedTarget } from '../cluster/bare-target.ts';
import { chooseOne } from '../cluster/choose.ts';
import { keptTokens, readConfig, readTarget } from '../cluster/cluster-target.ts';
import { knownUsers } from '../history/source.ts';
import { historyPlace } from '../options/history-options.ts';
import { type Arguments, UsageError } from '../options/options.ts';
import { knownBefore, withKnown } from '../snapshot/judge.ts';

/** What the assistant asks about: a live cluster, a history or a recording. */
export interface McpSource {
  readonly kind: 'live' | 'history' | 'recording';
  readonly cluster: string;
  /** The newest moment, or one of the past (Unix ms). Rejects with a message if nothing is known of it. */
  moment(at?: number): Promise<Moment>;
  /** The stored history; undefined if there is none. */
  readonly history: HistoryReader | undefined;
  /** Names of users, which a report withholds. */
  users(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** The first answers of a live cluster are waited for this long, ms. */
const FIRST_ROUND_MS = 15 * SECOND_MS;
/** After this time of watching, problems have lasted as long as they must, ms. */
const JUDGED_MS = 2 * MINUTE_MS;

/** What the options name; undefined if they name no cluster. */
export async function openSource(args: Arguments, env: NodeJS.ProcessEnv): Promise<McpSource | undefined> {
  const { from, file } = args.options;
  if (from !== undefined && file !== undefined)
    throw new UsageError('--from and --file are two sources: name one');
  if (from !== undefined) return openRecording(from);
  if (file !== undefined) {
    const config = await readConfig(args);
    const { environment } = args;
    // The cluster of a file need not be named; if it is, its name and its users are known.
    const flags = chooseOne(args, config) ?? args.flags;
    return openHistory(expandPath(file), resolveTarget({ flags, environment, env, config }));
  }
  return openLive(args, env);
}

async function openLive(args: Arguments, env: NodeJS.ProcessEnv): Promise<McpSource | undefined> {
  const config = await readConfig(args);
  const found = await readTarget(args, env, config);
  if (!found) return undefined;
  const { login } = found;
  const target = { ...found.target, readOnly: true };
  const session = openClusterSession({
    target,
    clock: systemClock,
    ...login,
    unattended: true,
    tokens: keptTokens(args, target),
  });
  session.monitor.start();
  const place = historyPlace(config);
  const { store, triage } = session;
  let db: HistoryDatabase | undefined;
  let reader: HistoryReader | undefined;
  /** The history may begin, or be replaced, while the assistant is there. */
  const lookForHistory = async () => {
    if (db?.isInPlace()) return;
    db?.close();
    db = await knownHistory(historyFile(place.directory, target.url), place.shared);
    reader = db && createHistoryReader(db);
  };
  return {
    kind: 'live',
    cluster: target.name,
    get history() {
      return reader;
    },
    async moment(at) {
      await lookForHistory();
      if (at !== undefined) return momentOf(reader, store.getState(), triage.getState(), at);
      await until([store], () => hasFirstRound(store.getState()), systemClock, FIRST_ROUND_MS);
      const look = { at: systemClock.now(), state: store.getState() };
      const judged = triage.getState();
      const { since = look.at, thresholds, problems, climbs } = judged;
      // Most problems must last before they are said, and an assistant asks in the first second.
      const own =
        look.at - since < JUDGED_MS
          ? judgeLooks([look], thresholds, target.journalPatterns)
          : { problems, climbs, notJudged: [] };
      const known = withKnown(own, look, await knownBefore(target, place));
      return { ...look, triage: { ...judged, problems: known.problems } };
    },
    users: () => knownUsers(target),
    async close() {
      await session.close();
      db?.close();
    },
  };
}

/** The history that a recorder or monitor has written; undefined if there is none that can be read. */
async function knownHistory(path: string, shared: boolean): Promise<HistoryDatabase | undefined> {
  try {
    return await openToRead(path, shared);
  } catch (error) {
    if (error instanceof HistoryError) return undefined;
    throw error;
  }
}

/** Where possible without a right to write. Throws a `HistoryError`. */
async function openToRead(path: string, shared = false): Promise<HistoryDatabase> {
  try {
    return openReadOnly(path, { shared });
  } catch (error) {
    // A history of this user can only be read so while its writer has it open.
    if (shared) throw error;
    return openDatabase(path, { create: false });
  }
}

async function openHistory(path: string, target: ClusterTarget | undefined): Promise<McpSource> {
  const db = await openToRead(path);
  const reader = createHistoryReader(db);
  const { name: cluster = basename(path), url = '', thresholds } = target ?? {};
  const nothing = emptyState({ name: cluster, url }, createHistory());
  return {
    kind: 'history',
    cluster,
    history: reader,
    moment: (at) =>
      momentOf(reader, nothing, { thresholds: mergeThresholds(thresholds) }, at ?? newestOf(reader)),
    users: () => knownUsers(target),
    close: async () => db.close(),
  };
}

/** A problem that stands is written again within this time, ms. */
const SEEN_MS = MINUTE_MS;

/** The newest moment of a history, Unix ms: the last at which the problems that stand at its end were seen. */
export function newestOf(reader: Pick<HistoryReader, 'range' | 'problems'>): number {
  const to = reader.range()?.to ?? systemClock.now();
  const open = reader
    .problems(to - SEEN_MS, Number.MAX_SAFE_INTEGER)
    .filter(({ clearedAt }) => clearedAt === undefined);
  // A problem stands until it was seen last, without that moment.
  return open.length === 0 ? to : Math.max(...open.map(({ seenAt }) => seenAt)) - 1;
}

async function momentOf(
  reader: HistoryReader | undefined,
  state: ClusterState,
  { thresholds }: Pick<TriageState, 'thresholds'>,
  at: number,
): Promise<Moment> {
  if (!reader) throw new Error('There is no history: record writes one.');
  return momentAt(reader, at, { live: state, thresholds });
}

async function openRecording(path: string): Promise<McpSource> {
  const tape = await openTape(path);
  if (tape.from === undefined) {
    await tape.close();
    throw new UsageError(`the recording ${path} is empty`);
  }
  const session = openReplaySession(recordedTarget(tape), tape, systemClock);
  session.monitor.start();
  session.replay.pause();
  const { from, to = from } = tape;
  // There is one player, so questions wait for each other.
  const queue = inTurn();
  const momentAt = async (at: number) => {
    session.replay.seek(at);
    await session.settled();
    return { at, state: session.store.getState(), triage: session.triage.getState() };
  };
  return {
    kind: 'recording',
    cluster: tape.cluster,
    history: undefined,
    async moment(at = to) {
      if (at < from || at > to) {
        const range = [from, to].map((time) => new Date(time).toISOString()).join(' to ');
        throw new Error(`The recording has ${range}.`);
      }
      return queue(() => momentAt(at));
    },
    users: async () => [],
    async close() {
      await session.close();
      await tape.close();
    },
  };
}
