import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemClock } from '../../base/clock.ts';
import { HOUR_MS } from '../../base/durations.ts';
import { plainText } from '../../base/safe-text.ts';
import { ConfigError } from '../../config/error.ts';
import type { Config } from '../../config/load.ts';
import { defaultPaths, ensurePrivateDirectory, type Paths } from '../../config/paths.ts';
import { type ClusterTarget, membersOf, profileNames, resolveTarget } from '../../config/resolve.ts';
import { readRoute } from '../../config/route.ts';
import { connect } from '../../http/connect.ts';
import { InvalidInput } from '../../http/errors.ts';
import { SMALLEST } from '../../ui/program/layout.ts';
import { detectCharset } from '../../ui/terminal/detect-charset.ts';
import { multiplexerOf } from '../../ui/terminal/sequences.ts';
import { detectDepth } from '../../ui/theme/depth.ts';
import { tryWays } from '../alerts/alerts.ts';
import { type Login, readConfig, readTarget } from '../cluster/cluster-target.ts';
import { SOMETHING_TO_FIX } from '../exit-codes.ts';
import { openPrometheus } from '../options/open-prometheus.ts';
import type { Arguments } from '../options/options.ts';
import { writeOutput } from '../output.ts';
import { whyNoScreen } from '../watch/settings.ts';
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
    await writeOutput(
      plainText(findings.map((finding) => findingText(finding, process.stdout.columns)).join('')),
    );
  };
  await tell(await environmentFindings(env, defaultPaths()));
  try {
    const config = await readConfig(args);
    await tell([configuration(config), ...(config.path === undefined ? [] : schemaFindings(config.path))]);
    await tell(await checkReceivers(config, env).catch((error: unknown) => [faultOf(error, 'alerts')]));
    for (const each of clustersOf(args, config)) {
      const name = each.options.profile ?? each.options.url ?? '';
      await writeOutput(plainText(`\n${name}\n`));
      await tell(await checkCluster(each, env, config));
      await tell(
        await checkPrometheus(config, name, env).catch((error: unknown) => [faultOf(error, 'Prometheus')]),
      );
    }
  } catch (error) {
    await tell([faultOf(error, 'configuration')]);
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
    const { secretVariables } = target;
    const route = await readRoute(target.reach, target.name, { clock: systemClock, env, secretVariables });
    const { findings: reached, code } = await tryUrl({ ...target, route });
    findings.push(...reached);
    if (code !== undefined) return findings;
    // Secrets come last, because the user may have to type them.
    const found = await readTarget(args, env, config);
    if (found) findings.push(...(await checkLogin(found.target, found.login)));
  } catch (error) {
    findings.push(faultOf(error, 'settings'));
  }
  return findings;
}

/** Who is told of incidents, each asked whether it is there; nobody is called. */
async function checkReceivers(config: Config, env: NodeJS.ProcessEnv): Promise<readonly Finding[]> {
  const tried = await tryWays(config, env, { isWanted: () => true, isSent: false });
  return (tried ?? []).map(({ way, target, isGood, outcome }) => ({
    what: way,
    state: isGood ? 'ok' : 'bad',
    words: outcome.startsWith(target) ? outcome : `${target}: ${outcome}`,
  }));
}

/** Whether the Prometheus of the history answers a question about this cluster. */
async function checkPrometheus(config: Config, name: string, env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const remote = (await openPrometheus(config, name, env))?.();
  if (!remote) return [];
  const now = systemClock.now();
  const id = { kind: 'total', name: 'cluster', column: 'viewers' } as const;
  await remote.fill(id, now - HOUR_MS, now);
  await remote.close();
  const { failure: words } = remote;
  return [{ what: 'Prometheus', state: words === undefined ? 'ok' : 'bad', words: words ?? 'answers' }];
}

/** An error of the user's settings as a finding; throws any other. */
function faultOf(error: unknown, what: string): Finding {
  if (!(error instanceof ConfigError || error instanceof InvalidInput)) throw error;
  return { what, state: 'bad', words: error.message };
}

