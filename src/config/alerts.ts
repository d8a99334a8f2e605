import { MINUTE_MS, SECOND_MS } from '../base/durations.ts';
import type { AlertsFile } from './alerts-schema.ts';
import { expandReadable } from './credentials.ts';
import { ConfigError } from './error.ts';
import type { Config } from './load.ts';
import type { SecretSetting } from './profile-schema.ts';
import { routeSettings } from './route.ts';
import type { RouteFile } from './route-schema.ts';
import { sourceOf } from './secret.ts';

export type AlertSeverity = 'critical' | 'warning' | 'info';

/** Which incidents a way sends, and how often. Times are ms. */
export interface AlertRules {
  /** The least severity. */
  readonly severity: AlertSeverity;
  /** Kinds, of which one of its problems must be; undefined: all. */
  readonly kinds: readonly string[] | undefined;
  /** Names of clusters; undefined: all. */
  readonly clusters: readonly string[] | undefined;
  /** How long an incident must last before it is sent. */
  readonly hold: number;
  /** When an incident that nobody acknowledged is sent again; undefined: never. */
  readonly every: number | undefined;
  /** Most messages in an hour. */
  readonly limit: number;
}

export type AlertSettings = NonNullable<ReturnType<typeof alertSettings>>;
export type AlertmanagerSettings = NonNullable<AlertSettings['alertmanager']>;
/** An address that is called. */
export type CalledSettings = Omit<NonNullable<AlertSettings['heartbeat']>, 'every'>;

const STANDARD = { severity: 'warning', hold: 30 * SECOND_MS, limit: 60 } as const;
const COMMAND_MS = 30 * SECOND_MS;

/** Whether it has a way whose messages wait in the history: a command or a webhook. */
export function sendsMessages(ways: Readonly<Partial<Record<'command' | 'webhook', object>>>): boolean {
  return ways.command !== undefined || ways.webhook !== undefined;
}

/** The ways of the configuration with all settings decided; undefined if there is none. Throws a `ConfigError`. */
export function alertSettings({ file, path }: Config) {
  const { alerts } = file;
  if (!alerts) return undefined;
  const { alertmanager, command, webhook, heartbeat } = alerts;
  if (!alertmanager && !sendsMessages(alerts)) {
    // The rules of `export` use it, too, also where nobody is told.
    if (alerts.runbook !== undefined) return undefined;
    throw new ConfigError('config-file', 'alerts: name at least one of alertmanager, command, webhook');
  }
  const source = (setting: SecretSetting | undefined) => sourceOf(setting, path);
  const reached = (way: Pick<CalledFile, 'caFile'> & RouteFile) => ({
    caFile: way.caFile && expandReadable(way.caFile, path),
    reach: routeSettings(way, path),
  });
  const called = (way: CalledFile) => ({
    ...reached(way),
    /** The URL may itself be a secret. `{cluster}` in it is replaced. */
    url: typeof way.url === 'string' ? way.url : (source(way.url) ?? ''),
    /** The target may have an address of a private network or of this machine. */
    isPrivate: way.private ?? false,
  });
  return {
    /** The monitor sends, too; otherwise only `record` and `export` do. */
    monitor: alerts.monitor ?? false,
    /** URL of the instructions for a kind of problem; `{kind}` is replaced. */
    runbook: alerts.runbook,
    alertmanager: alertmanager && {
      ...rulesOf(alerts, alertmanager, 0),
      ...reached(alertmanager),
      urls: alertmanager.urls,
      token: source(alertmanager.token),
      username: alertmanager.username,
      password: source(alertmanager.password),
      allowHttp: alertmanager.allowHttp ?? false,
      /** Silences are read, and may be written. */
      silences: alertmanager.silences ?? true,
      /** An alert fires as long as castwatch looks and can tell. */
      heartbeat: alertmanager.heartbeat ?? false,
    },
    command: command && {
      ...rulesOf(alerts, command),
      argv: command.argv,
      timeout: command.timeout ?? COMMAND_MS,
    },
    webhook: webhook && {
      ...rulesOf(alerts, webhook),
      ...called(webhook),
      format: webhook.format ?? 'castwatch',
      secret: source(webhook.secret),
      /** The key of a PagerDuty service. */
      routingKey: source(webhook.routingKey),
    },
    heartbeat: heartbeat && { ...called(heartbeat), every: heartbeat.every ?? MINUTE_MS },
  };
}

type CalledFile = NonNullable<AlertsFile['heartbeat']>;
type RulesFile = Pick<AlertsFile, 'severity' | 'kinds' | 'clusters' | 'for' | 'every' | 'limit'>;

/** Alertmanager itself delays and repeats, so by default it is told at once. */
function rulesOf(all: RulesFile, own: RulesFile, hold: number = STANDARD.hold): AlertRules {
  return {
    severity: own.severity ?? all.severity ?? STANDARD.severity,
    kinds: own.kinds ?? all.kinds,
    clusters: own.clusters ?? all.clusters,
    hold: own.for ?? all.for ?? hold,
    every: own.every ?? all.every,
    limit: own.limit ?? all.limit ?? STANDARD.limit,
  };
}
