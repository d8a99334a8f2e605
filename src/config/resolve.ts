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
import type { RouteSettings } from './route.ts';
import type { SecretSource } from './secret.ts';
import { parseBaseUrl, requireSafeUrl } from './url.ts';

/** A cluster to watch, with all settings decided; only its secrets are not read yet. */
export interface ClusterTarget {
  /** The profile's name, or host and port. */
  readonly name: string;
  readonly profile: string | undefined;
  readonly url: string;
  /** Undefined: not configured, so the user is asked. */
  readonly username: string | undefined;
  readonly password: SecretSource;
  readonly cloudUrl: string | undefined;
  readonly apiKey: SecretSource | undefined;
  /** Replaces the login at interface A. */
  readonly serverKey: SecretSource | undefined;
  /** One of several clusters of this program, so that what it may cost is capped. */
  readonly ofSeveral?: boolean;
  readonly readOnly: boolean;
  readonly production: boolean;
  /** Planned work may cover all of the cluster. */
  readonly wholeClusterWork: boolean;
  /** Seconds between two polls of the dashboard. */
  readonly interval: number;
  readonly theme: string | undefined;
  /** Plain HTTP to other machines is allowed. */
  readonly allowHttp: boolean;
  readonly caFile: string | undefined;
  readonly reach: RouteSettings;
  readonly thresholds: Thresholds;
  readonly journalPatterns: readonly JournalPattern[];
  /** Environment variables with a secret of any cluster in the file; child processes do not get them. */
  readonly secretVariables: readonly string[];
}

/**
 * Decides which cluster is meant and how it is reached: command line before environment before profile before
 * `defaults`. Undefined if no source names a cluster. Throws a `ConfigError`.
 * A secret is sent only to the URL for which it was given. A secret of the command line or the environment belongs
 * to the URL or profile named there, else to the cluster of the start; a secret of a profile to the URL of that
 * profile; a secret of `defaults` to the clusters of the file. An API key belongs to the cloud URL of the same
 * source.
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
    ofSeveral: switchTo?.isMember ?? false,
    // A read-only profile stays read-only: the command line cannot switch it off.
    readOnly: sources.flags.readOnly || (profile?.readOnly ?? defaults?.readOnly ?? false),
    production: first('production') ?? false,
    wholeClusterWork: first('wholeClusterWork') ?? false,
    interval: first('interval') ?? INTERVAL_S.standard,
    theme: first('theme') ?? config.file.theme,
    allowHttp,
    caFile: first('caFile'),
    reach: {
      proxy: first('proxy'),
      clientCert: first('clientCert'),
      headers: first('headers'),
      socket: first('socket'),
    },
    thresholds: { ...defaults?.thresholds, ...profile?.thresholds },
    journalPatterns: [...(defaults?.journalPatterns ?? []), ...(profile?.journalPatterns ?? [])],
    secretVariables: secretVariables(config),
  };
}

/**
 * The options with the file's `default` cluster, or its only one, if neither options nor environment name a
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

/** Names of the profiles, in the order of the file. */
export function profileNames(config: Config): string[] {
  return Object.keys(config.file.clusters ?? {});
}

/** The profiles of a fleet, or the one with this name. Throws a `ConfigError` if there is neither. */
export function membersOf(name: string, config: Config): readonly string[] {
  const fleets = config.file.fleets ?? {};
  const members = Object.hasOwn(fleets, name) ? fleets[name] : undefined;
  if (members) return members;
  findProfile(name, config);
  return [name];
}

function findProfile(name: string, config: Config): Profile {
  const clusters = config.file.clusters ?? {};
  const profile = Object.hasOwn(clusters, name) ? clusters[name] : undefined;
  if (profile) return profile;
  const known = [...profileNames(config), ...Object.keys(config.file.fleets ?? {})];
  const meant = nearest(name, known);
  const where = config.path ?? 'the configuration (there is no file yet)';
  throw new ConfigError(
    'profile',
    `no cluster ${JSON.stringify(name)} in ${where}${meant ? `; did you mean ${meant}?` : ''}${known.length > 0 ? `; there are: ${known.join(', ')}` : ''}`,
  );
}
