import { type Clock, systemClock } from '../../base/clock.ts';
import { MINUTE_MS } from '../../base/durations.ts';
import { untilSignal } from '../../base/ending-signals.ts';
import { errorMessage, systemReason } from '../../base/system-error.ts';
import { tellError } from '../../base/tell-error.ts';
import { expandReadable } from '../../config/credentials.ts';
import { readSecret } from '../../config/secrets.ts';
import type { Log } from '../../http/observe.ts';
import { readConfig } from '../cluster/cluster-target.ts';
import { withLog } from '../cluster/with-log.ts';
import { limitMemory } from '../limit-memory.ts';
import { type Arguments, UsageError } from '../options/options.ts';
import { writeOutput } from '../output.ts';
import { notifyManager, tellTroubles } from '../service/notify.ts';
import { alertRules } from './alert-rules.ts';
import { clusterPart, openClusters } from './clusters.ts';
import { grafanaDashboard } from './grafana-dashboard.ts';
import { type ListenTls, parseListenAddress, readListenTls, tlsFilesOf } from './listen.ts';
import { type MetricsServer, serveMetrics } from './metrics-server.ts';
import { metricsText } from './open-metrics.ts';
import { processMetrics } from './request-metrics.ts';

const DEFAULT_ADDRESS = '127.0.0.1:17864';

/**
 * `castwatch export`: polls, and serves the state as OpenMetrics until a signal; prints its address once it
 * listens. Errors of the cluster do not end it, they are metrics, a refused login too: it is tried again. Undefined if
 * no cluster was named.
 */
export async function exportCommand(args: Arguments, env: NodeJS.ProcessEnv): Promise<number | undefined> {
  const { printRules, printDashboard, printUnit } = args.options;
  if (printRules || printDashboard) {
    await writeOutput(printRules ? alertRules((await readConfig(args)).file.alerts) : grafanaDashboard());
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
  const readTls = tlsFiles && (() => readListenTls(tlsFiles, env));
  const tls = readTls && { known: await readTls(), read: readTls };
  const config = await readConfig(args);
  const { tokenFile } = args.options;
  const token =
    tokenFile === undefined
      ? undefined
      : await readSecret({ kind: 'file', path: expandReadable(tokenFile) }, 'the token for scrapes', {
          clock: systemClock,
          env,
        });
  const opened = await openClusters(args, env, config, logOf);
  if (!opened) return undefined;
  const { clusters, isFleet } = opened;
  const sessions = clusters.flatMap(({ session }) => session ?? []);
  const stops = [limitMemory(systemClock)];
  let server: MetricsServer | undefined;
  try {
    server = await serveMetrics({
      ...address,
      tls: tls?.known,
      allowedHosts: [address.host, ...(args.options.allowHost ?? [])],
      token: token?.reveal(),
      clock: systemClock,
      metrics: async (format) => {
        const parts = clusters.map((cluster) => clusterPart(cluster, args.options.streamMetrics));
        const [first] = parts;
        // The figures of this process belong to no cluster, unless there is only one.
        const own = {
          metrics: processMetrics(systemClock.now()),
          labels: isFleet ? {} : (first?.labels ?? {}),
        };
        return metricsText([own, ...parts], format);
      },
    }).catch((error: unknown) => {
      throw new UsageError(`--listen ${address.host}:${address.port}: ${systemReason(error)}`);
    });
    if (!address.loopback && !token) {
      tellError('listens on the network: anyone who can reach it can read names and loads of your servers');
    }
    if (tls) stops.push(followTls({ ...tls, use: server.useTls, warn: tellError }, systemClock));
    await writeOutput(`${server.url}/metrics\n`);
    stops.push(notifyManager(env, systemClock, sessions), tellTroubles(sessions, isFleet));
    for (const { monitor } of sessions) monitor.start();
    await untilSignal();
    return 0;
  } finally {
    for (const stop of stops) stop();
    await server?.close();
    await Promise.all(sessions.map((session) => session.close()));
  }
}

/** How often the files are checked. Certificates are renewed days before they expire. */
const LOOK_MS = MINUTE_MS;

export interface FollowedTls {
  /** In use now. */
  readonly known: ListenTls;
  /** Rejects with a message that can be shown if the files cannot be used. */
  readonly read: () => Promise<ListenTls>;
  readonly use: (renewed: ListenTls) => void;
  readonly warn: (words: string) => void;
}

/**
 * Checks each minute whether certificate or key were renewed. A pair that cannot be used, such as a new certificate
 * with the old key, is reported once; the old pair stays in use until a new one can be used. Returns a function
 * that stops this.
 */
export function followTls({ known, read, use, warn }: FollowedTls, clock: Clock): () => void {
  let current = known;
  let warned: string | undefined;
  let isOver = false;
  let cancel = clock.after(LOOK_MS, look);
  async function look(): Promise<void> {
    try {
      const found = await read();
      if (isOver) return;
      if (found.cert !== current.cert || found.key !== current.key) {
        use(found);
        current = found;
      }
      warned = undefined;
    } catch (error) {
      const words = errorMessage(error);
      if (words !== warned) warn(`the previous certificate stays in use: ${words}`);
      warned = words;
    }
    if (!isOver) cancel = clock.after(LOOK_MS, look);
  }
  return () => {
    isOver = true;
    cancel();
  };
}
