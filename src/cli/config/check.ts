import { systemClock } from '../../base/clock.ts';
import { plainText } from '../../base/safe-text.ts';
import { ConfigError } from '../../config/error.ts';
import type { Config } from '../../config/load.ts';
import { defaultPaths } from '../../config/paths.ts';
import { type ClusterTarget, membersOf, profileNames, resolveTarget } from '../../config/resolve.ts';
import { connect } from '../../http/connect.ts';
import { SOMETHING_TO_FIX } from '../exit-codes.ts';
import type { Arguments } from '../options/options.ts';
import { writeOutput } from '../output.ts';
import { type Login, readConfig, readTarget } from '../target/target.ts';
import { environmentFindings } from './environment.ts';
import { type Finding, findingText } from './findings.ts';
import { schemaFindings } from './schema-file.ts';
import { tryLogin, tryRights, tryUrl } from './try-cluster.ts';

/**
 * `castwatch config check`: checks everything that a start needs, and says what to do. Exit 1 if something must be
 * fixed.
 */
export async function configCheck(args: Arguments, env: NodeJS.ProcessEnv): Promise<number> {
  let worst = 0;
  const tell = async (findings: readonly Finding[]) => {
    if (findings.some(({ state }) => state === 'bad')) worst = SOMETHING_TO_FIX;
    await writeOutput(plainText(findings.map(findingText).join('')));
  };
  await tell(await environmentFindings(env, defaultPaths()));
  try {
    const config = await readConfig(args);
    await tell([configuration(config), ...(config.path === undefined ? [] : schemaFindings(config.path))]);
    for (const each of clustersOf(args, config)) {
      const name = each.options.profile ?? each.options.url ?? '';
      await writeOutput(plainText(`\n${name}\n`));
      await tell(await checkCluster(each, env, config));
    }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    await tell([{ what: 'configuration', state: 'bad', words: error.message }]);
  }
  return worst;
}

function configuration({ path, file }: Config): Finding {
  if (path !== undefined) {
    const clusters = Object.keys(file.clusters ?? {}).length;
    return { what: 'configuration', state: 'ok', words: `${path}, clusters: ${clusters}` };
  }
  const advice = 'castwatch init writes one.';
  return { what: 'configuration', state: 'warn', words: `none at ${defaultPaths().configFile}`, advice };
}

/** The arguments for each cluster to check: the named one, or all in the configuration. */
function clustersOf(args: Arguments, config: Config): readonly Arguments[] {
  const { url, profile } = args.options;
  if (url !== undefined) return [args];
  const names = profile?.split(',').flatMap((name) => membersOf(name, config)) ?? profileNames(config);
  return names.map((name) => ({
    ...args,
    flags: { ...args.flags, profile: name },
    options: { ...args.options, profile: name },
  }));
}

/** The URL, then the login, then the rights; each only if the previous one is in order. */
async function checkCluster(
  args: Arguments,
  env: NodeJS.ProcessEnv,
  config: Config,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  try {
    const target = resolveTarget({ flags: args.flags, environment: args.environment, env, config });
    if (!target) return findings;
    const { findings: reached, code } = await tryUrl(target, systemClock);
    findings.push(...reached);
    if (code !== undefined) return findings;
    // Secrets come last, because the user may have to type them.
    const found = await readTarget(args, env, config);
    if (found) findings.push(...(await checkLogin(found.target, found.login)));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    findings.push({ what: 'settings', state: 'bad', words: error.message });
  }
  return findings;
}

async function checkLogin(target: ClusterTarget, login: Login): Promise<readonly Finding[]> {
  const connection = connect({ ...target, ...login, readOnly: true, clock: systemClock });
  try {
    const finding = await tryLogin(connection);
    return finding.state === 'ok' ? [finding, ...(await tryRights(connection, systemClock))] : [finding];
  } finally {
    await connection.close();
  }
}
