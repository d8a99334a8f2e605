import { errorMessage } from '../../base/system-error.ts';
import { parseFault } from '../../simulator/faults.ts';
import type { WorkerOptions } from '../../simulator/worker.ts';
import { flagOf } from './lookup.ts';
import { UsageError } from './options.ts';
import type { Options } from './table.ts';

/** These are about one cluster; the clusters of `--fleet` have their own. */
const OF_ONE = ['scenario', 'incident', 'fault', 'from'] as const;

/**
 * The simulator options from the command line. Throws a `UsageError` for a fault that cannot be parsed, and for what
 * `--fleet` cannot use.
 */
export function simulatorOptions(options: Options): WorkerOptions {
  const unused = options.fleet && OF_ONE.find((name) => options[name] !== undefined);
  if (unused) throw new UsageError(`--fleet has incidents of its own: leave ${flagOf(unused)} out`);
  return {
    fleet: options.fleet,
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
