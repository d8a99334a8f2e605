import { systemClock } from '../../base/clock.ts';
import { MINUTE_MS } from '../../base/durations.ts';
import { tellError } from '../../base/tell-error.ts';
import { turn } from '../../base/turn.ts';
import { ConfigError } from '../../config/error.ts';
import { defaultPaths } from '../../config/paths.ts';
import { profileNames } from '../../config/resolve.ts';
import type { ClusterSession } from '../../session/cluster-session.ts';
import { openOutputs } from '../../session/outputs.ts';
import { incidentId } from '../../triage/incidents/incident-id.ts';
import type { Problem } from '../../triage/problem.ts';
import type { Runtime } from '../../ui/program/runtime.ts';
import { chooseClusters } from '../cluster/choose.ts';
import { readConfig, readTarget } from '../cluster/cluster-target.ts';
import { UNREACHABLE } from '../exit-codes.ts';
import { type Arguments, UsageError } from '../options/options.ts';
import { type LoggedIn, loginAgain } from './login-again.ts';
import { type Invocation, sessionOpener, tourOrPreferences } from './open-session.ts';
import { watchSettings, whyNoScreen } from './settings.ts';
import { tellSinceLeft } from './since-left.ts';
import type { AskSecret } from './switch-profile.ts';

/** `castwatch`: watches a cluster. Undefined if none was named. */
export async function monitorCommand(args: Arguments, env: NodeJS.ProcessEnv): Promise<number | undefined> {
  const incident = args.options.open === undefined ? undefined : incidentToOpen(args.options.open);
  const config = await readConfig(args);
  const choice = chooseClusters(args, config);
  if (choice.kind === 'fleet') {
    const { fleetCommand } = await import('./fleet.ts');
    return fleetCommand(args, env, config);
  }
  const found = await readTarget(args, env, config);
  if (!found) return undefined;
  const outputs = await openOutputs(args.options, found.target.name, systemClock);
  const invocation = { args, env, config, outputs };
  const session = (await sessionOpener(found.target, invocation))(found.login);
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
  let now: LoggedIn & { readonly session: ClusterSession } = { session, login: found.login };
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
      tellSinceLeft(() => now.session),
      await tourOrPreferences(args),
      ...(incident === undefined ? [] : [openIncident(incident, found.target.url)]),
    ],
    onEnd: outputs.close,
  });
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
  const session = (await sessionOpener(found.target, invocation))(found.login);
  return { session, login: found.login, facts: watchSettings(args, env, config, found.target).facts };
}

function unknownProfileWords(name: string, known: readonly string[], path: string | undefined): string {
  // The palette offers only these names.
  if (known.length > 0) return `:profile NAME. There are: ${known.join(', ')}.`;
  const words = name === '' ? 'No profiles yet' : `There is no profile ‘${name}’`;
  return `${words}: castwatch init adds one to ${path ?? defaultPaths().configFile}.`;
}

/** Problems need some polls until they are reported; then an incident that is missing has ended. */
const LOOK_FOR_MS = MINUTE_MS;

/** The id in `incident:ID`, as alerts write it. Throws a `UsageError` for anything else. */
export function incidentToOpen(value: string): string {
  const [, id] = /^incident:([0-9a-f]{12})$/.exec(value) ?? [];
  if (id === undefined) throw new UsageError('--open: expected incident: and its id, as in the alert');
  return id;
}

/**
 * Selects the incident of an alert on the Problems screen as soon as it is reported, unless the user has pressed a key
 * before. For `WatchOptions.attach`.
 */
export function openIncident(id: string, url: string): (runtime: Runtime) => () => void {
  return (runtime) => {
    const { triage, clock } = runtime.services;
    const offs: (() => void)[] = [];
    const stop = () => {
      for (const off of offs.splice(0)) off();
    };
    const isIt = ({ key, incident }: Problem) =>
      [key, incident?.root, incident?.named].some((one) => one !== undefined && incidentId(url, one) === id);
    const look = () => {
      const found = triage.getState().problems.find(isIt);
      if (!found) return;
      stop();
      runtime.follow({ kind: 'problem', key: found.incident?.root ?? found.key });
    };
    offs.push(
      triage.subscribe(look),
      runtime.onPress(stop),
      clock.after(LOOK_FOR_MS, () => {
        stop();
        const ended = triage.getState().cleared.some(isIt);
        runtime.notice(
          ended
            ? 'The incident of the alert has ended; it is among the cleared problems.'
            : `Incident ${id} is not there now: it may have ended. [ goes back in time.`,
          'warn',
        );
      }),
    );
    look();
    return stop;
  };
}
