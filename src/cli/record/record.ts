import { PassThrough } from 'node:stream';
import { startHeartbeat } from '../../alerts/heartbeat.ts';
import { systemClock } from '../../base/clock.ts';
import { errorMessage } from '../../base/system-error.ts';
import { tellError } from '../../base/tell-error.ts';
import type { Config } from '../../config/load.ts';
import { defaultPaths } from '../../config/paths.ts';
import { HistoryError } from '../../history/error.ts';
import type { Log } from '../../http/observe.ts';
import { type ClusterSession, openClusterSession } from '../../session/cluster-session.ts';
import { openAlerts, openHeartbeat } from '../alerts/open-alerts.ts';
import { chooseClusters } from '../cluster/choose.ts';
import { eachOf, readConfig, readTarget, type TargetAndLogin } from '../cluster/cluster-target.ts';
import { withLog } from '../cluster/with-log.ts';
import { limitMemory } from '../limit-memory.ts';
import { historyNotice, historyStatus, retentionOf } from '../options/history-options.ts';
import { type Arguments, UsageError } from '../options/options.ts';
import { notifyManager, tellTroubles } from '../service/notify.ts';
import { importCommand } from './import-recording.ts';

/**
 * `castwatch record`: polls like the monitor and writes the history, until a signal. SIGHUP reads the configuration
 * again. Errors of a cluster do not end it, they are gaps, a refused login too: it is tried again. Undefined if no
 * cluster was named. So that a service manager sees the failure, it throws a `HistoryError` if no history can be
 * written until somebody fixes it.
 */
export async function recordCommand(args: Arguments, env: NodeJS.ProcessEnv): Promise<number | undefined> {
  if (args.options.printUnit) {
    return (await import('../service/print-unit.ts')).printUnit('record', args.options.printUnit, args, env);
  }
  if (args.options.from !== undefined) {
    if (args.options.log !== undefined) {
      throw new UsageError('--log has nothing to write with --from, which asks no cluster');
    }
    return importCommand(args.options.from, args, env, await readConfig(args));
  }
  if (args.options.file !== undefined) throw new UsageError('--file needs --from');
  return withLog(args, (logOf) => recordUntilEnd(args, env, logOf));
}

async function recordUntilEnd(
  args: Arguments,
  env: NodeJS.ProcessEnv,
  logOf: Shared['logOf'],
): Promise<number | undefined> {
  const { promise: over, reject: giveUp } = Promise.withResolvers<never>();
  // It is awaited at each signal; a rejection before the first one must not count as unhandled.
  over.catch(() => {});
  let opened: Opened = { sessions: [], left: [] };
  const onStatus = () => {
    if (!opened.sessions.every(needsRepair)) return;
    giveUp(new HistoryError('UNUSABLE', 'no history can be written, so the recording has ended'));
  };
  opened = await openAll(args, env, { before: [], logOf, onStatus });
  if (opened.sessions.length === 0) return undefined;
  const start = () => {
    const { sessions, heartbeat, left } = opened;
    const stops = [notifyManager(env, systemClock, sessions), tellTroubles(sessions)];
    for (const session of sessions) session.monitor.start();
    const whyMute = () => [...sessions.map(({ alerts }) => alerts?.whyMute()), ...left];
    if (heartbeat) stops.push(startHeartbeat({ ...heartbeat, clock: systemClock, whyMute, log: tellError }));
    return async () => {
      for (const stop of stops) await stop();
      for (const session of sessions) await session.close();
    };
  };
  let stop = start();
  const stopLimit = limitMemory(systemClock);
  const signals = takeSignals();
  try {
    for (;;) {
      const next = await Promise.race([signals.next(), over]);
      if (next !== 'SIGHUP') return 0;
      try {
        const next = await openAll(args, env, { before: opened.sessions, logOf, onStatus });
        await stop();
        opened = next;
        stop = start();
        tellError('the configuration was read again');
      } catch (error) {
        // A mistake in the new configuration must not end the recording.
        tellError(
          `the new configuration is not used, the old one stays in use: ${error instanceof Error ? error.message : 'unreadable'}`,
        );
      }
    }
  } finally {
    stopLimit();
    await stop();
    signals.release();
  }
}

