import { errorMessage } from '../../base/system-error.ts';
import { parseFault } from '../../simulator/faults.ts';
import type { SimulatorOptions } from '../../simulator/start.ts';
import { UsageError } from './options.ts';
import type { Options } from './table.ts';

/** The simulator options from the command line. Throws a `UsageError` for a fault that cannot be parsed. */
export function simulatorOptions(options: Options): SimulatorOptions {
  return {
    host: options.host,
    port: options.port,
    seed: options.seed,
    scenario: options.scenario,
    incident: options.incident,
    servers: options.servers,
    streams: options.streams,
    journalRate: options.journalRate,
    speed: options.speed,
    faults: (options.fault ?? []).map((text) => {
      try {
        return parseFault(text);
      } catch (error) {
        throw new UsageError(`--fault: ${errorMessage(error)}`);
      }
    }),
  };
}
