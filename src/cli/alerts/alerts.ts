import { randomUUID } from 'node:crypto';
import { messageSchema } from '../../alerts/message-json.ts';
import type { Delivered } from '../../alerts/post-office.ts';
import { systemClock } from '../../base/clock.ts';
import { MINUTE_MS } from '../../base/durations.ts';
import { oneLine } from '../../base/safe-text.ts';
import { errorMessage } from '../../base/system-error.ts';
import { alertSettings } from '../../config/alerts.ts';
import type { Config } from '../../config/load.ts';
import type { Call, Caller } from '../../http/caller.ts';
import { readConfig } from '../cluster/cluster-target.ts';
import { type Arguments, UsageError } from '../options/options.ts';
import { writeOutput } from '../output.ts';
import { openAlertmanager, openHeartbeat, openWays, readerOf } from './open-alerts.ts';

interface Tried {
  readonly way: string;
  readonly target: string;
  readonly isGood: boolean;
  readonly outcome: string;
}

/** `castwatch alerts test WAY`: sends a test message, and prints what came back; exit 1 if one of them failed. */
export async function alertsCommand(args: Arguments, env: NodeJS.ProcessEnv): Promise<number> {
  const wanted = args.input[1] ?? 'all';
  const config = await readConfig(args);
  const isWanted = (name: string) => wanted === 'all' || wanted === name;
  const tried = await tryWays(config, env, { isWanted, isSent: true });
  if (!tried) throw new UsageError(`${config.path ?? 'the configuration'} has no alerts: section`);
  if (tried.length === 0) throw new UsageError(`alerts: has no ${wanted}`);
  const lines = tried.map(
    ({ way, target: where, isGood, outcome }) =>
      `${isGood ? 'ok    ' : 'FAILED'} ${way} ${where}: ${oneLine(outcome)}\n`,
  );
  await writeOutput(lines.join(''));
  return tried.every(({ isGood }) => isGood) ? 0 : 1;
}

interface Trial {
  readonly isWanted: (name: string) => boolean;
  /** A test message is sent; else it is only asked whether the receiver is there. */
  readonly isSent: boolean;
}

/** Tries the ways of the configuration; undefined if it has none. Throws a `ConfigError`, or an `InvalidInput`. */
export async function tryWays(config: Config, env: NodeJS.ProcessEnv, { isWanted, isSent }: Trial) {
  const settings = alertSettings(config);
  if (!settings) return undefined;
  const reader = readerOf('castwatch', config, env);
  const tried: Tried[] = [];
  if (settings.alertmanager && isWanted('alertmanager')) {
    const { members, headers } = await openAlertmanager(settings.alertmanager, reader);
    const call: Call = isSent
      ? {
          method: 'POST',
          path: '/api/v2/alerts',
          headers: { 'content-type': 'application/json', ...headers },
          body: testAlerts(),
        }
      : { method: 'GET', path: '/api/v2/receivers', headers };
    tried.push(...(await Promise.all(members.map((member) => tryCall('alertmanager', member, call)))));
  }
  // A sign of life calls nobody.
  const heartbeat = isWanted('heartbeat') ? await openHeartbeat(config, env, reader.name) : undefined;
  if (heartbeat) tried.push(await tryCall('heartbeat', heartbeat.caller, { method: 'GET' }));
  for (const { name, way } of await openWays(settings, reader, isWanted)) {
    const { kind, outcome } = await (isSent ? way.deliver(randomUUID(), testMessage()) : way.reach()).catch(
      (error: unknown): Delivered => ({ kind: 'later', outcome: errorMessage(error) }),
    );
    tried.push({ way: name, target: way.target, isGood: kind === 'sent', outcome });
    await way.close();
  }
  return tried;
}

function testAlerts() {
  const now = systemClock.now();
  const alert = {
    labels: { alertname: 'CastwatchTest', severity: 'info' },
    annotations: { summary: 'A test of castwatch. Nothing is wrong.' },
    startsAt: new Date(now).toISOString(),
    endsAt: new Date(now + MINUTE_MS).toISOString(),
  };
  return JSON.stringify([alert]);
}

async function tryCall(way: string, caller: Caller, call: Call): Promise<Tried> {
  try {
    const { status, body } = await caller.send(call);
    const outcome = `answered ${status} ${oneLine(body, 200)}`.trimEnd();
    return { way, target: caller.host, isGood: status < 300, outcome };
  } catch (error) {
    return { way, target: caller.host, isGood: false, outcome: errorMessage(error) };
  } finally {
    await caller.close();
  }
}

function testMessage() {
  const at = new Date(systemClock.now()).toISOString();
  return messageSchema.parse({
    schema: 'castwatch/alert/1',
    event: 'test',
    at,
    cluster: 'castwatch',
    instance: 'http://castwatch.invalid',
    incident: {
      id: '000000000000',
      kind: 'test',
      severity: 'info',
      since: at,
      culprit: 'castwatch',
      part: '',
      viewers: '—',
      streams: '—',
      whatChanged: 'nothing',
      summary: 'A test of castwatch',
      description: 'Nothing is wrong. Somebody ran: castwatch alerts test.',
      command: 'castwatch alerts test all',
      runbookUrl: null,
    },
    problem: null,
  });
}
