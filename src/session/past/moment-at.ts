import type { Moment } from '../../actions/time-travel.ts';
import { dateTime } from '../../base/format.ts';
import { failed } from '../../cluster/resource.ts';
import { alwaysPolled } from '../../cluster/resources.ts';
import type { ClusterState } from '../../cluster/state.ts';
import { type Gap, WATCHING } from '../../history/gap-store.ts';
import type { HistoryReader } from '../../history/reader.ts';
import type { Thresholds } from '../../triage/threshold-families.ts';
import { storedMoment } from './stored-moment.ts';

interface MomentOptions {
  /** Provides name and login. */
  readonly live: ClusterState;
  readonly thresholds: Thresholds;
  /** So long after its newest figures the history still holds: all that was seen is in it. Default 0 ms. */
  readonly holdsMs?: number;
}

/**
 * The cluster at `at` (Unix ms) as its history knows it, with the errors of what could not be read then. Rejects with what
 * is known instead.
 */
export async function momentAt(
  reader: HistoryReader,
  at: number,
  { live, thresholds, holdsMs = 0 }: MomentOptions,
): Promise<Moment> {
  const range = reader.range();
  if (!range) throw new Error('the history has no figures yet');
  if (at < range.from || at > range.to + holdsMs)
    throw new Error(`the history has ${wordsOf(range)}, and not ${dateTime(at)}`);
  const gaps = reader.gaps(at, at).filter(({ from }) => from < at);
  const away = gaps.find(({ resource }) => resource === WATCHING);
  if (away) throw new Error(`the cluster was not watched from ${wordsOf(away)} (${away.reason})`);
  const found = await storedMoment(reader, live, thresholds, at);
  if (!found) throw new Error(`the history has nothing of ${dateTime(at)}`);
  return { ...found, state: withErrors(found.state, gaps) };
}

/** Times in which nobody watched that touch (from, to], oldest first. */
export function unwatched(reader: HistoryReader | undefined, from: number, to: number): readonly Gap[] {
  return (reader?.gaps(from, to) ?? []).filter(({ resource }) => resource === WATCHING);
}

function withErrors(state: ClusterState, gaps: readonly Gap[]): ClusterState {
  const errors = alwaysPolled.flatMap(({ key, name }) => {
    const gap = gaps.find(({ resource }) => resource === name);
    if (!gap) return [];
    const { from, reason: code } = gap;
    return [
      [key, failed<unknown>(state[key], { code, message: `not read from ${wordsOf(gap)} (${code})` }, from)],
    ];
  });
  return { ...state, ...Object.fromEntries(errors) };
}

function wordsOf({ from, to }: Pick<Gap, 'from' | 'to'>): string {
  return `${dateTime(from)} to ${dateTime(to)}`;
}
