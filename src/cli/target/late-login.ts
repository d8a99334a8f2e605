import { systemClock } from '../../base/clock.ts';
import { errorMessage } from '../../base/system-error.ts';
import type { ClusterTarget } from '../../config/resolve.ts';
import { Secret, type SecretSource } from '../../config/secret.ts';
import { readSecret } from '../../config/secrets.ts';
import { InvalidInput } from '../../http/errors.ts';
import type { Login } from './target.ts';

type Ask = (question: string) => Promise<string | undefined>;

/** Questions wait for each other, so that one is on the screen at a time. */
export function oneByOne(ask: Ask): Ask {
  let last: Promise<unknown> = Promise.resolve();
  return (question) => {
    const answer = last.then(() => ask(question));
    last = answer.catch(() => {});
    return answer;
  };
}

/**
 * The login of one cluster of several. Its secrets are read when they are first needed, so that a missing password
 * or a slow command of one cluster holds up no other. `ask` asks for a secret.
 */
export function lateLogin(target: ClusterTarget, env: NodeJS.ProcessEnv, ask: Ask): Login {
  const { name, username, secretVariables, serverKey, apiKey, cloudUrl } = target;
  const context = { clock: systemClock, env, secretVariables, prompt: ask };
  const late = (source: SecretSource, what: string) => {
    let read: Promise<Secret> | undefined;
    return async () => {
      read ??= readSecret(source, what, context);
      try {
        return (await read).reveal();
      } catch (cause) {
        // The next attempt reads it again.
        read = undefined;
        throw new InvalidInput('CREDENTIALS', errorMessage(cause), { cause });
      }
    };
  };
  const password = late(target.password, `password of ${username} at ${name}`);
  let typed: Secret | undefined;
  return {
    async credentials() {
      if (username === undefined)
        throw new InvalidInput('CREDENTIALS', `clusters.${name}.username is missing in the configuration`);
      return { username, password: typed?.reveal() ?? (await password()) };
    },
    apiKey: apiKey && cloudUrl !== undefined ? late(apiKey, `API key of ${name}`) : undefined,
    serverKey: serverKey && late(serverKey, `server key of ${name}`),
    setPassword(next) {
      typed = new Secret(next);
    },
  };
}
