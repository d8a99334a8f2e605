import { hash } from './rng.ts';
import type { ScenarioName } from './scenarios.ts';
import { type Address, addressOf, type Simulator, type SimulatorOptions, startSimulator } from './start.ts';

/** The regions of the simulated fleet: one has an incident, and two have the same cause at the same time. */
const regions = [
  { name: 'ap-south', scenario: 'steady' },
  { name: 'eu-central', scenario: 'partial-recovery' },
  { name: 'eu-west', scenario: 'incident' },
  { name: 'sa-east', scenario: 'quiet' },
  { name: 'us-east', scenario: 'partial-recovery' },
  { name: 'us-west', scenario: 'steady' },
] as const satisfies readonly { readonly name: string; readonly scenario: ScenarioName }[];

/** Address and credentials of one cluster of the fleet. */
export interface RegionAddress extends Address {
  readonly name: string;
}

/**
 * Starts the clusters of all regions in this process; resolves once they listen. Each has a seed, a port and
 * credentials of its own. With a `port` they listen on this one and the following ones.
 */
export async function startFleet(options: SimulatorOptions = {}) {
  const { seed = 1, port = 0 } = options;
  const started: (Simulator & { readonly name: string })[] = [];
  const close = async () => {
    await Promise.all(started.map((simulator) => simulator.close()));
  };
  try {
    for (const [index, { name, scenario }] of regions.entries()) {
      const simulator = await startSimulator({
        ...options,
        scenario,
        seed: hash(seed, 131, index),
        port: port === 0 ? 0 : port + index,
        username: `operator-${name}`,
        password: `${name}-${hash(seed, 132, index).toString(36)}`,
      });
      started.push({ ...simulator, name });
    }
  } catch (error) {
    await close();
    throw error;
  }
  const addresses = started.map(
    (simulator): RegionAddress => ({ name: simulator.name, ...addressOf(simulator) }),
  );
  return { regions: started, addresses, close };
}
