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

/** The files of a session, requested by `--record` and `--log`. */
export interface Outputs {
  /**
   * Options of `openClusterSession` for the cluster with that name; they never throw. A recording contains only one
   * cluster, the first: responses of another would be played as those of the first.
   */
  hooks(cluster: string): { readonly tap: Tap | undefined; readonly log: Log };
  /** Reports an error of a file: on the screen while there is one, else on standard error at the end. */
  readonly tell: (message: string) => void;
  /** From now on errors are shown by `notify`; returns a function that ends this. */
  attach(notify: (message: string) => void): () => void;
  /** Writes pending data. Reports on standard error the errors that were not shown, or where the recording is. */
  close(): Promise<void>;
}

/** Opens the files. Throws a `TapeError` or a `ConfigError` if a file cannot be written. */
export async function openOutputs(paths: OutputPaths, cluster: string, clock: Clock): Promise<Outputs> {
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
    hooks(watched) {
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
    tell: onFailure,
    attach(show) {
      notify = show;
      if (failures[0] !== undefined) show(failures[0]);
      return () => {
        notify = undefined;
      };
    },
    // May be called several times; the files are closed once.
    close: () => (closing ??= close()),
  };
}
