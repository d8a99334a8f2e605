import { ConfigError } from './error.ts';
import { INTERVAL } from './interval.ts';
import type { Config } from './load.ts';
import { nearest } from './nearest.ts';
import { expandPath } from './paths.ts';
import type {
  JournalPattern,
  Profile,
  ProfileSettings,
  SecretSetting,
  Thresholds,
} from './profile-schema.ts';
import type { SecretSource } from './secret.ts';
import { parseBaseUrl, requireSafeUrl } from './url.ts';

/** What of a cluster can be said on the command line or, the first five, in the environment. */
export interface TargetOptions {
  readonly url?: string | undefined;
  readonly username?: string | undefined;
  readonly cloudUrl?: string | undefined;
  readonly profile?: string | undefined;
  readonly passwordFile?: string | undefined;
  readonly apiKeyFile?: string | undefined;
  readonly readOnly?: boolean | undefined;
  readonly interval?: number | undefined;
  readonly theme?: string | undefined;
  readonly allowHttp?: boolean | undefined;
  readonly caFile?: string | undefined;
}

/** One cluster to watch, with everything decided but the secrets read. */
export interface ClusterTarget {
  /** The profile's name, or host and port. */
  readonly name: string;
  readonly profile: string | undefined;
  readonly url: string;
  /** Undefined: nobody said it, so it must be asked for. */
  readonly username: string | undefined;
  readonly password: SecretSource;
  readonly cloudUrl: string | undefined;
  readonly apiKey: SecretSource | undefined;
  readonly readOnly: boolean;
  readonly production: boolean;
  /** Seconds between two polls of the dashboard. */
  readonly interval: number;
  readonly theme: string | undefined;
  /** Plain HTTP beyond this machine was allowed. */
  readonly allowHttp: boolean;
  readonly caFile: string | undefined;
  readonly thresholds: Thresholds;
  readonly journalPatterns: readonly JournalPattern[];
  /** Environment variables that hold secrets of this cluster; no child process gets them. */
  readonly secretVariables: readonly string[];
}

/** Where the words came from. `flags` and `environment` as parsed; `env` only tells which secrets are set there. */
export interface Sources {
  readonly flags: TargetOptions;
  readonly environment: TargetOptions;
  readonly env: NodeJS.ProcessEnv;
  readonly config: Config;
}

/**
 * Decides which cluster is meant and how it is reached: command line before environment before profile before
 * `defaults`. Gives undefined where nothing names a cluster. Throws a `ConfigError`.
 *
 * A secret only goes to the cluster that it was given with: a password in the environment beside `CASTWATCH_URL`
 * is not sent to another URL of the command line, and a profile's password never to a URL that is not its own.
 */