async function checkLogin(target: ClusterTarget, login: Login): Promise<readonly Finding[]> {
  const connection = connect({ ...target, ...login, readOnly: true, clock: systemClock });
  try {
    const finding = await tryLogin(connection);
    return finding.state === 'ok' ? [finding, ...(await tryRights(connection))] : [finding];
  } finally {
    await connection.close();
  }
}

type Env = NodeJS.ProcessEnv;

export async function environmentFindings(env: Env, paths: Paths): Promise<readonly Finding[]> {
  return [
    { what: 'Node', state: 'ok', words: `${process.version}, ${process.execPath}` },
    terminal(env),
    locale(env),
    colours(env),
    clipboard(env),
    await directory('state', paths.stateDir),
    await directory('cache', paths.cacheDir),
  ];
}

function terminal(env: Env): Finding {
  const what = 'terminal';
  const none = whyNoScreen(env);
  if (none !== undefined) {
    const advice = 'The screens need one; for scripts there are castwatch snapshot and castwatch check.';
    return { what, state: 'warn', words: none, advice };
  }
  const { columns, rows } = process.stdout;
  const words = `${env.TERM}, ${columns}×${rows}`;
  if (columns >= SMALLEST.columns && rows >= SMALLEST.rows) return { what, state: 'ok', words };
  const advice = `Make the window larger: at least ${SMALLEST.columns}×${SMALLEST.rows}.`;
  return { what, state: 'warn', words, advice };
}

function locale(env: Env): Finding {
  const charset = detectCharset(env);
  const set = env.LC_ALL || env.LC_CTYPE || env.LANG;
  const words = `${set || 'not set'}: ${{ unicode: 'UTF-8', console: 'UTF-8 on the console', ascii: 'drawn with ASCII only' }[charset]}`;
  if (charset !== 'ascii') return { what: 'locale', state: 'ok', words };
  const advice = 'If the terminal supports UTF-8: export LC_ALL=C.UTF-8';
  return { what: 'locale', state: 'warn', words, advice };
}

function colours(env: Env): Finding {
  const what = 'colours';
  const off = env.NO_COLOR ? 'NO_COLOR is set' : env.CLICOLOR === '0' && 'CLICOLOR is 0';
  const depth = detectDepth(env, process.stdout.isTTY);
  if (depth === 'none' && off) return { what, state: 'ok', words: `none, because ${off}` };
  const words = depth === 'truecolor' ? '24 bit' : depth;
  if (depth !== '16') return { what, state: 'ok', words };
  const advice =
    'If the terminal supports more: export COLORTERM=truecolor, or a TERM that ends in -256color.';
  return { what, state: 'warn', words, advice };
}

function clipboard(env: Env): Finding {
  const multiplexer = multiplexerOf(env);
  const words = `OSC 52${multiplexer === undefined ? ', if the terminal takes it' : ` through ${multiplexer}`}`;
  const advice = multiplexer === 'tmux' ? 'In ~/.tmux.conf: set -g set-clipboard on' : undefined;
  return { what: 'clipboard', state: 'ok', words, advice };
}

/** Creates nothing: for a missing directory it only checks whether it could be created. */
async function directory(name: string, path: string): Promise<Finding> {
  const what = `${name} directory`;
  const elsewhere = `name another place with XDG_${name.toUpperCase()}_HOME.`;
  try {
    const there = firstThere(path);
    if (!statSync(there).isDirectory()) {
      const words = `${there} is a file${there === path ? '' : `: ${path} cannot be made below it`}`;
      return { what, state: 'bad', words, advice: `Move that file away, or ${elsewhere}` };
    }
    if (there === path) await ensurePrivateDirectory(path);
    accessSync(there, constants.W_OK | constants.X_OK);
    return { what, state: 'ok', words: there === path ? path : `${path}, made when it is needed` };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const words = reason.includes(path) ? reason : `${path}: ${reason}`;
    return { what, state: 'bad', words, advice: `Make it yours and writable, or ${elsewhere}` };
  }
}

function firstThere(path: string): string {
  return existsSync(path) ? path : firstThere(dirname(path));
}
