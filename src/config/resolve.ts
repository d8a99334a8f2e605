import { ConfigError } from './error.ts';
import { INTERVAL_S } from './interval.ts';
import {
  chosenCloud,
  configLayers,
  type Layer,
  type Sources,
  secretVariables,
  type TargetOptions,
} from './layers.ts';
import type { Config } from './load.ts';
import { nearest } from './nearest.ts';
import type { JournalPattern, Profile, Thresholds } from './profile-schema.ts';
import type { SecretSource } from './secret.ts';
import { parseBaseUrl, requireSafeUrl } from './url.ts';

/** One cluster to watch, with everything decided but the secrets read. */
export interface ClusterTarget {
  /** The profile's name, or host and port. */
  readonly name: string;
  readonly profile: string | undefined;
  readonly url: string;
  /** Undefined: not configured, so it must be asked for. */
  readonly username: string | undefined;
  readonly password: SecretSource;
  readonly cloudUrl: string | undefined;
  readonly apiKey: SecretSource | undefined;
  /** Stands for a login at interface A. */
  readonly serverKey: SecretSource | undefined;
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
  /** Environment variables that hold a secret of any cluster in the file; no child process gets them. */
  readonly secretVariables: readonly string[];
}

/**
 * Decides which cluster is meant and how it is reached: command line before environment before profile before
 * `defaults`. Gives undefined where nothing names a cluster. Throws a `ConfigError`.
 *
 * A secret only goes to the URL that it was given for. A secret of the command line or the environment belongs to the
 * URL or profile named there, else to the cluster that the program was started for; a secret of a profile to the
 * URL of that profile; a secret of `defaults` to the clusters of the file. An API key belongs to the cloud URL beside it.
 */
export function resolveTarget(sources: Sources): ClusterTarget | undefined {
  const { config, switchTo } = sources;
  const byFlag = sources.flags.url !== undefined || sources.flags.profile !== undefined;
  const given = byFlag ? sources.flags : sources.environment;
  const chosen: TargetOptions = switchTo === undefined ? given : { profile: switchTo.profile };
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
  const layers = configLayers(url, profile, sources);
  const first = <K extends keyof Layer>(key: K) => layers.find((layer) => layer[key] !== undefined)?.[key];
  const { cloudUrl, apiKey } = chosenCloud(layers);
  const allowHttp = first('allowHttp') ?? false;
  const named = givenUrl === undefined ? `clusters.${profileName}.url` : how('--url', 'CASTWATCH_URL');
  requireSafeUrl(url, named, allowHttp);
  if (cloudUrl !== undefined) requireSafeUrl(cloudUrl, 'the cloud URL', allowHttp);
  const { defaults } = config.file;
  return {
    name: profileName ?? new URL(url).host,
    profile: profileName,
    url,
    username: first('username'),
    password: first('password') ?? { kind: 'prompt' },
    cloudUrl,
    apiKey,
    serverKey: first('serverKey'),
    // Read-only is a promise: `readOnly: false` of the command line does not take it back.
    readOnly: sources.flags.readOnly || (profile?.readOnly ?? defaults?.readOnly ?? false),
    production: first('production') ?? false,
    interval: first('interval') ?? INTERVAL_S.standard,
    theme: first('theme') ?? config.file.theme,
    allowHttp,
    caFile: first('caFile'),
    thresholds: { ...defaults?.thresholds, ...profile?.thresholds },
    journalPatterns: [...(defaults?.journalPatterns ?? []), ...(profile?.journalPatterns ?? [])],
    secretVariables: secretVariables(config),
  };
}

/**
 * The options with a cluster, where neither they nor the environment name one: the file's `default`, or its only
 * cluster.
 */
export function withDefaultCluster<Flags extends TargetOptions>(
  flags: Flags,
  environment: TargetOptions,
  config: Config,
): Flags {
  if ([flags, environment].some(({ url, profile }) => url !== undefined || profile !== undefined))
    return flags;
  const [only, ...others] = profileNames(config);
  const profile = config.file.default ?? (others.length === 0 ? only : undefined);
  return profile === undefined ? flags : { ...flags, profile };
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
