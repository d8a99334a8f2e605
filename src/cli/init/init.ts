import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { systemClock } from '../../base/clock.ts';
import { isLoopback } from '../../base/loopback.ts';
import { ownCommand } from '../../base/own-command.ts';
import { writeNewFile } from '../../base/private-file.ts';
import { shellWord } from '../../base/quoting.ts';
import { plainText } from '../../base/safe-text.ts';
import { systemReason } from '../../base/system-error.ts';
import { ConfigError } from '../../config/error.ts';
import { loadConfig, readConfigText } from '../../config/load.ts';
import { replaceFile } from '../../config/locked-file.ts';
import { parseConfig } from '../../config/parse.ts';
import { defaultPaths, ensurePrivateDirectory, expandPath } from '../../config/paths.ts';
import { isProfileName, PROFILE_NAME_RULE } from '../../config/profile-name.ts';
import type { SecretSetting } from '../../config/profile-schema.ts';
import { profileNames } from '../../config/resolve.ts';
import { readRoute, routeSettings } from '../../config/route.ts';
import type { Secret, SecretSource } from '../../config/secret.ts';
import { readSecret } from '../../config/secrets.ts';
import { parseBaseUrl, urlFault } from '../../config/url.ts';
import { type Connection, connect } from '../../http/connect.ts';
import { canAsk, withQuestions } from '../cluster/ask.ts';
import type { Questions } from '../cluster/questions.ts';
import { type Finding, findingText } from '../config/findings.ts';
import { schemaText } from '../config/json-schema.ts';
import { SCHEMA_FILE } from '../config/schema-file.ts';
import { tryLogin, tryRights, tryUrl } from '../config/try-cluster.ts';
import { UNREACHABLE } from '../exit-codes.ts';
import type { Arguments } from '../options/options.ts';
import { type Answers, clusterText, configText, withCluster } from './text.ts';

/** What secrets are read with. */
const context = { clock: systemClock, env: process.env };

/** Most login attempts: each may be refused, and the server allows five a minute. */
const TRIES = 3;

/** Errors that another CA file can fix. */
const missesAuthority: ReadonlySet<string> = new Set(['TLS_UNKNOWN', 'CA_FILE']);

type ClusterAddress = Pick<Answers, 'url' | 'allowHttp' | 'caFile'>;

/**
 * `castwatch init`: asks for a cluster, tries it, and writes the configuration, or adds the cluster to it. Existing
 * content stays.
 */
export async function initCommand({ options }: Arguments): Promise<number> {
  if (!canAsk()) throw new ConfigError('secret', 'there is no terminal to ask on; run it on a terminal');
  return withQuestions((questions) => init(questions, options));
}

async function init(questions: Questions, options: Arguments['options']): Promise<number> {
  const place = await askPlace(questions, options);
  if (!place) return UNREACHABLE;
  const username = options.username ?? (await questions.line('user: '));
  const login = await logIn(questions, place, username);
  if (!login) return UNREACHABLE;
  try {
    tell(await tryRights(login.connection));
  } finally {
    await login.connection.close();
  }
  const file = expandPath(options.config ?? defaultPaths().configFile);
  const taken = await clustersIn(file, options.config !== undefined);
  const name = options.profile ?? (await askName(questions, place.url, taken));
  if (taken.includes(name)) throw new ConfigError('profile', `${file} has a cluster ${name} already`);
  const passwordFile = join(dirname(file), `${name}.password`);
  const password = await keepPassword(questions, login.password, passwordFile);
  const answers = { ...place, username, name, password };
  say(await writeDown(questions, file, answers));
  const where = options.config === undefined ? '' : ` --config ${shellWord(file)}`;
  const which = taken.length === 0 ? '' : ` --profile ${shellWord(name)}`;
  say(`Watch it with: ${commandAsTyped()}${where}${which}`);
  return 0;
}

/** A URL that answers, and how it is trusted; undefined if it does not answer. */
async function askPlace(
  questions: Questions,
  options: Arguments['options'],
): Promise<ClusterAddress | undefined> {
  const url = parseBaseUrl(options.url ?? (await askUrl(questions)), '--url');
  const isOpen = url.startsWith('http:') && !isLoopback(url);
  const allowHttp =
    isOpen &&
    (options.allowHttp ||
      (await askYes(questions, 'Not encrypted: anyone on the network path can read the password. Use it?')));
  if (isOpen && !allowHttp) return undefined;
  let caFile = options.caFile && expandPath(options.caFile);
  for (;;) {
    const { findings, code } = await tryUrl({ url, allowHttp, caFile, route: await environmentRoute() });
    tell(findings);
    if (code === undefined) return { url, allowHttp, caFile };
    if (!missesAuthority.has(code)) return undefined;
    caFile = expandPath(await questions.line('PEM file of the authority: '));
  }
}

const environmentRoute = () => readRoute(routeSettings(), 'the cluster', context);

async function askUrl(questions: Questions): Promise<string> {
  for (;;) {
    const typed = await questions.line('URL of the cluster, such as https://cluster.example.com: ');
    const url = typed.includes('://') ? typed : `https://${typed}`;
    const fault = urlFault(url);
    if (fault === undefined) return url;
    say(fault);
  }
}

