import { once } from 'node:events';
import { tmpdir } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { systemClock } from '../../base/clock.ts';
import { scaledClock } from '../../base/scaled-clock.ts';
import { systemReason } from '../../base/system-error.ts';
import { openTemporaryDirectory, type TemporaryDirectory } from '../../base/temporary-directory.ts';
import { ConfigError } from '../../config/error.ts';
import { INTERVAL_S } from '../../config/interval.ts';
import type { ClusterTarget } from '../../config/resolve.ts';
import { openClusterSession } from '../../session/cluster-session.ts';
import { openFleet } from '../../session/fleet.ts';
import { openOutputs } from '../../session/outputs.ts';
import type { RegionAddress } from '../../simulator/fleet.ts';
import type { Address } from '../../simulator/start.ts';
import { startKiosk } from '../../ui/program/kiosk.ts';
import type { Runtime } from '../../ui/program/runtime.ts';
import { bareTarget } from '../cluster/bare-target.ts';
import { readConfig } from '../cluster/cluster-target.ts';
import { UNREACHABLE } from '../exit-codes.ts';
import { historySettings } from '../options/history-options.ts';
import type { Arguments } from '../options/options.ts';
import { simulatorOptions } from '../options/simulator-options.ts';
import type { Options } from '../options/table.ts';
import { memoryShare } from '../watch/open-session.ts';
import { hasScreen, watchSettings } from '../watch/settings.ts';
import { watch } from '../watch/watch.ts';
import { startWorker } from './start-worker.ts';

/** On a wall display something should happen soon, and the cluster is local, s. */
const KIOSK_INTERVAL_S = 1;

/**
 * Least real time between two polls by default, however fast the demo runs, s: polling more often would only load
 * the machine.
 */
const LEAST_POLL_S = 0.25;

/** `castwatch demo`: the same program on the embedded simulated cluster, over real HTTP on loopback. */
export async function demoCommand(args: Arguments, env: NodeJS.ProcessEnv): Promise<number> {
  const config = await readConfig(args);
  if (!hasScreen(env, 'For scripts: castwatch simulate.')) return UNREACHABLE;
  const { kiosk } = args.options;
  const { name, options } = simulationOf(args.options);
  const { speed = 1 } = args.options;
  const fastFrom = systemClock.now();
  // Options are checked first, because a running thread would keep the program from ending.
  const simulation = { ...simulatorOptions(options), fastFrom };
  // The program's clock runs at the speed of the cluster, so that polls, ages and rules use the same time.
  const clock = scaledClock(systemClock, speed, fastFrom);
  const outputs = await openOutputs(args.options, name, clock);
  const state = temporaryState();
  // A thread of its own, so that the simulator's work never delays a frame.
  const worker = startWorker(simulation);
  const end = async () => {
    await outputs.close();
    await worker.terminate();
    state.remove();
  };
  const clusters = await addressesFrom(worker, name).catch(async (error: unknown) => {
    await end();
    throw error;
  });
  const interval =
    args.options.interval ??
    Math.max(LEAST_POLL_S * speed, kiosk === undefined ? INTERVAL_S.standard : KIOSK_INTERVAL_S);
  const targetOf = ({ name: cluster, url, username, cloudUrl }: RegionAddress): ClusterTarget => ({
    ...bareTarget(cluster, url),
    username,
    cloudUrl,
    apiKey: { kind: 'prompt' },
    readOnly: args.options.readOnly ?? false,
    ofSeveral: args.options.fleet === true,
    interval,
  });
  const open = (address: RegionAddress) => {
    const share = args.options.fleet ? memoryShare(clusters.length) : undefined;
    return openClusterSession({
      target: targetOf(address),
      clock,
      ...outputs.hooks(address.name),
      credentials: async () => ({ username: address.username, password: address.password }),
      apiKey: async () => address.apiKey,
      operator: { stateDir: state.path, env, tell: outputs.tell, rewindBytes: share?.rewindBytes },
      journalItems: share?.journalItems,
      history: historySettings(args, config, state.path, outputs.tell),
    });
  };
  const settingsOf = (address: RegionAddress) => {
    const settings = watchSettings(args, env, config, targetOf(address));
    return { ...settings, facts: { ...settings.facts, demo: true } };
  };
  const settings = settingsOf(clusters[0]);
  const fleet = args.options.fleet
    ? openFleet(
        clusters.map((address) => ({
          name: address.name,
          facts: settingsOf(address).facts,
          open: () => open(address),
        })),
        clock,
      )
    : undefined;
  return watch({
    session: fleet?.members[0]?.session ?? open(clusters[0]),
    fleet,
    // Notices and key presses use real time, so that people can read them.
    clock: { ...systemClock, now: clock.now },
    ...settings,
    attach: [
      (runtime: Runtime) => outputs.attach((message) => runtime.notice(message, 'warn')),
      ...(kiosk === undefined ? [] : [(runtime: Runtime) => startKiosk(runtime, kiosk)]),
    ],
    onEnd: end,
  });
}

function simulationOf(options: Options): { readonly name: string; readonly options: Options } {
  if (options.fleet) return { name: 'demo (fleet)', options };
  // Without a problem, a wall display would show little of the program.
  const { scenario = options.kiosk === undefined ? 'steady' : 'incident' } = options;
  return { name: `demo (${scenario})`, options: { ...options, scenario } };
}

/**
 * A temporary directory for preferences and audit of the demo, because they belong to no real cluster. Throws a
 * `ConfigError`.
 */
function temporaryState(): TemporaryDirectory {
  try {
    return openTemporaryDirectory();
  } catch (error) {
    throw new ConfigError(
      'state',
      `the demo cannot write to the directory for temporary files ${tmpdir()}: ${systemReason(error)}; TMPDIR names another`,
      error,
    );
  }
}

type Addresses = readonly [RegionAddress, ...RegionAddress[]];

/**
 * Address and credentials of the simulated clusters in that thread; a single one is called `name`. Rejects if it does
 * not start.
 */
async function addressesFrom(worker: Worker, name: string): Promise<Addresses> {
  const [told] = (await once(worker, 'message')) as [Address | Addresses];
  return 'url' in told ? [{ name, ...told }] : told;
}
