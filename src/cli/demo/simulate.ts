import { readNamedFile } from '../../base/private-file.ts';
import { errorMessage } from '../../base/system-error.ts';
import { expandPath } from '../../config/paths.ts';
import { type Capture, parseCapture } from '../../session/capture/capture.ts';
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
  const captured = options.from === undefined ? [] : readCapture(options.from).answers;
  const simulator = fleet ? await startFleet(settings) : await startSimulator({ ...settings, captured });
  const told = 'addresses' in simulator ? { clusters: simulator.addresses } : addressOf(simulator);
  try {
    await writeOutput(`${JSON.stringify(told)}\n`);
    await new Promise<void>((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
    });
    return 0;
  } finally {
    // If its address could not be printed, the simulator must not keep the program running.
    await simulator.close();
  }
}

/** Most bytes of a capture: more than a cluster of a thousand servers needs. */
const MAX_BYTES = 64 * 1024 * 1024;

function readCapture(file: string): Capture {
  try {
    return parseCapture(readNamedFile(expandPath(file), MAX_BYTES));
  } catch (error) {
    throw new UsageError(`--from: cannot serve ${file}: ${errorMessage(error)}`);
  }
}