interface Shared {
  /** The previous sessions; the new ones take over their servers. */
  readonly before: readonly ClusterSession[];
  readonly logOf: (cluster: string) => Log;
  readonly onStatus: () => void;
}

interface Opened {
  /** Empty if no cluster is named. */
  readonly sessions: readonly ClusterSession[];
  /** Of those that are not recorded, why. */
  readonly left: readonly string[];
  readonly heartbeat?: Awaited<ReturnType<typeof openHeartbeat>>;
}

/**
 * A session for each chosen cluster. At the start, one of several that cannot be opened,
 * such as for want of its secret, is told and left out; when the configuration is read again, it is an error for all,
 * because the old one then stays in use.
 */
async function openAll(args: Arguments, env: NodeJS.ProcessEnv, shared: Shared): Promise<Opened> {
  const config = await readConfig(args);
  const choice = chooseClusters(args, config);
  if (choice.kind !== 'fleet') {
    const found = await readTarget(args, env, config);
    if (!found) return { sessions: [], left: [] };
    const heartbeat = await openHeartbeat(config, env, found.target.name);
    return { sessions: [await openOne(found, env, config, shared)], left: [], heartbeat };
  }
  const heartbeat = await openHeartbeat(config, env, choice.name);
  const opened = await eachOf(choice.profiles, { args, env, config }, (found) =>
    openOne(found, env, config, shared),
  );
  const sessions = opened.flatMap(({ result }) => result ?? []);
  const errors = opened.filter(({ result }) => result === undefined);
  const [first] = errors;
  if (first && (shared.before.length > 0 || sessions.length === 0)) {
    for (const session of sessions) await session.close();
    throw first.error;
  }
  const left = errors.map(({ name, error }) => `${name}: not recorded: ${errorMessage(error)}`);
  for (const line of left) tellError(line);
  return { sessions, left, heartbeat };
}

/**
 * Whether somebody must fix a history before it can be written. All other failures are temporary, or are fixed
 * here.
 */
function needsRepair({ history }: ClusterSession): boolean {
  const status = history?.status;
  if (status?.kind !== 'failing' || history?.reader) return false;
  return status.error.code === 'NEWER' || status.error.code === 'UNUSABLE';
}

async function openOne(
  { target, login }: TargetAndLogin,
  env: NodeJS.ProcessEnv,
  config: Config,
  { before, logOf, onStatus }: Shared,
): Promise<ClusterSession> {
  const tell = (line: string) => tellError(`${target.name}: ${line}`);
  const alerts = await openAlerts(config, { target, env, as: 'record', log: tell });
  return openClusterSession({
    target: { ...target, readOnly: true },
    clock: systemClock,
    ...login,
    unattended: true,
    alerts,
    log: logOf(target.name),
    servers: before.find((session) => session.target.url === target.url)?.store.getState().servers,
    shared: config.file.history?.directory,
    history: {
      stateDir: defaultPaths().stateDir,
      retention: retentionOf(config),
      onStatus: (status) => {
        tell(historyStatus(status));
        onStatus();
      },
      onNotice: (notice) => tell(historyNotice(notice)),
    },
  });
}

/** The signals of service managers and terminals, one after the other, until they are released. */
function takeSignals() {
  const taken = new PassThrough({ objectMode: true });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const listeners = signals.map((signal) => ({ signal, take: () => void taken.write(signal) }));
  for (const { signal, take } of listeners) process.on(signal, take);
  const all: AsyncIterator<NodeJS.Signals> = taken[Symbol.asyncIterator]();
  return {
    next: async () => (await all.next()).value,
    release: () => {
      for (const { signal, take } of listeners) process.off(signal, take);
    },
  };
}
