import type { Clock } from '../base/clock.ts';
import { MINUTE_MS, SECOND_MS } from '../base/durations.ts';
import type { ClusterTarget } from '../config/resolve.ts';
import { lastAlive, WATCHING } from '../history/gap-store.ts';
import { LEASE_MS } from '../history/lease.ts';
import type { HistoryPlace } from '../history/shared-directory.ts';
import type { Watched } from '../triage/watched.ts';

type Recorded = Pick<ClusterTarget, 'url' | 'interval'>;

/** A history that was written longer ago than this many polls, or whose writer has ended, is not current. */
const FRESH_POLLS = 4;
/** After this time of watching, usual values are known, ms. */
const NORMAL_MS = 10 * MINUTE_MS;

/**
 * What another program, such as `record`, knows about the cluster that it watches now, from its history, and what it could
 * tell nobody, in words. The history is only read. Nothing if there is none, if it is not being written, or if it cannot be
 * read.
 */
export async function watchedNow(
  { url, interval }: Recorded,
  place: HistoryPlace,
  now: number,
): Promise<{ readonly watched?: Watched | undefined; readonly untold: readonly string[] }> {
  const { createOutbox, UNTOLD_AFTER_MS } = await import('../history/outbox.ts');
  try {
    const { db, reader } = await openToRead(url, place);
    try {
      const waiting = createOutbox(db).waiting().toReversed();
      const untold = waiting
        .filter(({ at }) => now - at >= UNTOLD_AFTER_MS)
        .map(({ way, summary }) => `nobody was told by ${way}: ${summary}`);
      const oldest = now - Math.max(LEASE_MS, FRESH_POLLS * interval * 1_000);
      const [range, alive] = [reader.range(), lastAlive(db)];
      if (!range || alive === undefined || alive < oldest || alive > now + LEASE_MS) return { untold };
      const problems = reader.problemsAt(alive).map((one) => ({ ...one, acknowledged: undefined }));
      const from = now - NORMAL_MS;
      const breaks = reader
        .gaps(from, now)
        .filter(({ resource }) => resource === WATCHING || resource === 'dashboard');
      return { watched: { problems, knowsNormal: range.from <= from && breaks.length === 0 }, untold };
    } finally {
      db.close();
    }
  } catch {
    // The history belongs to another program, so an error in it must not prevent this program's own verdict.
    return { untold: [] };
  }
}

async function openToRead(url: string, { directory, shared }: HistoryPlace) {
  const { historyFile, openReadOnly } = await import('../history/database.ts');
  const { createHistoryReader } = await import('../history/reader.ts');
  const db = openReadOnly(historyFile(directory, url), { shared });
  return { db, reader: createHistoryReader(db) };
}

/** How often its history is read, ms. */
const READ_EVERY_MS = 5 * SECOND_MS;
/** What a recorder said last is believed for so long after its end: it may be started again, ms. */
const BELIEVED_MS = 5 * MINUTE_MS;

interface RecorderOptions {
  readonly target: Recorded;
  readonly place: HistoryPlace;
  readonly clock: Clock;
  /** This program is the one that writes that history. */
  readonly isOwn: () => boolean;
  readonly onChange: () => void;
}

/** Follows what another program says of the same cluster, from now until this one knows as much. */
export function followRecorder({ target, place, clock, isOwn, onChange }: RecorderOptions) {
  const knowsFrom = clock.now() + NORMAL_MS;
  let heard: { readonly watched: Watched; readonly at: number } | undefined;
  // Kept open, because usual values are asked for at any time.
  let kept: Awaited<ReturnType<typeof openToRead>> | undefined;
  let cancel = () => {};
  let closed = false;
  const read = async () => {
    const now = clock.now();
    const { watched } = isOwn() ? {} : await watchedNow(target, place, now);
    if (watched) kept ??= await openToRead(target.url, place).catch(() => undefined);
    if (closed) return;
    const before = heard;
    if (watched) {
      const problems = watched.problems.filter(({ since }) => since.at < knowsFrom);
      heard = { watched: { ...watched, problems }, at: now };
    } else if (heard && now - heard.at > BELIEVED_MS) heard = undefined;
    if (heard || before) onChange();
    if (now < knowsFrom || heard?.watched.problems.length) cancel = clock.after(READ_EVERY_MS, start);
    else heard = undefined;
  };
  const start = () => {
    reading = read();
  };
  let reading = read();
  return {
    /** What it says of the time before this program knew usual values. */
    current: () => heard?.watched,
    /** Its history, for what was usual before this program began; undefined if there is none. */
    reader: () => kept?.reader,
    async close(): Promise<void> {
      closed = true;
      cancel();
      await reading;
      kept?.db.close();
    },
  };
}
