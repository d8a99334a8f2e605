import type { Clock } from '../base/clock.ts';
import { tellError } from '../base/tell-error.ts';
import { openLogFile } from '../config/log-file.ts';
import type { Log, Tap } from '../http/observe.ts';
import { recordInto } from '../recording/entry.ts';
import { openTapeWriter } from '../recording/tape-writer.ts';

/** Paths of the files to write; where one is absent, that file is not kept. */
interface OutputPaths {
  readonly record?: string | undefined;
  readonly log?: string | undefined;
}

/** The files of a session: what `--record` and `--log` asked for. */
export interface Outputs {
  /**
   * For the `openClusterSession` of a cluster, by its name. Neither ever throws. A recording is of one cluster: the
   * first. What another one answers would be played as the first one's own.
   */
  hooks(cluster: string): { readonly tap: Tap | undefined; readonly log: Log };
  /** Tells of trouble with a file: on the screen while there is one, on standard error at the end. */
  readonly tell: (message: string) => void;
  /** From here on a failure is shown by `notify`; returns how to end that. */
  attach(notify: (message: string) => void): () => void;
  /** Writes what waits; says on standard error what failed and was never seen, or where the recording is. */
  close(): Promise<void>;
}

/** Opens them. Throws a `TapeError` or a `ConfigError` where a file cannot be written at all. */
export async function openOutputs(paths: OutputPaths, cluster: string, clock: Clock): Promise<Outputs> {
  let notify: ((message: string) => void) | undefined;
  const failures: string[] = [];
  // A full disk ends the file, never the watching; it is reported now and, as notices vanish, again at the end.
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
    if (dropped > 0) failures.push(`the disk did not keep up: ${dropped} answers are not in ${paths.record}`);
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
    // Several ways to the end may meet here; the files are closed once.
    close: () => (closing ??= close()),
  };
}
