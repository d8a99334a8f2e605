import type { WorkerOptions } from '../../simulator/worker.ts';
import { UsageError } from './options.ts';
import type { Options } from './table.ts';

/** The simulator options from the command line. Throws a `UsageError` for what `--fleet` cannot use. */
export function simulatorOptions(options: Options): WorkerOptions {
  if (options.fleet && options.scenario !== undefined)
    throw new UsageError('--fleet has incidents of its own: leave --scenario out');
  return {
    fleet: options.fleet,
    host: options.host,
    port: options.port,
    seed: options.seed,
    scenario: options.scenario,
    servers: options.servers,
    streams: options.streams,
    journalRate: options.journalRate,
    speed: options.speed,
  };
}
