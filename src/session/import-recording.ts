import type { Clock } from '../base/clock.ts';
import { dateTime } from '../base/format.ts';
import type { ClusterTarget } from '../config/resolve.ts';
import type { HistoryDatabase } from '../history/database.ts';
import { HistoryError } from '../history/error.ts';
import { createHistoryReader } from '../history/reader.ts';
import type { Retention } from '../history/retention.ts';
import { createHistoryWriter } from '../history/writer.ts';
import { ReplayClock } from '../recording/replay-clock.ts';
import type { Tape } from '../recording/tape.ts';
import { openReplayStack } from './replay-stack.ts';

/** Recorded ms that are played between two turns. */
const SLICE_MS = 60_000;

export interface ImportOptions {
  readonly tape: Tape;
  readonly target: ClusterTarget;
  readonly db: HistoryDatabase;
  readonly retention: Retention;
  readonly clock: Clock;
}

/**
 * Plays a whole recording at once and writes what is seen into a history, as if it had been watched then; closes the
 * database. Only what is later than all that the history holds can be added: its sessions and gaps go on from there.
 * Throws a `HistoryError` where it is not, or where writing fails.
 */
export async function importRecording(options: ImportOptions): Promise<void> {
  const { tape, target, db, retention, clock: base } = options;
  const { from = 0, to = from } = tape;
  const known = createHistoryReader(db).range();
  if (known && known.to >= from) {
    db.close();
    throw new HistoryError(
      'UNUSABLE',
      `the history ${db.path} goes to ${dateTime(known.to)} already, and the recording begins at ${dateTime(from)}: name another file with --file`,
    );
  }
  const clock = new ReplayClock(base, from, to);
  const { session, replayer, close } = openReplayStack(target, tape, clock);
  const writer = createHistoryWriter(db, { clock, retention });
  const take = () => writer.take(session.store.getState(), session.triage.getState());
  const off = session.store.subscribe(take);
  try {
    session.monitor.start();
    while (clock.now() < to && writer.status?.kind === 'writing') {
      await clock.step(Math.min(SLICE_MS, to - clock.now()), { settled: replayer.idle });
    }
    const { status } = writer;
    if (status?.kind === 'failing') throw status.error;
    if (status?.kind === 'waiting') {
      throw new HistoryError('LOCKED', `another castwatch writes the history ${db.path}: end it first`);
    }
  } finally {
    off();
    await writer.close();
    clock.close();
    await close();
  }
}
