import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { commands } from '../../actions/commands.ts';
import { createKeymap } from '../../actions/keymap.ts';
import { type Clock, systemClock } from '../../base/clock.ts';
import { fileId } from '../../base/file-id.ts';
import { parsedJson } from '../../base/parsed-json.ts';
import type { Sources } from '../../config/layers.ts';
import { type Config, loadConfig } from '../../config/load.ts';
import { readIfThere, replaceFile } from '../../config/locked-file.ts';
import { defaultPaths, ensurePrivateDirectory } from '../../config/paths.ts';
import { type ClusterTarget, resolveTarget } from '../../config/resolve.ts';
import { readRoute } from '../../config/route.ts';
import { Secret } from '../../config/secret.ts';
import { readSecret } from '../../config/secrets.ts';
import type { ConnectOptions } from '../../http/connect.ts';
import type { Credentials } from '../../http/session.ts';
import type { KeptToken, TokenKeeper } from '../../http/session-interface.ts';
import { mergeThresholds } from '../../triage/thresholds.ts';
import { themeChoices } from '../../ui/theme/background.ts';
import type { Arguments } from '../options/options.ts';
import { askLine, askSecret } from './ask.ts';
import { chooseClusters, chooseOne, memberOf } from './choose.ts';

/** The configuration: the named file, or the one in the usual place if it exists. */
export function readConfig(args: Arguments): Promise<Config> {
  const { config } = args.options;
  return loadConfig(config ?? defaultPaths().configFile, config !== undefined, {
    checkThresholds: mergeThresholds,
    checkKeys: (keys) => createKeymap(keys),
    checkOwnCommands: (keys, own) => createKeymap(keys, 'live', own),
    themes: themeChoices,
    commands: commands.map((command) => command.id),
  });
}

export interface Login {
  readonly credentials: () => Promise<Credentials>;
  readonly apiKey: (() => Promise<string>) | undefined;
  readonly serverKey: (() => Promise<string>) | undefined;
  readonly route: ConnectOptions['route'];
  /** Uses this password from the next login on. */
  setPassword(password: string): void;
}

export interface TargetAndLogin {
  readonly target: ClusterTarget;
  readonly login: Login;
}

interface TargetContext {
  /** Asks for a secret; by default on the terminal, if there is one. */
  readonly ask?: ReturnType<typeof askSecret>;
  /** One of several clusters: that of `:profile`, or a member of a fleet (`memberOf`). */
  readonly switchTo?: Sources['switchTo'];
}

/**
 * The cluster that the command line, the environment or the configuration names, and how to log in; undefined if
 * none does, or if there are several to choose from. Missing secrets are asked for now, before the screen is set
 * up.
 */
export async function readTarget(
  args: Arguments,
  env: NodeJS.ProcessEnv,
  config: Config,
  { ask = askSecret(), switchTo }: TargetContext = {},
): Promise<TargetAndLogin | undefined> {
  const { environment } = args;
  const flags = switchTo ? args.flags : chooseOne(args, config);
  const target = flags && resolveTarget({ flags, environment, env, config, switchTo });
  if (!target) return undefined;
  const context = { clock: systemClock, env, secretVariables: target.secretVariables, prompt: ask };
  const { serverKey } = target;
  const ownKey = serverKey && (await readSecret(serverKey, `server key of ${target.name}`, context));
  const username =
    target.username ??
    (ownKey ? '' : await askLine(`user of ${target.name}: `, 'use --username or CASTWATCH_USERNAME'));
  // With a key there is no login.
  let password =
    ownKey ?? (await readSecret(target.password, `password of ${username} at ${target.name}`, context));
  const { apiKey } = target;
  const key =
    apiKey && target.cloudUrl !== undefined
      ? await readSecret(apiKey, `API key of ${target.name}`, context)
      : undefined;
  return {
    target,
    login: {
      credentials: async () => ({ username, password: password.reveal() }),
      apiKey: key && (async () => key.reveal()),
      serverKey: ownKey && (async () => ownKey.reveal()),
      route: await readRoute(target.reach, target.name, context),
      setPassword(typed) {
        password = new Secret(typed);
      },
    },
  };
}

