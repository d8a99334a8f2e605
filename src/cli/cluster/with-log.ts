import { systemClock } from '../../base/clock.ts';
import { tellError } from '../../base/tell-error.ts';
import { openLogFile } from '../../config/log-file.ts';
import type { Log } from '../../http/observe.ts';
import type { Arguments } from '../options/options.ts';

/**
 * Runs a command without a screen with the file of `--log`: `logOf` returns the log of a cluster by its name, which
 * writes nothing without the option. Throws a `ConfigError` if the file cannot be opened; later errors are printed,
 * and the command continues.
 */
export async function withLog<T>(
  { options }: Arguments,
  use: (logOf: (cluster: string) => Log) => Promise<T>,
): Promise<T> {
  const file = options.log === undefined ? undefined : await openLogFile(options.log, systemClock, tellError);
  try {
    return await use(
      (cluster) =>
        ({ at: _, ...details }) =>
          file?.write('request', { cluster, ...details }),
    );
  } finally {
    await file?.close();
  }
}
