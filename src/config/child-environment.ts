/** Environment variables of castwatch with secrets: child processes do not get them. */
const OWN_SECRETS = ['CASTWATCH_PASSWORD', 'CASTWATCH_API_KEY'];

/** The environment for a child process, without our secrets and without `others`, which contain secrets, too. */
export function childEnvironment(env: NodeJS.ProcessEnv, others: readonly string[] = []): NodeJS.ProcessEnv {
  const hidden = new Set([...OWN_SECRETS, ...others]);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !hidden.has(name)));
}
