import { type Clock, systemClock } from '../../base/clock.ts';
import { ownCommand } from '../../base/own-command.ts';
import { tellError } from '../../base/tell-error.ts';
import { secretVariables } from '../../config/layers.ts';
import type { Config } from '../../config/load.ts';
import { defaultPaths } from '../../config/paths.ts';
import { profileNames } from '../../config/resolve.ts';
import { HistoryError } from '../../history/error.ts';
import type { Log } from '../../http/observe.ts';
import { type ClusterSession, openClusterSession } from '../../session/cluster-session.ts';
import { limitMemory } from '../limit-memory.ts';
import { historyStatus, retentionOf } from '../options/history-options.ts';
import { type Arguments, UsageError } from '../options/options.ts';
import { writeOutput } from '../output.ts';
import { readConfig, readTarget } from '../target/target.ts';
import { withLog } from '../target/with-log.ts';
import { importCommand } from './import-recording.ts';
import { neededSecrets, serviceCommand } from './service-command.ts';
import { notifyService, serviceUnit, type UnitKind } from './service-units.ts';

/** How often the watchdog of a service manager is notified within its time limit. */
const WATCHDOG_SHARE = 2;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * `castwatch record`: polls like the monitor and writes the history, until a signal. SIGHUP reads the configuration
 * again. Errors of a cluster do not end it, they are gaps. Undefined if no cluster was named. Throws a
 * `HistoryError` if no history can be written until somebody fixes it, so that a service manager sees the failure.
 */
export async function recordCommand(args: Arguments, env: NodeJS.ProcessEnv): Promise<number | undefined> {
  if (args.options.printUnit) {
    return printUnit(args.options.printUnit, args, env);
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
  const { promise: unrepaired, reject: giveUp } = Promise.withResolvers<never>();
  // It is awaited at each signal; a rejection before the first one must not count as unhandled.
  unrepaired.catch(() => {});
  let sessions: ClusterSession[] = [];
  const onStatus = () => {
    if (!sessions.every(needsRepair)) return;
    giveUp(new HistoryError('UNUSABLE', 'no history can be written, so the recording has ended'));
  };
  sessions = await openAll(args, env, { before: [], logOf, onStatus });
  if (sessions.length === 0) return undefined;
  for (const session of sessions) session.monitor.start();
  const problem = await notifyService(env, ['--ready']);
  if (problem) warn(problem);
  const stopLimit = limitMemory(systemClock);
  const stopWatchdog = watchdog(env, systemClock);
  const signals = takeSignals();
  try {
    while ((await Promise.race([signals.next(), unrepaired])) === 'SIGHUP') {
      try {
        const next = await openAll(args, env, { before: sessions, logOf, onStatus });
        for (const session of sessions) await session.close();
        sessions = next;
        for (const session of sessions) session.monitor.start();
        warn('the configuration was read again');
      } catch (error) {
        // A mistake in the new configuration must not end the recording.
        warn(
          `the new configuration is not used, the old one stays in use: ${error instanceof Error ? error.message : 'unreadable'}`,
        );
      }
    }
    return 0;
  } finally {
    stopLimit();
    stopWatchdog();
    for (const session of sessions) await session.close();
    signals.release();
  }
}

async function printUnit(kind: UnitKind, args: Arguments, env: NodeJS.ProcessEnv): Promise<number> {
  const service = serviceCommand(kind, ownCommand(), args.flags, env);
  const secrets = neededSecrets(secretVariables(await readConfig(args)), env);
  await writeOutput(serviceUnit(kind, service));
  if (secrets.length > 0) {
    warn(
      `the unit leaves out ${secrets.join(', ')}, because other users can read it: use --password-file, or name a file of mode 0600 with them in EnvironmentFile=`,
    );
  }
  return 0;
}

interface Shared {
  /** The previous sessions; the new ones take over their servers. */
  readonly before: readonly ClusterSession[];
  readonly logOf: (cluster: string) => Log;
  readonly onStatus: () => void;
}

/** A session for each chosen cluster; empty if no cluster is named. */
async function openAll(args: Arguments, env: NodeJS.ProcessEnv, shared: Shared): Promise<ClusterSession[]> {
  const config = await readConfig(args);
  const wanted = args.options.all ? profileNames(config) : [undefined];
  if (args.options.all && wanted.length === 0) {
    throw new UsageError('--all: the configuration names no cluster');
  }
  const sessions: ClusterSession[] = [];
  try {
    for (const profile of wanted) {
      const session = await openOne(ownArguments(args, profile), env, config, shared);
      if (session) sessions.push(session);
    }
  } catch (error) {
    for (const session of sessions) await session.close();
    throw error;
  }
  return sessions;
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

/** With `--all`, options of the command line for one cluster do not apply to the others. */
function ownArguments(args: Arguments, profile: string | undefined): Arguments {
  return profile === undefined
    ? args
    : { ...args, flags: { profile }, environment: {}, options: { profile } };
}

async function openOne(
  args: Arguments,
  env: NodeJS.ProcessEnv,
  config: Config,
  { before, logOf, onStatus }: Shared,
): Promise<ClusterSession | undefined> {
  const found = await readTarget(args, env, config);
  if (!found) return undefined;
  const { target, login } = found;
  return openClusterSession({
    target: { ...target, readOnly: true },
    clock: systemClock,
    ...login,
    log: logOf(target.name),
    servers: before.find((session) => session.target.url === target.url)?.store.getState().servers,
    history: {
      stateDir: defaultPaths().stateDir,
      retention: retentionOf(config),
      onStatus: (status) => {
        warn(`${target.name}: ${historyStatus(status)}`);
        onStatus();
      },
    },
  });
}

/** The signals of service managers and terminals, one after the other, until they are released. */
function takeSignals(): { next: () => Promise<NodeJS.Signals>; release: () => void } {
  const waiting: NodeJS.Signals[] = [];
  let wake = () => {};
  const listeners = SIGNALS.map((signal) => ({
    signal,
    take: () => {
      waiting.push(signal);
      wake();
    },
  }));
  for (const { signal, take } of listeners) process.on(signal, take);
  return {
    next: async () => {
      if (waiting.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return waiting.shift() ?? 'SIGTERM';
    },
    release: () => {
      for (const { signal, take } of listeners) process.off(signal, take);
    },
  };
}

/** Notifies systemd's watchdog as often as required; returns a function that stops this. */
function watchdog(env: NodeJS.ProcessEnv, clock: Clock): () => void {
  const period = Number(env.WATCHDOG_USEC) / 1_000;
  if (!(period > 0)) return () => {};
  let cancel = () => {};
  const beat = () => {
    void notifyService(env, ['WATCHDOG=1']);
    cancel = clock.after(period / WATCHDOG_SHARE, beat);
  };
  beat();
  return () => cancel();
}

function warn(words: string): void {
  tellError(words);
}
