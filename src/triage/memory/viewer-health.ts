import type { ClusterState } from '../../cluster/state.ts';
import type { HealthSummary } from '../../protocol/dashboard.ts';
import { countIn } from '../coverage/readings.ts';
import type { Deviation, Tolerance } from '../principles/deviation.ts';
import { FigureTrack, toleranceAround } from '../principles/figure-track.ts';
import { isBadGrade, isGoodGrade } from '../stream-health.ts';

/** Five of a hundred viewers more that are bad, where that seldom changes. */
const TOLERANCE: Tolerance = { spread: 0.01, least: 0.05 };
const HABITS = { knownAfterMs: 0, waitsMs: 300_000 };

/** How many of the viewers or streams whose health is known have a bad one; undefined where the counts match no grades. */
export function gradedOf(summary: HealthSummary | null | undefined) {
  if (!summary || summary.doubt === 'unmatched') return undefined;
  const bad = countIn(summary, isBadGrade);
  return { bad, graded: bad + countIn(summary, isGoodGrade) };
}

/** The share of the viewers with a good health, compared with its normal. */
export class ViewerHealth {
  readonly #track = new FigureTrack(HABITS);
  #at: number | undefined;

  /** More viewers than usual are bad. */
  get fallen(): Deviation | undefined {
    return this.#track.deviation?.direction === 'fallen' ? this.#track.deviation : undefined;
  }

  observe({ value, updatedAt: at }: ClusterState['dashboard']): void {
    const viewers = gradedOf(value?.viewerHealthSummary);
    if (at === undefined || at === this.#at || !viewers?.graded) return;
    this.#at = at;
    const good = 1 - viewers.bad / viewers.graded;
    const normal = this.#track.knownAt(at);
    if (!normal) {
      this.#track.learn({ at, value: good });
      return;
    }
    // It is a share already.
    const tolerance = toleranceAround({ level: 1, spread: normal.spread }, TOLERANCE);
    this.#track.take({ at, value: good, share: good - normal.level }, tolerance);
  }
}
