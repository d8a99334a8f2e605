import type { Clock } from '../base/clock.ts';
import { tellError } from '../base/tell-error.ts';
import { openLogFile } from '../config/log-file.ts';
import type { Log, Tap } from '../http/observe.ts';
import { recordInto } from '../recording/entry.ts';
import { openTapeWriter } from '../recording/tape-writer.ts';

/** Paths of the files to write; an undefined one is not written. */
interface OutputPaths {
  readonly record?: string | undefined;
  readonly log?: string | undefined;
}

export type Outputs = Awaited<ReturnType<typeof openOutputs>>;

/**
 * Opens the files of a session, requested by `--record` and `--log`. Throws a `TapeError` or a `ConfigError` if one cannot be
 * written.
 */
export async function openOutputs(paths: OutputPaths, cluster: string, clock: Clock) {
  let notify: ((message: string) => void) | undefined;
  const failures: string[] = [];
  // A full disk ends the file but not the monitor. It is reported now and again at the end, because notices
  // disappear.
  const onFailure = (message: string) => {
    failures.push(message);
    notify?.(message);
  };
  const tape =
    paths.record === undefined
      ? undefined
      : await openTapeWriter(paths.record, { cluster, clock, onFailure });
  const file = paths.log === undefined ? undefined : await openLogFile(paths.log, clock, onFailure);
  const recorder = tape && recordInto(tape);
  let closing: Promise<void> | undefined;

  const close = async () => {
    await Promise.all([tape?.close(), file?.close()]);
    const { dropped = 0 } = tape?.stats ?? {};
    if (dropped > 0) failures.push(`the disk was too slow: ${dropped} answers are not in ${paths.record}`);
    for (const message of failures) tellError(message);
  };

  return {
    /**
     * Options of `openClusterSession` for the cluster with that name; they never throw. A recording contains only one
     * cluster, the first: responses of another would be played as those of the first.
     */
    hooks(watched: string): { readonly tap: Tap | undefined; readonly log: Log } {
      const kept = watched === cluster ? recorder : undefined;
      const left = `${paths.record} holds ${cluster} only, not ${watched}`;
      if (recorder && !kept && !failures.includes(left)) onFailure(left);
      return {
        tap: kept?.tap,
        log: (line) => {
          kept?.log(line);
          const { at: _, ...details } = line;
          file?.write('request', { cluster: watched, ...details });
        },
      };
    },
    /** Reports an error of a file: on the screen while there is one, else on standard error at the end. */
    tell: onFailure,
    /** From now on errors are shown by `notify`; returns a function that ends this. */
    attach(show: (message: string) => void) {
      notify = show;
      if (failures[0] !== undefined) show(failures[0]);
      return () => {
        notify = undefined;
      };
    },
    /**
     * Writes pending data. Reports on standard error the errors that were not shown, or where the recording is. May be called
     * several times; the files are closed once.
     */
    close: () => (closing ??= close()),
  };
}