/** The clusters of a command with all their settings, for one that takes several; empty if none is named. */
export function chosenTargets(
  args: Arguments,
  env: NodeJS.ProcessEnv,
  config: Config,
): readonly ClusterTarget[] {
  const choice = chooseClusters(args, config);
  if (choice.kind === 'none') return [];
  const { flags, environment } = args;
  const sources = { flags, environment, env, config };
  const each =
    choice.kind === 'one'
      ? [{ ...sources, flags: choice.flags }]
      : choice.profiles.map((name) => ({ ...sources, switchTo: memberOf(name, config) }));
  return each.flatMap((one) => resolveTarget(one) ?? []);
}

/** What came of one of several clusters, or why nothing did. */
export type ClusterOutcome<T> =
  | { readonly name: string; readonly result: T; readonly error?: undefined }
  | { readonly name: string; readonly result?: undefined; readonly error: unknown };

/**
 * Does `work` for each cluster of a fleet at the same time, so that none waits for another; what must be typed is asked
 * one after another. An error of one cluster is its own outcome. They are in the order of `profiles`.
 */
export function eachOf<T>(
  profiles: readonly string[],
  start: { readonly args: Arguments; readonly env: NodeJS.ProcessEnv; readonly config: Config },
  work: (found: TargetAndLogin) => Promise<T>,
): Promise<readonly ClusterOutcome<T>[]> {
  const { args, env, config } = start;
  return Promise.all(
    profiles.map(async (name) => {
      try {
        const found = await readTarget(args, env, config, { switchTo: memberOf(name, config) });
        if (!found) throw new Error(`${name} names no cluster`);
        return { name, result: await work(found) };
      } catch (error) {
        return { name, error };
      }
    }),
  );
}

/** The file in which one start leaves the token of its login for the next; undefined with `--no-token-cache`. */
export function keptTokens({ options }: Arguments, target: ClusterTarget): TokenKeeper | undefined {
  if (options.tokenCache === false) return undefined;
  return tokenFile(defaultPaths().stateDir, target.url, systemClock);
}

/** A real token has a few hundred characters. */
const MAX_BYTES = 64 * 1024;

const tokenSchema = z.object({
  url: z.string(),
  username: z.string(),
  value: z.string().regex(/^[\x21-\x7e]+$/),
  /** Unix ms. */
  until: z.number(),
  ends: z.number().optional(),
});

/**
 * Keeps the token of a cluster and user between two runs in a private file (0600), because the server allows five
 * logins a minute. A token is not returned if it has expired, belongs to another URL or user, or if others can read
 * or replace its file. If the file cannot be read or written, the next run logs in; no call rejects.
 */
export function tokenFile(stateDir: string, url: string, clock: Clock): TokenKeeper {
  const pathOf = (username: string) =>
    join(stateDir, `token-${fileId(JSON.stringify([url, username]))}.json`);
  const read = async (username: string): Promise<KeptToken | undefined> => {
    const text = await ensurePrivateDirectory(stateDir)
      .then(() => readIfThere(pathOf(username), { limit: MAX_BYTES, isSecret: true }))
      .catch(() => undefined);
    const token = text === undefined ? undefined : parsedJson(tokenSchema, text);
    if (token?.url !== url || token.username !== username || token.until <= clock.now()) return undefined;
    return { value: token.value, until: token.until, ends: token.ends };
  };
  return {
    read,
    async write(username, token) {
      const text = JSON.stringify({ url, username, ...token });
      await ensurePrivateDirectory(stateDir)
        .then(() => replaceFile(pathOf(username), `${text}\n`))
        .catch(() => undefined);
    },
    async drop(username, value) {
      // Another run may have stored a newer one meanwhile.
      if ((await read(username))?.value !== value) return;
      await rm(pathOf(username), { force: true }).catch(() => undefined);
    },
  };
}
