import { MINUTE_MS } from '../../base/durations.ts';
import { sum } from '../../base/theil-sen.ts';
import type { ClusterState } from '../../cluster/state.ts';

/** Viewers of the whole cluster before servers vanished, the fewest within seconds after, and since; without what an audience changes by itself. */
export type ViewersCutOff = Readonly<Record<'before' | 'lowest' | 'now', number | undefined>>;

/** Viewers are cut off within seconds; later changes are those of any audience, ms. */
const CUT_OFF_MS = 15_000;
/** Who looks for another server has found one by then; who comes later is the audience of the hour, ms. */
export const FOUND_MS = 360_000;
/** How an audience changes by itself is that of so long before, ms, and at most this share of it a minute. */
const PACE_OVER_MS = 120_000;
const MOST_PACE = 0.03;
/** Share of the lost viewers that must be back, and of all; and the share of all that an audience changes by itself, and per minute. */
const BACK_SHARE = 0.9;
const BACK_OF_ALL = 0.96;
const WAVE = 0.02;
const WAVE_A_MINUTE = 0.005;

interface Away {
  readonly viewers: ViewersCutOff;
  /** Unix ms: when it began, and when the last of the servers was missed. */
  readonly since: number;
  readonly noticedAt: number;
  readonly pace: number;
  readonly isAnyBack: boolean;
}

export function viewersSince(
  { viewers, since, noticedAt, pace, isAnyBack }: Away,
  total: number | undefined,
  now: number,
): ViewersCutOff {
  if (total === undefined || viewers.lowest === undefined || isAnyBack) return { ...viewers, now: total };
  if (now > noticedAt + FOUND_MS) return viewers;
  const found = total - pace * (now - since);
  if (now > noticedAt + CUT_OFF_MS) return { ...viewers, now: Math.max(viewers.now ?? 0, found) };
  return { ...viewers, lowest: Math.min(viewers.lowest, found), now: found };
}

/** Outages that begin within this time share the viewers whom the cluster loses, ms. */
const AT_ONCE_MS = 5_000;

type Sharing = Pick<Away, 'since' | 'viewers'> & { readonly share: number };

/** Those that began at once share who was lost, by how many each had. */
export function sharing<T extends Sharing>(outages: readonly T[], hadBy: (one: T) => number): readonly T[] {
  const all = outages.map((one) => ({ one, had: 1 + hadBy(one) }));
  return all.map(({ one, had }) => {
    const together = all.filter((other) => Math.abs(other.one.since - one.since) <= AT_ONCE_MS);
    const share = had / sum(together.map((other) => other.had));
    const own = (count: number | undefined) => count && (share / one.share) * count;
    const { before, lowest, now } = one.viewers;
    return { ...one, share, viewers: { before: own(before), lowest: own(lowest), now: own(now) } };
  });
}

/** How many viewers came per ms to the servers that are still there, well before this (Unix ms). */
export function paceBefore({ servers, history }: ClusterState, since: number): number {
  const end = since - CUT_OFF_MS;
  const changes = servers.flatMap(({ name, goneSince }) => {
    const [from, to] = [end - PACE_OVER_MS, end].map((at) => history.last(`server/${name}/viewers`, at));
    return goneSince !== undefined || from === undefined || to === undefined ? [] : { from, by: to - from };
  });
  const most = (MOST_PACE * sum(changes.map(({ from }) => from))) / MINUTE_MS;
  return Math.min(most, Math.max(-most, sum(changes.map(({ by }) => by)) / PACE_OVER_MS));
}

/** Whether those who were cut off so long ago (ms) are back. */
export function areBack({ before = 0, lowest = 0, now = 0 }: ViewersCutOff, ago: number): boolean {
  const least = Math.max(lowest + BACK_SHARE * (before - lowest), BACK_OF_ALL * before);
  // Meanwhile the audience has changed, but who stays away for good is no part of that.
  const wave = Math.min(
    (WAVE + (WAVE_A_MINUTE * ago) / MINUTE_MS) * before,
    Math.max(WAVE * before, (before - lowest) / 2),
  );
  return now >= Math.min(least, before - wave);
}
