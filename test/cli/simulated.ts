import { access, simulate } from '../e2e/program.ts';
import type { SimulatorOptions } from '../world/start.ts';
import { newHome } from './run-command.ts';

/** A simulated cluster, the words and variables that lead to it, and a home for commands. */
export async function simulated(options: SimulatorOptions = {}) {
  const simulator = await simulate(options);
  return { simulator, home: newHome(), ...access(simulator) };
}
