import { systemClock } from '../../base/clock.ts';
import { systemCode, systemReason } from '../../base/system-error.ts';
import { tellError } from '../../base/tell-error.ts';
import { expandReadable } from '../../config/credentials.ts';
import { defaultPaths } from '../../config/paths.ts';
import { readSecret } from '../../config/secrets.ts';
import type { Log } from '../../http/observe.ts';
import { type ClusterSession, openClusterSession } from '../../session/cluster-session.ts';
import { labelText } from '../../views/metrics/metric.ts';
import { metrics } from '../../views/metrics/metrics.ts';
import { openAlerts } from '../alerts/open-alerts.ts';
import { UNREACHABLE } from '../exit-codes.ts';
import { limitMemory } from '../limit-memory.ts';
import { type Arguments, UsageError } from '../options/options.ts';
import { writeOutput } from '../output.ts';
import { clusterTrouble, notifyManager } from '../service/notify.ts';
import { readConfig, readTarget } from '../target/target.ts';
import { withLog } from '../target/with-log.ts';
import { alertRules } from './alert-rules.ts';
import { followTls } from './follow-tls.ts';
import { grafanaDashboard } from './grafana-dashboard.ts';
import { parseListenAddress, readListenTls, tlsFilesOf } from './listen.ts';
import { type MetricsServer, serveMetrics } from './metrics-server.ts';
import { metricsText } from './open-metrics.ts';
import { processMetrics } from './process-metrics.ts';
import { createRequestMetrics } from './request-metrics.ts';

const DEFAULT_ADDRESS = '127.0.0.1:9464';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * `castwatch export`: polls, and serves the state as OpenMetrics until a signal; prints its address once it
 * listens. Errors of the cluster do not end it, they are metrics. A refused login at the start is exit 3. Undefined
 * if no cluster was named.
 */
export async function exportCommand(args: Arguments, env: NodeJS.ProcessEnv): Promise<number | undefined> {
  const { printRules, printDashboard, printUnit } = args.options;
  if (printRules || printDashboard) {
    await writeOutput(printRules ? alertRules() : grafanaDashboard());
    return 0;
  }
  if (printUnit) {
    return (await import('../service/print-unit.ts')).printUnit('export', printUnit, args, env);
  }
  return withLog(args, (logOf) => serve(args, env, logOf));
}

async function serve(
  args: Arguments,
  env: NodeJS.ProcessEnv,
  logOf: (cluster: string) => Log,
): Promise<number | undefined> {
  const address = parseListenAddress(args.options.listen ?? DEFAULT_ADDRESS);
  const tlsFiles = tlsFilesOf(args.options);
  const readTls = tlsFiles && (() => readListenTls(tlsFiles, env, systemClock));
  const tls = readTls && { known: await readTls(), read: readTls };
  const config = await readConfig(args);
  const found = await readTarget(args, env, config);
  if (!found) return undefined;
  const { target, login } = found;
  const { tokenFile } = args.options;
  const token =
    tokenFile === undefined
      ? undefined
      : await readSecret({ kind: 'file', path: expandReadable(tokenFile) }, 'the token for scrapes', {
          clock: systemClock,
          env,
          secretVariables: target.secretVariables,
        });
  const requests = createRequestMetrics();
  const log = logOf(target.name);
  const session = openClusterSession({
    target: { ...target, readOnly: true },
    clock: systemClock,
    log: (line) => {
      requests.log(line);
      log(line);
    },
    ...login,
    alerts: await openAlerts(config, { target, env, as: 'export', log: warn }),
    worksDir: defaultPaths().stateDir,
  });
  const stopLimit = limitMemory(systemClock);
  let server: MetricsServer | undefined;
  let unfollow = () => {};
  let stopNotify = () => {};
  try {
    server = await serveMetrics({
      ...address,
      tls: tls?.known,
      allowedHosts: [address.host, ...(args.options.allowHost ?? [])],
      token: token?.reveal(),
      clock: systemClock,
      metrics: async (format) => {
        const now = systemClock.now();
        const state = session.store.getState();
        const known = metrics(state, session.triage.getState(), now, args.options.streamMetrics);
        const all = [...processMetrics(now), ...requests.families(), ...known].filter(
          ({ samples }) => samples.length > 0,
        );
        return metricsText(all, format, { cluster: labelText(state.name) });
      },
    }).catch((error: unknown) => {
      throw new UsageError(`--listen ${address.host}:${address.port}: ${whyNot(error)}`);
    });
    if (!address.loopback && !token) {
      warn('listens on the network: anyone who can reach it can read names and loads of your servers');
    }
    if (tls) unfollow = followTls({ ...tls, use: server.useTls, warn }, systemClock);
    await writeOutput(`${server.url}/metrics\n`);
    stopNotify = notifyManager(env, systemClock, [session]);
    return await untilEnd(session);
  } finally {
    stopLimit();
    stopNotify();
    unfollow();
    await server?.close();
    await session.close();
  }
}

/**
 * Polls until a signal (exit 0), or until the first login is refused (exit 3). Reports changes on standard error.
 */
function untilEnd(session: ClusterSession): Promise<number> {
  return new Promise((resolve) => {
    const end = (code: number) => {
      for (const signal of SIGNALS) process.off(signal, stop);
      resolve(code);
    };
    const stop = () => end(0);
    for (const signal of SIGNALS) process.on(signal, stop);
    let warned: string | undefined;
    session.store.subscribe(() => {
      const state = session.store.getState();
      const trouble = clusterTrouble(state);
      if (trouble !== warned) warn(trouble ?? 'the cluster answers');
      warned = trouble;
      if (state.session.status === 'refused' && state.dashboard.updatedAt === undefined) end(UNREACHABLE);
    });
    session.monitor.start();
  });
}

function whyNot(error: unknown): string {
  if (systemCode(error) === 'EADDRINUSE') return 'another program listens there already';
  if (systemCode(error) === 'EADDRNOTAVAIL') return 'this machine has no such address';
  return systemReason(error);
}

function warn(words: string): void {
  tellError(words);
}
