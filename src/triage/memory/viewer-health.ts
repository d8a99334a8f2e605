import type { ClusterState } from '../../cluster/state.ts';
import type { HealthSummary } from '../../protocol/dashboard.ts';
import { type Deviation, DeviationTrack, type Tolerance } from '../principles/deviation.ts';
import { NormalTrack } from '../principles/normal.ts';
import { isBadGrade, isGoodGrade } from '../stream-health.ts';

/** Five of a hundred viewers more that are bad, where that seldom changes. */
const TOLERANCE: Tolerance = { spread: 0.01, least: 0.05 };
/** A minute enters the normal at this age, ms. */
const WAITS_MS = 300_000;

/** How many of the viewers or streams whose health is known have a bad one; undefined where the counts match no grades. */
export function gradedOf(
  summary: HealthSummary | null | undefined,
): { readonly bad: number; readonly graded: number } | undefined {
  if (!summary || summary.doubt === 'unmatched') return undefined;
  let bad = 0;
  let graded = 0;
  for (const [index, label] of summary.labels.entries()) {
    const value = summary.series[index] ?? 0;
    if (isBadGrade(label)) bad += value;
    if (isBadGrade(label) || isGoodGrade(label)) graded += value;
  }
  return { bad, graded };
}

/** The share of the viewers with a good health, compared with its normal. */
export class ViewerHealth {
  readonly #normal = new NormalTrack(WAITS_MS);
  readonly #track = new DeviationTrack();
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
    const { level = good, spread = 0 } = this.#normal.normal ?? {};
    const tolerance = {
      spread: Math.max(TOLERANCE.spread, spread),
      least: Math.max(TOLERANCE.least, 3 * spread),
    };
    if (this.#track.take({ at, share: good - level }, tolerance)) this.#normal.take(at, good);
    else this.#normal.drop();
  }
}
