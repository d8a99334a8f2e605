import { untilSignal } from '../../base/ending-signals.ts';
import { systemCode, systemReason } from '../../base/system-error.ts';
import { startFleet } from '../../simulator/fleet.ts';
import { addressOf, startSimulator } from '../../simulator/start.ts';
import { type Arguments, UsageError } from '../options/options.ts';
import { simulatorOptions } from '../options/simulator-options.ts';
import { writeOutput } from '../output.ts';

/**
 * `castwatch simulate`: the simulated cluster alone, until a signal. Prints one JSON line once it listens, with
 * `--fleet` one that lists the clusters by name.
 */
export async function simulateCommand({ options }: Arguments): Promise<number> {
  const { fleet, ...settings } = simulatorOptions(options);
  const simulator = await (fleet ? startFleet(settings) : startSimulator(settings)).catch(
    cannotListen(settings),
  );
  const told = 'addresses' in simulator ? { clusters: simulator.addresses } : addressOf(simulator);
  try {
    await writeOutput(`${JSON.stringify(told)}\n`);
    await untilSignal();
    return 0;
  } finally {
    // If its address could not be printed, the simulator must not keep the program running.
    await simulator.close();
  }
}

function cannotListen({ host = '127.0.0.1', port = 0 }: ReturnType<typeof simulatorOptions>) {
  return (error: unknown): never => {
    if (systemCode(error) === undefined) throw error;
    throw new UsageError(`--host ${host} --port ${port}: ${systemReason(error)}`);
  };
}
