import { openPreferences } from '../../actions/preferences.ts';
import { systemClock } from '../../base/clock.ts';
import { tellError } from '../../base/tell-error.ts';
import { turn } from '../../base/turn.ts';
import { ConfigError } from '../../config/error.ts';
import type { Config } from '../../config/load.ts';
import { defaultPaths } from '../../config/paths.ts';
import { type ClusterTarget, profileNames } from '../../config/resolve.ts';
import { type ClusterSession, openClusterSession } from '../../session/cluster-session.ts';
import { type Outputs, openOutputs } from '../../session/outputs.ts';
import type { Runtime } from '../../ui/program/runtime.ts';
import { UNREACHABLE } from '../exit-codes.ts';
import { historySettings } from '../options/history-options.ts';
import { type Arguments, UsageError } from '../options/options.ts';
import { keptTokens, type Login, readConfig, readTarget } from '../target/target.ts';
import { keepPreferences } from './keep-preferences.ts';
import { type LoggedIn, loginAgain } from './login-again.ts';
import { incidentToOpen, openIncident } from './open-incident.ts';
import { watchSettings, whyNoScreen } from './settings.ts';
import type { AskSecret } from './switch-profile.ts';

/** `castwatch`: watches a cluster. Undefined if none was named. */
export async function monitorCommand(args: Arguments, env: NodeJS.ProcessEnv): Promise<number | undefined> {
  const incident = args.options.open === undefined ? undefined : incidentToOpen(args.options.open);
  const config = await readConfig(args);
  const found = await readTarget(args, env, config);
  if (!found) return undefined;
  const outputs = await openOutputs(args.options, found.target.name, systemClock);
  const invocation = { args, env, config, outputs };
  const session = await openSession(found, invocation);
  const noScreen = whyNoScreen(env);
  if (noScreen !== undefined) {
    // Without a keyboard: reports whether the cluster answers, and how to get data for a pipe.
    try {
      await session.connection.api.topology();
      tellError(`${noScreen} For scripts: castwatch snapshot, castwatch check.`);
      return UNREACHABLE;
    } finally {
      await session.close();
      await outputs.close();
    }
  }
  // The first requests are sent now and answered while the screens are loaded. The polls report a failed login.
  session.connection.session.token().catch(() => {});
  session.monitor.start();
  await turn();
  const { watch } = await import('./watch.ts');
  let now: LoggedIn = { session, login: found.login };
  return watch({
    session,
    openProfile: async (name, ask) => {
      const opened = await openProfile(name, found.target.url, ask, invocation);
      now = opened;
      return opened;
    },
    profiles: profileNames(config),
    ...watchSettings(args, env, config, found.target),
    attach: [
      (runtime) => outputs.attach((message) => runtime.notice(message, 'warn')),
      loginAgain(() => now),
      await tourOrPreferences(args),
      ...(incident === undefined ? [] : [openIncident(incident, found.target.url)]),
    ],
    onEnd: outputs.close,
  });
}

/** A tour chooses the screens itself, so what it shows is not remembered as the user's choice. */
async function tourOrPreferences({ options }: Arguments) {
  const { kiosk, theme } = options;
  if (kiosk === undefined)
    return keepPreferences(openPreferences(defaultPaths().stateDir, systemClock), theme !== undefined);
  const { startKiosk } = await import('../../ui/program/kiosk.ts');
  return (runtime: Runtime) => startKiosk(runtime, kiosk);
}

/** The arguments of the program, and the files that it writes. */
interface Invocation {
  readonly args: Arguments;
  readonly env: NodeJS.ProcessEnv;
  readonly config: Config;
  readonly outputs: Outputs;
}

/** Opens another cluster of the configuration with its settings. Throws a `ConfigError` that lists the profiles. */
async function openProfile(name: string, startUrl: string, ask: AskSecret, invocation: Invocation) {
  const { args, env, config } = invocation;
  const names = profileNames(config);
  if (!names.includes(name)) {
    throw new ConfigError('profile', unknownProfileWords(name, names, config.path));
  }
  const switchTo = { profile: name, startUrl };
  const found = await readTarget(args, env, config, { ask, switchTo });
  if (!found) throw new ConfigError('profile', `The profile ‘${name}’ names no cluster.`);
  const session = await openSession(found, invocation);
  return { session, login: found.login, facts: watchSettings(args, env, config, found.target).facts };
}

function unknownProfileWords(name: string, known: readonly string[], path: string | undefined): string {
  // The palette offers only these names.
  if (known.length > 0) return `:profile NAME. There are: ${known.join(', ')}.`;
  const words = name === '' ? 'No profiles yet' : `There is no profile ‘${name}’`;
  return `${words}: castwatch init adds one to ${path ?? defaultPaths().configFile}.`;
}

/** Opens a cluster with everything that an interactive session needs. */
async function openSession(
  { target, login }: { readonly target: ClusterTarget; readonly login: Login },
  { args, env, config, outputs }: Invocation,
): Promise<ClusterSession> {
  const { stateDir } = defaultPaths();
  const alerts = config.file.alerts && (await openMonitorAlerts(target, { args, env, config, outputs }));
  return openClusterSession({
    target,
    clock: systemClock,
    ...login,
    tokens: keptTokens(args, target),
    ...outputs.hooks(target.name),
    operator: { stateDir, env, tell: outputs.tell },
    history: historySettings(args, config, stateDir, outputs.tell),
    alerts,
  });
}

async function openMonitorAlerts(target: ClusterTarget, { args, env, config, outputs }: Invocation) {
  const { alerts } = config.file;
  if (args.options.history === false && alerts?.monitor && (alerts.command || alerts.webhook)) {
    throw new UsageError(
      '--no-history: messages to the command and the webhook wait in the history; leave the option out, or alerts.monitor',
    );
  }
  const { openAlerts } = await import('../alerts/open-alerts.ts');
  return openAlerts(config, { target, env, as: 'monitor', log: outputs.tell });
}
