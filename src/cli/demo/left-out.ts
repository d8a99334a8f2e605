import { ConfigError } from '../../config/error.ts';
import type { Arguments } from '../options/options.ts';

/** Stands for `demo` and `simulate` in builds without the simulated cluster (`build/without-simulator.ts`). */
async function refuse({ command }: Arguments): Promise<never> {
  throw new ConfigError(
    'value',
    `${command} needs the simulated cluster, which is not in this build: the npm package has it, and npm start in a checkout`,
  );
}

export { refuse as demoCommand, refuse as simulateCommand };
