import { systemClock } from '../../base/clock.ts';
import { expandReadable } from '../../config/credentials.ts';
import { secretVariables } from '../../config/layers.ts';
import type { Config } from '../../config/load.ts';
import { readRoute, routeSettings } from '../../config/route.ts';
import { sourceOf } from '../../config/secret.ts';
import { readSecret } from '../../config/secrets.ts';
import { createCaller } from '../../http/caller.ts';
import { createPrometheus, type RemoteSeries } from '../../session/prometheus.ts';

/**
 * Returns a function that opens what `history.prometheus` of the configuration names for a cluster; undefined if it is not set. `{cluster}` in a label is
 * the cluster's name. Rejects with a `ConfigError`, or an `InvalidInput` for an unsafe URL.
 */
export async function openPrometheus(
  config: Config,
  cluster: string,
  env: NodeJS.ProcessEnv,
): Promise<(() => RemoteSeries) | undefined> {
  const settings = config.file.history?.prometheus;
  if (!settings) return undefined;
  const { url, labels = {}, caFile } = settings;
  const source = sourceOf(settings.token, config.path);
  const context = { clock: systemClock, env, secretVariables: secretVariables(config) };
  const secret = source && (await readSecret(source, 'token of history.prometheus', context));
  const options = {
    url,
    what: 'Prometheus',
    caFile: caFile && expandReadable(caFile, config.path),
    route: await readRoute(routeSettings(settings, config.path), 'history.prometheus', context),
    isPrivate: true,
    clock: systemClock,
  };
  return () =>
    createPrometheus({
      caller: createCaller(options),
      headers: secret ? { authorization: `Bearer ${secret.reveal()}` } : {},
      labels: Object.fromEntries(
        Object.entries(labels).map(([name, value]) => [name, value.replaceAll('{cluster}', cluster)]),
      ),
      clock: systemClock,
    });
}
