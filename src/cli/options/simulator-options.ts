import type { WorkerOptions } from '../../simulator/worker.ts';
import { UsageError } from './options.ts';
import type { Options } from './table.ts';

/** The simulator options from the command line. Throws a `UsageError` for what `--fleet` cannot use. */
export function simulatorOptions(options: Options): WorkerOptions {
  const { fleet, host, port, seed, scenario, servers, streams, journalRate, speed } = options;
  if (fleet && scenario !== undefined)
    throw new UsageError('--fleet has incidents of its own: leave --scenario out');
  return { fleet, host, port, seed, scenario, servers, streams, journalRate, speed };
}