export function resolveTarget(sources: Sources): ClusterTarget | undefined {
  const { flags, config } = sources;
  const byFlag = flags.url !== undefined || flags.profile !== undefined;
  const chosen = byFlag ? flags : sources.environment;
  const profileName = chosen.profile;
  if (chosen.url === undefined && profileName === undefined) return undefined;

  const how = (name: string, variable: string) => (byFlag ? name : variable);
  const profile = profileName === undefined ? undefined : findProfile(profileName, config);
  const profileUrl = profile && parseBaseUrl(profile.url, `clusters.${profileName}.url`);
  const givenUrl =
    chosen.url === undefined ? undefined : parseBaseUrl(chosen.url, how('--url', 'CASTWATCH_URL'));
  if (givenUrl !== undefined && profileUrl !== undefined && givenUrl !== profileUrl) {
    throw new ConfigError(
      'conflict',
      `${how('--url', 'CASTWATCH_URL')} and the profile ${profileName} name two different clusters; leave one of them out`,
    );
  }
  const url = givenUrl ?? profileUrl ?? '';
  const environment = environmentFor(url, sources);
  const layers: readonly ProfileSettings[] = [profile ?? {}, config.file.defaults ?? {}];
  const setting = <K extends keyof ProfileSettings>(key: K) =>
    layers.find((layer) => layer[key] !== undefined)?.[key];
  const secret = (file: string | undefined, variable: string, key: 'password' | 'apiKey') =>
    secretSource(
      file,
      environment.env[variable] === undefined ? undefined : variable,
      setting(key),
      config.path,
    );

  const allowHttp = flags.allowHttp ?? setting('allowHttp') ?? false;
  requireSafeUrl(url, how('--url', 'CASTWATCH_URL'), allowHttp);
  const cloudText = flags.cloudUrl ?? environment.options.cloudUrl ?? setting('cloudUrl');
  const cloudUrl = cloudText === undefined ? undefined : parseBaseUrl(cloudText, 'the cloud URL');
  if (cloudUrl !== undefined) requireSafeUrl(cloudUrl, 'the cloud URL', allowHttp);
  const password = secret(flags.passwordFile, 'CASTWATCH_PASSWORD', 'password') ?? { kind: 'prompt' };
  const apiKey = secret(flags.apiKeyFile, 'CASTWATCH_API_KEY', 'apiKey');
  const caFile = setting('caFile');
  return {
    name: profileName ?? new URL(url).host,
    profile: profileName,
    url,
    username: flags.username ?? environment.options.username ?? setting('username'),
    password,
    cloudUrl,
    apiKey,
    // Read-only is a promise: no source can take it back.
    readOnly: flags.readOnly === true || setting('readOnly') === true,
    production: setting('production') ?? false,
    interval: flags.interval ?? setting('interval') ?? INTERVAL.standard,
    theme: flags.theme ?? setting('theme') ?? config.file.theme,
    allowHttp,
    caFile: flags.caFile !== undefined ? expandPath(flags.caFile) : caFile && expandPath(caFile, config.path),
    thresholds: { ...config.file.defaults?.thresholds, ...profile?.thresholds },
    journalPatterns: [...(config.file.defaults?.journalPatterns ?? []), ...(profile?.journalPatterns ?? [])],
    secretVariables: [password, apiKey].flatMap((source) => (source?.kind === 'env' ? [source.name] : [])),
  };
}

/** Names of the profiles, as the file lists them. */
export function profileNames(config: Config): string[] {
  return Object.keys(config.file.clusters ?? {});
}

function findProfile(name: string, config: Config): Profile {
  const clusters = config.file.clusters ?? {};
  const profile = Object.hasOwn(clusters, name) ? clusters[name] : undefined;
  if (profile) return profile;
  const known = profileNames(config);
  const meant = nearest(name, known);
  const where = config.path ?? 'the configuration (there is no file yet)';
  throw new ConfigError(
    'profile',
    `no cluster ${JSON.stringify(name)} in ${where}${meant ? `; did you mean ${meant}?` : ''}${known.length > 0 ? `; there are: ${known.join(', ')}` : ''}`,
  );
}

/** The environment, without what belongs to another cluster than the one at `url`. */
function environmentFor(url: string, sources: Sources): { options: TargetOptions; env: NodeJS.ProcessEnv } {
  const named = sources.environment.url;
  if (named === undefined || url === parseBaseUrl(named, 'CASTWATCH_URL')) {
    return { options: sources.environment, env: sources.env };
  }
  return { options: {}, env: {} };
}

function secretSource(
  file: string | undefined,
  variable: string | undefined,
  setting: SecretSetting | undefined,
  configPath: string | undefined,
): SecretSource | undefined {
  if (file !== undefined) return { kind: 'file', path: expandPath(file) };
  if (variable !== undefined) return { kind: 'env', name: variable };
  if (setting?.file !== undefined) return { kind: 'file', path: expandPath(setting.file, configPath) };
  if (setting?.command !== undefined) return { kind: 'command', command: setting.command };
  if (setting?.env !== undefined) return { kind: 'env', name: setting.env };
  return setting?.prompt ? { kind: 'prompt' } : undefined;
}
