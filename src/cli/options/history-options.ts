import type { Config } from '../../config/load.ts';
import { defaultRetention, type Retention } from '../../history/retention.ts';
import type { WriterStatus } from '../../history/writer.ts';
import type { HistorySettings } from '../../session/cluster-session.ts';
import type { Arguments } from './options.ts';

/** How long and how much to keep: the configuration over the defaults. */
export function retentionOf(config: Config): Retention {
  return { ...defaultRetention, ...config.file.history };
}

/**
 * What the monitor stores below `stateDir`: everything, unless `--no-history` is given. `tell` is called with
 * unusual events.
 */
export function historySettings(
  { options }: Arguments,
  config: Config,
  stateDir: string,
  tell: (message: string) => void,
): HistorySettings | undefined {
  if (options.history === false) return undefined;
  const onStatus = (status: WriterStatus) => {
    if (status.kind !== 'writing') tell(historyStatus(status));
  };
  return { stateDir, retention: retentionOf(config), onStatus };
}

/** The status of the history's writer, in words. */
export function historyStatus(status: WriterStatus): string {
  if (status.kind === 'upgrading') {
    return `the history is being upgraded, ${Math.round(100 * status.share)}% done`;
  }
  if (status.kind === 'writing') return 'the history is being written';
  if (status.kind === 'waiting') return 'another castwatch is writing the history of this cluster';
  return status.error.message;
}
