import { rm } from 'node:fs/promises';
import type { Clock } from '../base/clock.ts';
import { MINUTE_MS, SECOND_MS } from '../base/durations.ts';
import { systemReason } from '../base/system-error.ts';
import type { ClusterTarget } from '../config/resolve.ts';
import { type HistoryDatabase, openDatabase } from '../history/database.ts';
import { HistoryError, unusable } from '../history/error.ts';
import { createLease } from '../history/lease.ts';
import { mergeHistory } from '../history/merge.ts';
import { createHistoryReader } from '../history/reader.ts';
import type { Retention } from '../history/retention.ts';
import type { Period } from '../history/samples/range.ts';
import { createSampleStore } from '../history/samples/sample-store.ts';
import { rollUpDue } from '../history/samples/seal.ts';
import { watchedParts } from '../history/watched-time.ts';
import { HistoryWriter } from '../history/writer.ts';
import { ReplayClock } from '../recording/replay-clock.ts';
import type { Tape } from '../recording/tape.ts';
import { openReplayStack } from './replay-stack.ts';

/** Recorded ms that are played before yielding to other work. */
const SLICE_MS = MINUTE_MS;

export interface ImportOptions {
  readonly tape: Tape;
  readonly target: ClusterTarget;
  readonly db: HistoryDatabase;
  readonly retention: Retention;
  readonly clock: Clock;
}

/**
 * Plays a whole recording at full speed and adds it to a history, as if it had been watched then. Times that the
 * history already contains are left out, so that nothing counts twice. It is first written to a temporary file
 * beside the history. Closes the database. Returns the parts that were added, and those that were there already. Throws a
 * `HistoryError` if another program writes the history or if writing fails; then nothing was added.
 */
export async function importRecording(options: ImportOptions) {
  const { tape, db, clock } = options;
  const { from = 0, to = from } = tape;
  const lease = createLease(db);
  const assertFree = () => {
    if (db.transaction(() => lease.renew(clock.now()))) return;
    throw new HistoryError('LOCKED', `another castwatch is writing the history ${db.path}: stop it first`);
  };
  try {
    assertFree();
    const { known, unknown } = watchedParts(createHistoryReader(db), { from, to });
    if (unknown.length === 0) return { added: [], known };
    const path = `${db.path}.import`;
    await removeFiles(path);
    try {
      await play(options, path, unknown);
      const played = await openDatabase(path, { create: false });
      // The lease may have run out while the recording was played.
      assertFree();
      mergeHistory(played, db, unknown);
      played.close();
    } finally {
      await removeFiles(path);
    }
    await rollUpDue(db, createSampleStore(db), clock.now());
    return { added: unknown, known };
  } finally {
    try {
      lease.release();
    } finally {
      db.close();
    }
  }
}

/** Writes these parts of a recording into a new history. */
async function play(options: ImportOptions, path: string, parts: readonly Period[]): Promise<void> {
  const { tape, target, retention, clock: base } = options;
  const { from = 0, to = from } = tape;
  const clock = new ReplayClock(base, from, to);
  const { session, replayer } = openReplayStack(target, tape, clock);
  const db = await openDatabase(path, { create: true });
  const kept = { ...retention, raw: Number.POSITIVE_INFINITY };
  const writer = new HistoryWriter(db, { clock, retention: kept });
  const take = () => {
    const now = clock.now();
    const isWanted = parts.some((part) => now > part.from && now <= part.to);
    if (isWanted) writer.take(session.store.getState(), session.triage.getState());
  };
  const off = session.store.subscribe(take);
  try {
    session.monitor.start();
    while (clock.now() < to && writer.status?.kind === 'writing') {
      const now = clock.now();
      const look = replayer.nextAnswer('streams');
      const until = Math.min(look ?? now + SECOND_MS, now + SLICE_MS, to);
      await clock.step(until - now, { settled: replayer.idle });
      // All looks of the recording count: what rose and fell between two of our own was seen by it.
      if (until === look) session.monitor.sweep();
    }
    if (writer.status?.kind === 'failing') throw writer.status.error;
  } finally {
    off();
    await writer.close();
    clock.close();
    await session.close();
  }
}

async function removeFiles(path: string): Promise<void> {
  try {
    for (const suffix of ['', '-wal', '-shm']) await rm(`${path}${suffix}`, { force: true });
  } catch (error) {
    throw unusable(`cannot remove ${path}: ${systemReason(error)}`, error);
  }
}
