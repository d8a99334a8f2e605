import { counted, dateTime, duration } from '../../base/format.ts';
import type { Config } from '../../config/load.ts';
import { defaultPaths } from '../../config/paths.ts';
import { defaultRetention, type Retention } from '../../history/retention.ts';
import type { HistoryPlace } from '../../history/shared-directory.ts';
import type { HistoryNotice, WriterStatus } from '../../history/writer.ts';
import type { HistorySettings } from '../../session/session-history.ts';
import type { Arguments } from './options.ts';

/** How long and how much to keep: the configuration over the defaults. */
export function retentionOf(config: Config): Retention {
  const { directory: _, prometheus: __, ...kept } = config.file.history ?? {};
  return { ...defaultRetention, ...kept };
}

/** Where histories are: in the shared directory of the configuration, else in the one of this user's state. */
export function historyPlace(config: Config): HistoryPlace {
  const directory = config.file.history?.directory;
  return { directory: directory ?? defaultPaths().stateDir, shared: directory !== undefined };
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
    if (status.kind !== 'writing' && status.kind !== 'reading') tell(historyStatus(status));
  };
  const onNotice = (notice: HistoryNotice) => tell(historyNotice(notice));
  return { stateDir, retention: retentionOf(config), onStatus, onNotice };
}

export function historyStatus(status: WriterStatus): string {
  if (status.kind === 'writing') return 'the history is being written';
  if (status.kind === 'waiting') return 'another castwatch is writing the history of this cluster';
  if (status.kind === 'reading') return 'the shared history is read; its owner writes it';
  return status.error.message;
}

export function historyNotice(notice: HistoryNotice): string {
  if (notice.kind === 'pruned') {
    const { from, to } = notice.part;
    return `samples from ${dateTime(from)} to ${dateTime(to)} were removed from the history: they were too old or too many`;
  }
  if (notice.kind === 'set-aside') {
    const { rows, until } = notice;
    return `${counted(rows, 'row')} of the history ${rows === 1 ? 'has a time' : 'have times'} in the future, up to ${dateTime(until)}: a wrong clock wrote them, so they are kept and not shown`;
  }
  const { apartMs } = notice;
  const where = apartMs >= 0 ? 'after' : 'before';
  return `this machine's clock is ${duration(Math.abs(apartMs))} ${where} the last entry of the history, so nothing is deleted by age until it has held for three hours and the server's clock agrees`;
}
