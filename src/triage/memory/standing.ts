import { resourceTable } from '../../cluster/resources.ts';
import type { ClusterState } from '../../cluster/state.ts';
import type { Dashboard } from '../../protocol/dashboard.ts';

/** What stands still in the dashboard's answers while the rest of them moves: the totals, or `generatedAt`. */
export interface Standing {
  readonly part: 'figures' | 'time';
  /** Unix ms of the first answer that is repeated. */
  readonly since: number;
}

/** A source is called frozen only after this many of its own intervals. */
const FROZEN_INTERVALS = 20;

/** Finds answers that are repeated in part: a cache before the server, or a server whose statistics stand. */
export class StandingAnswers {
  #at: number | undefined;
  #figures: string | undefined;
  #time: number | undefined;
  /** Since when both have been the same. Unix ms. */
  #figuresAt = 0;
  #timeAt = 0;
  standing: Standing | undefined;

  observe({ value, generatedAt, updatedAt: at, interval }: ClusterState['dashboard']): void {
    if (at === undefined || at === this.#at) return;
    this.#at = at;
    // What moves in any cluster that sends: an idle one may stand still.
    const figures = value?.outgoingTraffic?.total?.value ? movingFigures(value) : undefined;
    if (figures !== this.#figures) this.#figuresAt = at;
    if (generatedAt !== this.#time) this.#timeAt = at;
    this.#figures = figures;
    this.#time = generatedAt;
    this.standing = this.#standingAt(at - FROZEN_INTERVALS * (interval ?? resourceTable.dashboard.interval));
  }

  #standingAt(limit: number): Standing | undefined {
    if (this.#figures === undefined || this.#time === undefined) return undefined;
    const [figures, time] = [this.#figuresAt, this.#timeAt];
    if (figures <= limit && time > figures) return { part: 'figures', since: figures };
    return time <= limit && figures > time ? { part: 'time', since: time } : undefined;
  }
}

/** The totals: those of the servers may go on while these stand. */
const movingFigures = ({ viewersStats, incomingTraffic, outgoingTraffic }: Dashboard): string =>
  [viewersStats, incomingTraffic, outgoingTraffic].map((one) => one?.total?.value).join();
