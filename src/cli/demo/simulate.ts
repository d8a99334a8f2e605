import { startSimulator } from '../../simulator/start.ts';
import type { Arguments } from '../options/options.ts';
import { simulatorOptions } from '../options/simulator-options.ts';
import { writeOutput } from '../output.ts';

/** `castwatch simulate`: the simulated cluster alone, until a signal. Prints one JSON line once it listens. */
export async function simulateCommand({ options }: Arguments): Promise<number> {
  const simulator = await startSimulator(simulatorOptions(options));
  const { url, cloudUrl, username, password, apiKey } = simulator;
  try {
    await writeOutput(`${JSON.stringify({ url, cloudUrl, username, password, apiKey })}\n`);
    await new Promise<void>((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
    });
    return 0;
  } finally {
    // If its address could not be printed, the simulator must not keep the program running.
    await simulator.close();
  }
}
