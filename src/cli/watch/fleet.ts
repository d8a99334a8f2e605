import { systemClock } from '../../base/clock.ts';
import { inTurn } from '../../base/in-turn.ts';
import { errorMessage } from '../../base/system-error.ts';
import type { Config } from '../../config/load.ts';
import type { ClusterTarget } from '../../config/resolve.ts';
import { readRoute } from '../../config/route.ts';
import { Secret, type SecretSource } from '../../config/secret.ts';
import { readSecret } from '../../config/secrets.ts';
import { InvalidInput } from '../../http/errors.ts';
import { openFleet } from '../../session/fleet.ts';
import { openOutputs } from '../../session/outputs.ts';
import type { Runtime } from '../../ui/program/runtime.ts';
import { chosenTargets, type Login } from '../cluster/cluster-target.ts';
import { UNREACHABLE } from '../exit-codes.ts';
import { flagOf } from '../options/lookup.ts';
import { type Arguments, UsageError } from '../options/options.ts';
import type { OptionName } from '../options/table.ts';
import { loginAgain } from './login-again.ts';
import { memoryShare, sessionOpener, tourOrPreferences } from './open-session.ts';
import { hasScreen, watchSettings } from './settings.ts';
import { tellSinceLeft } from './since-left.ts';
import { type AskSecret, askOnScreen } from './switch-profile.ts';

/** These are about one cluster. */
const OF_ONE = ['open', 'screen', 'kiosk', 'record'] as const satisfies readonly OptionName[];

/** `castwatch --all`: watches several clusters at once. */
export async function fleetCommand(args: Arguments, env: NodeJS.ProcessEnv, config: Config): Promise<number> {
  const wrong = OF_ONE.find((option) => args.options[option] !== undefined);
  if (wrong !== undefined)
    throw new UsageError(
      `${flagOf(wrong)} is about one cluster, and there are several: name one with --profile`,
    );
  const targets = chosenTargets(args, env, config);
  const forScripts = 'For scripts: castwatch snapshot --all, castwatch check --all.';
  if (!hasScreen(env, forScripts)) return UNREACHABLE;
  const outputs = await openOutputs(args.options, 'all', systemClock);
  const { promise: screen, resolve: show } = Promise.withResolvers<Runtime>();
  // Questions wait for each other, so that one is on the screen at a time.
  const queue = inTurn();
  const ask: AskSecret = (question) => queue(async () => askOnScreen(await screen, question));
  const share = memoryShare(targets.length);
  const parts = await Promise.all(
    targets.map(async (target) => ({
      target,
      login: lateLogin(target, env, ask),
      settings: watchSettings(args, env, config, { ...target, theme: undefined }),
      open: await sessionOpener(target, { args, env, config, outputs }),
    })),
  );
  const fleet = openFleet(
    parts.map(({ target, login, settings, open }) => ({
      name: target.name,
      facts: settings.facts,
      open: () => open(login, share),
    })),
    systemClock,
  );
  const [first] = fleet.members;
  const [firstPart] = parts;
  if (!first || !firstPart) throw new UsageError('the fleet names no cluster');
  const { watch } = await import('./watch.ts');
  return watch({
    session: first.session,
    fleet,
    profiles: targets.map(({ name }) => name),
    ...firstPart.settings,
    attach: [
      (runtime) => {
        show(runtime);
        return () => {};
      },
      (runtime) => outputs.attach((message) => runtime.notice(message, 'warn')),
      loginAgain((runtime) => {
        const at = parts.findIndex(({ target }) => target.name === runtime.cluster());
        const [member, part] = [fleet.members[at], parts[at]];
        return member && part && { session: member.session, login: part.login };
      }, 'castwatch tries again by itself.'),
      tellSinceLeft((runtime) => fleet.members.find(({ name }) => name === runtime.cluster())?.session),
      await tourOrPreferences(args),
    ],
    onEnd: outputs.close,
  });
}

/**
 * The login of one cluster of several. Its secrets are read when they are first needed, so that a missing password
 * or a slow command of one cluster holds up no other. `ask` asks for a secret.
 */
export function lateLogin(target: ClusterTarget, env: NodeJS.ProcessEnv, ask: AskSecret): Login {
  const { name, username, secretVariables, serverKey, apiKey, cloudUrl, reach } = target;
  const context = { clock: systemClock, env, secretVariables, prompt: ask };
  const late = <T>(read: () => Promise<T>) => {
    let reading: Promise<T> | undefined;
    return async () => {
      reading ??= read();
      try {
        return await reading;
      } catch (cause) {
        // The next attempt reads it again.
        reading = undefined;
        throw new InvalidInput('CREDENTIALS', errorMessage(cause), { cause });
      }
    };
  };
  const lateSecret = (source: SecretSource, what: string) =>
    late(async () => (await readSecret(source, what, context)).reveal());
  const password = lateSecret(target.password, `password of ${username} at ${name}`);
  let typed: Secret | undefined;
  return {
    async credentials() {
      if (username === undefined)
        throw new InvalidInput('CREDENTIALS', `clusters.${name}.username is missing in the configuration`);
      return { username, password: typed?.reveal() ?? (await password()) };
    },
    apiKey: apiKey && cloudUrl !== undefined ? lateSecret(apiKey, `API key of ${name}`) : undefined,
    serverKey: serverKey && lateSecret(serverKey, `server key of ${name}`),
    route: late(() => readRoute(reach, name, context)),
    setPassword(next) {
      typed = new Secret(next);
    },
  };
}