async function logIn(
  questions: Questions,
  place: ClusterAddress,
  username: string,
): Promise<{ readonly connection: Connection; readonly password: Secret } | undefined> {
  for (let left = TRIES; left > 0; left--) {
    const source: SecretSource =
      process.env.CASTWATCH_PASSWORD === undefined
        ? { kind: 'prompt' }
        : { kind: 'env', name: 'CASTWATCH_PASSWORD' };
    const prompt = (question: string) => questions.secret(question);
    const password = await readSecret(source, `password of ${username}`, { ...context, prompt });
    const connection = connect({
      ...place,
      route: await environmentRoute(),
      credentials: async () => ({ username, password: password.reveal() }),
      readOnly: true,
      clock: systemClock,
    });
    const finding = await tryLogin(connection);
    tell([finding]);
    if (finding.state === 'ok') return { connection, password };
    await connection.close();
    if (source.kind === 'env' || !finding.isRefused) return undefined;
  }
  say('No login was accepted. Look up the user and the password, and start init again.');
  return undefined;
}

async function askName(questions: Questions, url: string, taken: readonly string[]): Promise<string> {
  const { hostname } = new URL(url);
  const base = /^[a-z][\w-]*/i.exec(hostname)?.[0] ?? 'cluster';
  let proposal = base;
  for (let number = 2; taken.includes(proposal); number++) proposal = `${base}-${number}`;
  for (;;) {
    const name = (
      await questions.line(`Name of this cluster [${proposal}]: `, { standard: proposal })
    ).trim();
    if (!isProfileName(name)) say(PROFILE_NAME_RULE);
    else if (taken.includes(name)) say(`There is a cluster ${name} already.`);
    else return name;
  }
}

/** Stores the password where the user wants it; returns what the configuration needs for it. */
async function keepPassword(questions: Questions, password: Secret, file: string): Promise<SecretSetting> {
  for (;;) {
    const choice = await questions.line(
      'Keep the password in a (f)ile, get it from a (c)ommand, or be (a)sked each time? [f] ',
      { standard: 'f' },
    );
    if (choice.startsWith('a')) return { prompt: true };
    if (choice.startsWith('c')) {
      const command = await questions.line('Command that prints it, such as pass show cluster: ');
      if (await questions.aside(() => printsPassword(command, password))) return { command };
    } else if (choice.startsWith('f') && (await writePrivate(file, `${password.reveal()}\n`))) {
      say(`The password is in ${file} (0600).`);
      return { file };
    }
  }
}

async function printsPassword(command: string, password: Secret): Promise<boolean> {
  try {
    const printed = await readSecret({ kind: 'command', command }, 'password', context);
    if (printed.reveal() === password.reveal()) return true;
    say('It prints another password than the one that was accepted.');
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    say(error.message);
  }
  return false;
}

/** Names of the clusters in the configuration. Throws a `ConfigError` if the file exists and has errors. */
async function clustersIn(file: string, isNamed: boolean): Promise<readonly string[]> {
  if (isNamed && !existsSync(file)) return [];
  return profileNames(await loadConfig(file, isNamed));
}

/**
 * Shows the new lines and, if the user accepts, writes a new configuration or adds the cluster to the existing one.
 */
async function writeDown(questions: Questions, file: string, answers: Answers): Promise<string> {
  if (!existsSync(file)) {
    const written = await writePrivate(file, configText(answers));
    if (!written) throw new ConfigError('config-file', `${file} was not written`);
    const schema = join(dirname(file), SCHEMA_FILE);
    if (!existsSync(schema)) await writePrivate(schema, schemaText());
    return `Written: ${file} (0600).`;
  }
  const before = readConfigText(file);
  const after = withCluster(before, answers);
  const byHand = `Add this to ${file}, below clusters:\n\n${clusterText(answers)}`;
  if (after === undefined || !isOnlyAddition(before, after, answers.name)) return byHand;
  say(`${file} gets these lines; all others stay as they are:\n`);
  say(clusterText(answers).replace(/^/gm, '+ ').replace(/\+ $/, ''));
  if (/^n/i.test(await questions.line('Write them? [Y/n] ', { standard: 'y' }))) return byHand;
  // If the file is a link, its target is replaced.
  await replaceFile(await realpath(file), after);
  return `Written: ${file}.`;
}

/** Whether the new text is the old configuration plus one cluster; checked before it is written. */
function isOnlyAddition(before: string, after: string, name: string): boolean {
  const { clusters: { [name]: added, ...others } = {}, ...rest } = parseConfig(after, '');
  const { clusters = {}, ...old } = parseConfig(before, '');
  return added !== undefined && isDeepStrictEqual([others, rest], [clusters, old]);
}

function commandAsTyped(): string {
  const [node = 'node', script = ''] = ownCommand();
  // An executable is typed as it was found.
  if (script === '') return shellWord(process.argv[1] ?? node);
  // npx sets this to what it runs; it finds the right Node beside the program.
  if (/^'?castwatch\b/.test(process.env.npm_lifecycle_script ?? '')) return 'npx castwatch';
  if (/[\\/]node_modules[\\/]\.bin[\\/]/.test(script)) return `npx ${basename(script)}`;
  // Package managers link commands by name in a directory of PATH.
  if (!/\.[cm]?js$/.test(script)) return basename(script) || 'castwatch';
  const path = relative(process.cwd(), script);
  return `${basename(node)} ${shellWord(path.startsWith('..') ? script : path)}`;
}

async function writePrivate(file: string, text: string): Promise<boolean> {
  try {
    await ensurePrivateDirectory(dirname(file));
    await writeNewFile(file, text);
    return true;
  } catch (error) {
    say(`Cannot write ${file}: ${systemReason(error)}.`);
    return false;
  }
}

async function askYes(questions: Questions, question: string): Promise<boolean> {
  return /^y/i.test(await questions.line(`${question} [y/N] `, { standard: 'n' }));
}

function tell(findings: readonly Finding[]): void {
  for (const finding of findings) say(findingText(finding, process.stderr.columns).trimEnd());
}

/** Messages go to standard error, like the questions. */
function say(words: string): void {
  process.stderr.write(`${plainText(words)}\n`);
}
