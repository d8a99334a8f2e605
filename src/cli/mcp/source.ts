import { systemClock } from '../../base/clock.ts';
import { SECOND_MS } from '../../base/durations.ts';
import { tellError } from '../../base/tell-error.ts';
import { until } from '../../base/until.ts';
import { createHistory } from '../../cluster/create-history.ts';
import { hasFirstRound } from '../../cluster/resources.ts';
import type { ClusterState } from '../../cluster/state.ts';
import { emptyState } from '../../cluster/store.ts';
import { defaultPaths, expandPath } from '../../config/paths.ts';
import { openClusterMemory } from '../../config/state-files.ts';
import { type HistoryDatabase, historyFile, openDatabase } from '../../history/database.ts';
import { HistoryError } from '../../history/error.ts';
import { createHistoryReader, type HistoryReader } from '../../history/reader.ts';
import { openTape } from '../../recording/open-tape.ts';
import { openClusterSession } from '../../session/cluster-session.ts';
import { storedMoment } from '../../session/past/stored-source.ts';
import { openReplaySession } from '../../session/replay-session.ts';
import { recordedInterval } from '../../session/replay-stack.ts';
import type { TriageState } from '../../triage/engine.ts';
import { mergeThresholds } from '../../triage/thresholds.ts';
import { type Arguments, UsageError } from '../options/options.ts';
import { bareTarget } from '../target/bare-target.ts';
import { keptTokens, readConfig, readTarget } from '../target/target.ts';

/** A cluster as it was, or is, at a moment. */
export interface SourceMoment {
  /** Unix ms. */
  readonly at: number;
  readonly state: ClusterState;
  readonly triage: TriageState;
}

/** What the assistant asks about: a live cluster, a history or a recording. */
export interface McpSource {
  readonly kind: 'live' | 'history' | 'recording';
  readonly cluster: string;
  /** The newest moment, or one of the past (Unix ms). Rejects with a message if nothing is known of it. */
  moment(at?: number): Promise<SourceMoment>;
  /** The stored history; undefined if there is none. */
  readonly history: HistoryReader | undefined;
  /** Names of users, which a report withholds. */
  users(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** The first answers of a live cluster are waited for this long, ms. */
const FIRST_ROUND_MS = 15 * SECOND_MS;

/** What the options name; undefined if they name no cluster. */
export async function openSource(args: Arguments, env: NodeJS.ProcessEnv): Promise<McpSource | undefined> {
  const { from, file } = args.options;
  if (from !== undefined && file !== undefined)
    throw new UsageError('--from and --file are two sources: name one');
  if (from !== undefined) return openRecording(from);
  if (file !== undefined) return openHistory(expandPath(file));
  return openLive(args, env);
}

async function openLive(args: Arguments, env: NodeJS.ProcessEnv): Promise<McpSource | undefined> {
  const config = await readConfig(args);
  const found = await readTarget(args, env, config);
  if (!found) return undefined;
  const { login } = found;
  const target = { ...found.target, readOnly: true };
  const { stateDir } = defaultPaths();
  const session = openClusterSession({
    target,
    clock: systemClock,
    ...login,
    tokens: keptTokens(args, target),
    worksDir: stateDir,
  });
  session.monitor.start();
  const db = await knownHistory(historyFile(stateDir, target.url));
  const reader = db && createHistoryReader(db);
  const { store, triage } = session;
  return {
    kind: 'live',
    cluster: target.name,
    history: reader,
    async moment(at) {
      if (at === undefined) {
        await until([store], () => hasFirstRound(store.getState()), systemClock, FIRST_ROUND_MS);
        return { at: systemClock.now(), state: store.getState(), triage: triage.getState() };
      }
      return momentOf(reader, store.getState(), triage.getState(), at);
    },
    async users() {
      const memory = openClusterMemory(stateDir, target.url, systemClock, tellError);
      const { users } = await memory.read();
      return [...(target.username === undefined ? [] : [target.username]), ...users.map(({ name }) => name)];
    },
    async close() {
      await session.close();
      db?.close();
    },
  };
}

/** The history that a recorder or monitor has written; undefined if there is none that can be read. */
async function knownHistory(path: string): Promise<HistoryDatabase | undefined> {
  try {
    return await openDatabase(path, { create: false });
  } catch (error) {
    if (error instanceof HistoryError) return undefined;
    throw error;
  }
}

async function openHistory(path: string): Promise<McpSource> {
  const db = await openDatabase(path, { create: false });
  const reader = createHistoryReader(db);
  const cluster = 'history';
  const nothing = emptyState({ name: cluster, url: '' }, createHistory());
  return {
    kind: 'history',
    cluster,
    history: reader,
    moment: (at) =>
      momentOf(
        reader,
        nothing,
        { thresholds: mergeThresholds() },
        at ?? reader.range()?.to ?? systemClock.now(),
      ),
    users: async () => [],
    close: async () => db.close(),
  };
}

async function momentOf(
  reader: HistoryReader | undefined,
  state: ClusterState,
  { thresholds }: Pick<TriageState, 'thresholds'>,
  at: number,
): Promise<SourceMoment> {
  const found = reader && (await storedMoment(reader, state, thresholds, at));
  if (!found)
    throw new Error(`Nothing is known of ${new Date(at).toISOString()}: the cluster was not watched then.`);
  return found;
}

async function openRecording(path: string): Promise<McpSource> {
  const tape = await openTape(path);
  if (tape.from === undefined) {
    await tape.close();
    throw new UsageError(`the recording ${path} is empty`);
  }
  const target = {
    ...bareTarget(tape.cluster, 'https://recording.invalid'),
    interval: recordedInterval(tape),
  };
  const session = openReplaySession({ ...target, readOnly: true }, tape, systemClock);
  session.monitor.start();
  session.replay.pause();
  const { from, to = from } = tape;
  return {
    kind: 'recording',
    cluster: tape.cluster,
    history: undefined,
    async moment(at = to) {
      if (at < from || at > to) {
        const range = [from, to].map((time) => new Date(time).toISOString()).join(' to ');
        throw new Error(`The recording has ${range}.`);
      }
      session.replay.seek(at);
      await session.settled();
      return { at, state: session.store.getState(), triage: session.triage.getState() };
    },
    users: async () => [],
    async close() {
      await session.close();
      await tape.close();
    },
  };
}
