import type { AlertsFile } from './alerts-schema.ts';
import { expandReadable } from './credentials.ts';
import type { Config } from './load.ts';
import type { Profile, ProfileSettings, SecretSetting } from './profile-schema.ts';
import { type RouteSettings, routeSecrets, routeSettings } from './route.ts';
import { type SecretSource, sourceOf } from './secret.ts';
import { parseBaseUrl } from './url.ts';

/** Settings of a cluster on the command line; the first four also in the environment. */
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

/** All sources of settings for a cluster. `flags` and `environment` are already parsed. */
export interface Sources {
  readonly flags: TargetOptions;
  readonly environment: TargetOptions;
  /** Used only to know which secrets are set. */
  readonly env: NodeJS.ProcessEnv;
  readonly config: Config;
  /**
   * Set by `:profile NAME`, with the URL of the start: command line and environment were meant for that URL. One of
   * several clusters that are watched at once has no such URL.
   */
  readonly switchTo?:
    | { readonly profile: string; readonly startUrl: string | undefined; readonly isMember?: true }
    | undefined;
}

type Plain = 'username' | 'readOnly' | 'production' | 'wholeClusterWork' | 'interval' | 'theme' | 'allowHttp';

/** The settings of one source for a cluster: absolute paths, and where its secrets are. */
export interface Layer extends Pick<ProfileSettings, Plain | 'caFile' | 'cloudUrl'>, Partial<RouteSettings> {
  readonly password?: SecretSource | undefined;
  readonly apiKey?: SecretSource | undefined;
  readonly serverKey?: SecretSource | undefined;
}

/**
 * The settings for the cluster at `url`, from command line, environment, profile and `defaults`, in this order; the
 * first that has a setting counts. Settings for another cluster are left out, above all its secrets.
 */
export function configLayers(url: string, profile: Profile | undefined, sources: Sources): readonly Layer[] {
  const { flags, env, environment, config, switchTo } = sources;
  const { defaults = {} } = config.file;
  const {
    password: _,
    apiKey: _key,
    serverKey: _own,
    clientCert: _cert,
    headers: _more,
    ...harmless
  } = defaults;
  const isStart = switchTo === undefined || switchTo.startUrl === url;
  const variable = (name: string): SecretSource | undefined =>
    env[name] === undefined ? undefined : { kind: 'env', name };
  return [
    isStart ? commandLine(flags) : { readOnly: flags.readOnly, interval: flags.interval },
    isAbout(url, sources)
      ? {
          username: environment.username,
          cloudUrl: cloudUrl(environment.cloudUrl),
          password: variable('CASTWATCH_PASSWORD'),
          apiKey: variable('CASTWATCH_API_KEY'),
        }
      : {},
    fromFile(profile ?? {}, config.path),
    fromFile(isInFile(url, config) ? defaults : harmless, config.path),
  ];
}

/** Whether the environment is meant for the cluster at `url`: the one that it names, else the one of the start. */
function isAbout(url: string, { environment, config, switchTo }: Sources): boolean {
  if (environment.url !== undefined) return parseBaseUrl(environment.url, 'CASTWATCH_URL') === url;
  if (environment.profile !== undefined) return urlOf(environment.profile, config) === url;
  return switchTo === undefined || switchTo.startUrl === url;
}

/** Secrets of `defaults` are for the clusters of the file, and not for any URL that is typed. */
function isInFile(url: string, config: Config): boolean {
  return Object.keys(config.file.clusters ?? {}).some((name) => urlOf(name, config) === url);
}

function urlOf(profile: string, config: Config): string | undefined {
  const clusters = config.file.clusters ?? {};
  const url = Object.hasOwn(clusters, profile) ? clusters[profile]?.url : undefined;
  return url === undefined ? undefined : parseBaseUrl(url, `clusters.${profile}.url`);
}

function commandLine(flags: TargetOptions): Layer {
  const file = (path: string | undefined): SecretSource | undefined =>
    path === undefined ? undefined : { kind: 'file', path: expandReadable(path) };
  return {
    username: flags.username,
    cloudUrl: cloudUrl(flags.cloudUrl),
    password: file(flags.passwordFile),
    apiKey: file(flags.apiKeyFile),
    readOnly: flags.readOnly,
    interval: flags.interval,
    theme: flags.theme,
    allowHttp: flags.allowHttp,
    caFile: flags.caFile && expandReadable(flags.caFile),
  };
}

function fromFile(settings: ProfileSettings, path: string | undefined): Layer {
  return {
    ...settings,
    ...routeSettings(settings, path),
    cloudUrl: cloudUrl(settings.cloudUrl),
    password: sourceOf(settings.password, path),
    apiKey: sourceOf(settings.apiKey, path),
    serverKey: sourceOf(settings.serverKey, path),
    caFile: settings.caFile && expandReadable(settings.caFile, path),
  };
}

function cloudUrl(text: string | undefined): string | undefined {
  return text === undefined ? undefined : parseBaseUrl(text, 'the cloud URL');
}

/** The cloud URL that is used, and its API key: from the same source, or from an earlier one if that has none. */
export function chosenCloud(layers: readonly Layer[]): Pick<Layer, 'cloudUrl' | 'apiKey'> {
  const urlFrom = (index: number) =>
    layers.slice(index).find((layer) => layer.cloudUrl !== undefined)?.cloudUrl;
  const url = urlFrom(0);
  const given = layers.find((layer, index) => layer.apiKey !== undefined && (urlFrom(index) ?? url) === url);
  return { cloudUrl: url, apiKey: given?.apiKey };
}

/** Names of the environment variables with a secret of any cluster in the file: child processes do not get them. */
export function secretVariables(config: Config): readonly string[] {
  const { defaults = {}, clusters = {}, history, alerts = {} } = config.file;
  const secrets = [
    ...[defaults, ...Object.values(clusters)].flatMap((one) => [
      one.password,
      one.apiKey,
      one.serverKey,
      ...routeSecrets(one),
    ]),
    history?.prometheus?.token,
    ...routeSecrets(history?.prometheus ?? {}),
    ...alertSecrets(alerts),
  ];
  return [...new Set(secrets.flatMap((secret) => secret?.env ?? []))];
}

/** The secrets of `alerts`: a service needs them, and child processes do not get their variables. */
export function alertSecrets({ alertmanager, webhook, heartbeat }: AlertsFile): readonly SecretSetting[] {
  const { token, password } = alertmanager ?? {};
  const { secret, routingKey } = webhook ?? {};
  const own = [token, password, webhook?.url, secret, routingKey, heartbeat?.url];
  return [
    ...own.flatMap((one) => (typeof one === 'object' ? one : [])),
    ...[alertmanager, webhook, heartbeat].flatMap((one) => routeSecrets(one ?? {})),
  ];
}
