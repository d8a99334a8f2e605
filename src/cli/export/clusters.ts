import { incidentMetrics } from '../../alerts/alert-labels.ts';
import { systemClock } from '../../base/clock.ts';
import type { Readable } from '../../base/readable.ts';
import { tellError } from '../../base/tell-error.ts';
import type { ClusterState } from '../../cluster/state.ts';
import { createClusterStore } from '../../cluster/store.ts';
import type { Config } from '../../config/load.ts';
import { defaultPaths } from '../../config/paths.ts';
import type { Log } from '../../http/observe.ts';
import { type ClusterSession, openClusterSession } from '../../session/cluster-session.ts';
import { noTriage } from '../../triage/engine.ts';
import { defaultThresholds } from '../../triage/thresholds.ts';
import { labelText } from '../../views/metrics/metric.ts';
import { metrics } from '../../views/metrics/metrics.ts';
import { openAlerts } from '../alerts/open-alerts.ts';
import { chooseClusters } from '../cluster/choose.ts';
import { eachOf, readTarget, type TargetAndLogin } from '../cluster/cluster-target.ts';
import type { Arguments } from '../options/options.ts';
import type { MetricsPart } from './open-metrics.ts';
import { createRequestMetrics, type RequestMetrics } from './request-metrics.ts';

export interface ServedCluster {
  readonly name: string;
  /** Undefined: it cannot be asked, and only says so (`castwatch_up` is 0). */
  readonly session: ClusterSession | undefined;
  readonly requests: RequestMetrics;
}

/**
 * The clusters of the command, each with a session of its own; undefined if none is named. Of several, one whose
 * secret cannot be read is told on standard error, and costs the others nothing; if none can be opened, the first
 * error is thrown.
 */
export async function openClusters(
  args: Arguments,
  env: NodeJS.ProcessEnv,
  config: Config,
  logOf: (cluster: string) => Log,
): Promise<{ readonly clusters: readonly ServedCluster[]; readonly isFleet: boolean } | undefined> {
  const open = async (
    { target, login }: TargetAndLogin,
    warn: (words: string) => void,
  ): Promise<ServedCluster> => {
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
      unattended: true,
      alerts: await openAlerts(config, { target, env, as: 'export', log: warn }),
      worksDir: defaultPaths().stateDir,
      shared: config.file.history?.directory,
    });
    return { name: target.name, session, requests };
  };
  const choice = chooseClusters(args, config);
  if (choice.kind !== 'fleet') {
    const found = await readTarget(args, env, config);
    return found && { clusters: [await open(found, tellError)], isFleet: false };
  }
  const opened = await eachOf(choice.profiles, { args, env, config }, (found) =>
    open(found, (words) => tellError(`${found.target.name}: ${words}`)),
  );
  const errors = opened.filter(({ result }) => result === undefined);
  if (errors.length === opened.length) throw errors[0]?.error;
  for (const { name, error } of errors)
    tellError(`${name}: ${error instanceof Error ? error.message : error}`);
  const clusters = opened.map(
    ({ name, result }) => result ?? { name, session: undefined, requests: createRequestMetrics() },
  );
  return { clusters, isFleet: true };
}

/** What is known of a cluster now, with its name as a label. */
export function clusterPart({ name, session, requests }: ServedCluster, mostStreams?: number): MetricsPart {
  const now = systemClock.now();
  const store: Readable<ClusterState> = session?.store ?? createClusterStore({ name, url: '' });
  const judged = session?.triage.getState() ?? noTriage(defaultThresholds);
  const { alerts } = session ?? {};
  const incidents = alerts ? incidentMetrics(alerts.standing(), alerts.cluster) : [];
  return {
    metrics: [
      ...[...requests.families(), ...incidents].filter(({ samples }) => samples.length > 0),
      ...metrics(store.getState(), judged, now, mostStreams),
    ],
    labels: { cluster: labelText(name) },
  };
}
