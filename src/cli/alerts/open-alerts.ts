import type { AlertsOptions } from '../../alerts/alerts.ts';
import type { NamedWay } from '../../alerts/post-office.ts';
import { systemClock } from '../../base/clock.ts';
import {
  type AlertmanagerSettings,
  type AlertSettings,
  alertSettings,
  type CalledSettings,
  sendsMessages,
} from '../../config/alerts.ts';
import { childEnvironment } from '../../config/child-environment.ts';
import { ConfigError } from '../../config/error.ts';
import { secretVariables } from '../../config/layers.ts';
import type { Config } from '../../config/load.ts';
import { defaultPaths } from '../../config/paths.ts';
import type { ClusterTarget } from '../../config/resolve.ts';
import { readRoute } from '../../config/route.ts';
import type { SecretSource } from '../../config/secret.ts';
import { readSecret, type SecretContext } from '../../config/secrets.ts';
import { ownsShared } from '../../history/shared-directory.ts';
import { type Caller, createCaller } from '../../http/caller.ts';
import type { ClusterSessionOptions } from '../../session/cluster-session.ts';

interface Sender {
  readonly target: Pick<ClusterTarget, 'name' | 'profile' | 'url' | 'readOnly'>;
  readonly env: NodeJS.ProcessEnv;
  /**
   * `export` keeps no history, so it sends only to Alertmanager, and has the incidents as metrics in any case; a monitor
   * sends only if the configuration says so.
   */
  readonly as: 'record' | 'export' | 'monitor';
  readonly log: (line: string) => void;
}

/** Who reads the secrets of a cluster's ways. */
interface Reader extends SecretContext {
  /** That of the cluster, or of all that is watched. */
  readonly name: string;
}

export function readerOf(name: string, config: Config, env: NodeJS.ProcessEnv): Reader {
  return { name, clock: systemClock, env, secretVariables: secretVariables(config) };
}

/**
 * The alerts of a session, with their secrets read; undefined if the configuration has none. Throws a `ConfigError`,
 * or an `InvalidInput` for an unsafe URL.
 */
export async function openAlerts(config: Config, sender: Sender): Promise<ClusterSessionOptions['alerts']> {
  const { target, env, as, log } = sender;
  const settings = alertSettings(config);
  if (!settings && as !== 'export') return undefined;
  const sends = as !== 'monitor' || settings?.monitor === true;
  const { alertmanager } = settings ?? {};
  const reader = readerOf(target.name, config, env);
  const members = alertmanager && (await openAlertmanager(alertmanager, reader));
  const shared = config.file.history?.directory;
  // The messages of a history that another user writes are sent by that user.
  const isOwn = as === 'record' || shared === undefined || ownsShared(shared);
  const ways = settings && sends && as !== 'export' && isOwn ? await openWays(settings, reader) : [];
  if (as === 'export' && sendsMessages(settings ?? {})) {
    log('sends to Alertmanager only; castwatch record runs the command and calls the webhook');
  }
  const [{ createAlerts }, { createTurn }, { historyFile }] = await Promise.all([
    import('../../alerts/alerts.ts'),
    import('../../alerts/turn.ts'),
    import('../../history/database.ts'),
  ]);
  const { name, profile, url, readOnly } = target;
  const options: Omit<AlertsOptions, 'store' | 'triage' | 'outbox' | 'onSilences'> = {
    cluster: { name, profile, url, runbook: settings?.runbook },
    clock: systemClock,
    alertmanager: alertmanager &&
      members && {
        ...members,
        rules: alertmanager,
        heartbeat: alertmanager.heartbeat,
        isSent: sends,
        readsSilences: as === 'monitor' && alertmanager.silences,
        writesSilences: as === 'monitor' && alertmanager.silences && !readOnly,
      },
    ways,
    turn: createTurn({
      path: historyFile(defaultPaths().stateDir, url),
      isRecorder: as === 'record',
      clock: systemClock,
      log,
    }),
    log,
  };
  return (watched) => createAlerts({ ...options, ...watched });
}

export async function openAlertmanager(settings: AlertmanagerSettings, reader: Reader) {
  const { urls, caFile, allowHttp, token, username, password } = settings;
  const route = await readRoute(settings.reach, 'alerts.alertmanager', reader);
  const members = urls.map((url) =>
    createCaller({
      url,
      what: `Alertmanager ${new URL(url).host}`,
      caFile,
      route,
      allowHttp,
      isPrivate: true,
      clock: systemClock,
    }),
  );
  const bearer = await secretOf(token, 'token of alerts.alertmanager', reader);
  const known = await secretOf(password, 'password of alerts.alertmanager', reader);
  if ((username === undefined) !== (known === undefined)) {
    throw new ConfigError('config-file', 'alerts.alertmanager: username and password belong together');
  }
  const basic = known && `Basic ${Buffer.from(`${username}:${known}`).toString('base64')}`;
  const authorization = bearer === undefined ? basic : `Bearer ${bearer}`;
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
  return { members, headers };
}

/** The command and the webhook, as far as they are wanted; the secrets of others are not read. */
export async function openWays(
  { command, webhook }: AlertSettings,
  reader: Reader,
  isWanted: (name: NamedWay['name']) => boolean = () => true,
): Promise<readonly NamedWay[]> {
  const ways: NamedWay[] = [];
  if (command && isWanted('command')) {
    const { createCommand } = await import('../../alerts/command.ts');
    const { argv, timeout } = command;
    const env = childEnvironment(reader.env, reader.secretVariables);
    const way = createCommand({ argv, env, timeout, clock: systemClock });
    ways.push({ name: 'command', way, rules: command });
  }
  if (webhook && isWanted('webhook')) {
    const { createWebhook } = await import('../../alerts/webhook.ts');
    const way = createWebhook({
      caller: await callerOf('webhook', webhook, reader),
      format: webhook.format,
      secret: await secretOf(webhook.secret, 'secret of alerts.webhook', reader),
      routingKey: await secretOf(webhook.routingKey, 'routing key of alerts.webhook', reader),
      clock: systemClock,
    });
    if (webhook.format === 'pagerduty' && !webhook.routingKey) {
      throw new ConfigError('config-file', 'alerts.webhook: the format pagerduty needs a routingKey');
    }
    ways.push({ name: 'webhook', way, rules: webhook });
  }
  return ways;
}

/** Calls the heartbeat; `name` is that of all that is watched. Undefined if the configuration has none. */
export async function openHeartbeat(config: Config, env: NodeJS.ProcessEnv, name: string) {
  const settings = alertSettings(config)?.heartbeat;
  if (!settings) return undefined;
  const caller = await callerOf('heartbeat', settings, readerOf(name, config, env));
  return { caller, every: settings.every };
}

async function callerOf(
  name: 'webhook' | 'heartbeat',
  settings: CalledSettings,
  reader: Reader,
): Promise<Caller> {
  const { url: setting, caFile, isPrivate, reach } = settings;
  const route = await readRoute(reach, `alerts.${name}`, reader);
  const text =
    typeof setting === 'string' ? setting : await secretOf(setting, `URL of alerts.${name}`, reader);
  const url = (text ?? '').replaceAll('{cluster}', encodeURIComponent(reader.name));
  return createCaller({ url, what: `The ${name}`, caFile, route, isPrivate, clock: systemClock });
}

async function secretOf(source: SecretSource | undefined, what: string, reader: Reader) {
  return source && (await readSecret(source, what, reader)).reveal();
}
