import { MINUTE_MS } from '../../base/durations.ts';
import { putLast } from '../../base/maps.ts';
import { serverTotal, sumKnown } from '../../cluster/figures.ts';
import type { History } from '../../cluster/history.ts';
import type { ClusterState } from '../../cluster/state.ts';
import { applicationsLeftOut } from '../coverage/readings.ts';

const TOTAL = 'total/viewers';
/** They have parted where their ratio changed by this share; if the total moves, in so many answers in a row. */
const PARTED = 0.04;
const ANSWERS = 3;
/** What stands is no witness: the sum must have moved within this time, ms. */
const MOVED_WITHIN_MS = 20_000;
/** The usual ratio follows that of each answer by this share of their difference: slower than any audience changes, and than a lie lasts. */
const FOLLOWS = 0.003;
const FOLLOWS_APART = 0.0003;

/**
 * Viewers of the whole cluster, by two witnesses: the total of the dashboard, and the sum of its servers. Where these part, the
 * total is not trusted, and what the servers count tells who is lost. Copies and sessions between servers may count in one of
 * them, so that their ratio is usual, whatever it is, and only its change is judged.
 */
export class ViewersTotal {
  #at: number | undefined;
  #total: number | undefined;
  #sum: number | undefined;
  #movedAt = 0;
  #usual: number | undefined;
  #apart = 0;
  /** What the servers say, where the total is not trusted, by Unix ms. */
  readonly #counted = new Map<number, number>();

  /** The state with the viewers that are trusted. */
  observe(state: ClusterState): ClusterState {
    const { value, updatedAt } = state.dashboard;
    if (updatedAt !== undefined && updatedAt !== this.#at) {
      this.#at = updatedAt;
      this.#compare(state, value?.viewersStats?.total?.value ?? undefined, updatedAt);
    }
    if (this.#counted.size === 0) return state;
    return { ...state, history: withCounted(state.history, this.#counted) };
  }

  #compare(state: ClusterState, total: number | undefined, at: number): void {
    const sum = applicationsLeftOut(state) === 0 ? viewersOfServers(state) : undefined;
    if (sum !== this.#sum) this.#movedAt = at;
    const isStanding = total === this.#total;
    [this.#sum, this.#total] = [sum, total];
    if (!sum || !total) return;
    const usual = this.#usual ?? total / sum;
    const isApart = Math.abs((sum * usual) / total - 1) > PARTED;
    this.#apart = isApart && at - this.#movedAt <= MOVED_WITHIN_MS ? this.#apart + 1 : 0;
    if (this.#apart >= (isStanding ? 1 : ANSWERS)) putLast(this.#counted, at, Math.round(sum * usual));
    // A total that moves is right in the end; while it stands, the ratio is that of its last moment.
    if (!isStanding) this.#usual = usual + (isApart ? FOLLOWS_APART : FOLLOWS) * (total / sum - usual);
  }
}

function viewersOfServers({ servers }: ClusterState): number | undefined {
  return sumKnown(servers.map((one) => (one.misses > 0 ? undefined : serverTotal(one.server, 'viewers'))));
}

function withCounted(history: History, counted: ReadonlyMap<number, number>): History {
  return {
    ...history,
    last(key, at) {
      const newest = key === TOTAL ? history.points(key, at - 2 * MINUTE_MS, at).at(-1) : undefined;
      return (newest && counted.get(newest.at)) ?? history.last(key, at);
    },
    points(key, from, to) {
      const points = history.points(key, from, to);
      return key === TOTAL
        ? points.map(({ at, value }) => ({ at, value: counted.get(at) ?? value }))
        : points;
    },
  };
}
