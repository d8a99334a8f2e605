import { resourceTable } from '../../cluster/resources.ts';
import type { ClusterState, ServerRecord } from '../../cluster/state.ts';
import type { Dashboard, DashboardHistory } from '../../protocol/dashboard.ts';
import type { Thresholds } from '../threshold-families.ts';
import { type Standing, StandingAnswers } from './standing.ts';

/** The cluster's totals: viewers, streams, outgoing bytes per second. */
export const totalNames = ['viewers', 'streams', 'out'] as const;
export type TotalName = (typeof totalNames)[number];
type Totals = Readonly<Record<TotalName, number | undefined>>;

/** The totals in one dashboard. */
interface TotalsSample {
  /** Unix ms. */
  readonly at: number;
  readonly totals: Totals;
  readonly servers: readonly ServerRecord[];
}

/** A fall of the totals within a few polls, and how it develops. */
export interface Loss {
  /** Unix ms: the first lower sample, and the last one before it. */
  readonly since: number;
  readonly lastGoodAt: number;
  /** Usual values before it; the lowest of the half minute after it; the newest. */
  readonly before: Totals;
  readonly lowest: Totals;
  readonly now: Totals;
  /** The totals that fell far enough for a sudden loss. */
  readonly fallen: readonly TotalName[];
  /** The servers just before, and at the second lower sample. */
  readonly serversBefore: readonly ServerRecord[];
  readonly serversAfter: readonly ServerRecord[];
}

/** The current totals are compared with the median of this many samples, so that one odd sample is not a loss. */
const MOST_SAMPLES = 5;
const LEAST_SAMPLES = 3;
/**
 * A level that was not held is no loss when it ends: what is lost is counted from the median of this long before, ms, if the
 * last samples are higher by the share of a sudden loss.
 */
const HELD_MS = 180_000;
/** After a gap of this many intervals it is unknown how fast the totals fell. */
const GAP_INTERVALS = 3;
/** A fault has its full effect within this time; later changes come from the time of day, ms. */
const CUT_OFF_MS = 30_000;

/** Share of the streams that may have ended meanwhile for other reasons. */
const STREAMS_LACKING = 0.02;

/** Detects sudden falls of the cluster's totals. */
export class TotalsMemory {
  #samples: readonly TotalsSample[] = [];
  /** The totals of the last minutes. */
  #levels: readonly Pick<TotalsSample, 'at' | 'totals'>[] = [];
  /** The first lower sample; the next sample confirms or refutes it. */
  #doubtful: TotalsSample | undefined;
  #loss: Loss | undefined;
  readonly #standing = new StandingAnswers();

  get standing(): Standing | undefined {
    return this.#standing.standing;
  }

  /** The newest loss that has not recovered, at most `loss.for` old. */
  get loss(): Loss | undefined {
    return this.#loss;
  }

  observe(state: ClusterState, t: Thresholds): void {
    const { dashboard, servers } = state;
    const { value, updatedAt: at, interval = resourceTable.dashboard.interval } = dashboard;
    const last = this.#doubtful ?? this.#samples.at(-1);
    if (!value || at === undefined || at === last?.at) return;
    const totals = {
      viewers: value.viewersStats?.total?.value ?? undefined,
      streams: value.streamStats?.total?.value ?? undefined,
      out: value.outgoingTraffic?.total?.value ?? undefined,
    };
    this.#standing.observe(dashboard, at, interval);
    const sample = { at, totals, servers };
    if (last && (at < last.at || at - last.at > GAP_INTERVALS * interval)) {
      this.#samples = [];
      this.#levels = [];
      this.#doubtful = undefined;
    }
    // Totals from before the first sample, or from a gap, are taken from the dashboard's own history.
    if (this.#samples.length === 0)
      for (const point of ownHistory(value, at, state.clockSkew ?? 0)) this.#take(point, t);
    this.#take(sample, t);
  }

  #take(sample: TotalsSample, t: Thresholds): void {
    this.#follow(sample, t);
    this.#levels = [...this.#levels.filter(({ at }) => at > sample.at - HELD_MS), sample];
    if (this.#loss) this.#samples = [...this.#samples, sample].slice(-MOST_SAMPLES);
    else this.#compare(sample, t);
  }

  /** Updates the current loss with a new sample. */
  #follow({ at, totals }: TotalsSample, t: Thresholds): void {
    const loss = this.#loss;
    if (!loss) return;
    const isFresh = at <= loss.since + CUT_OFF_MS;
    const lowest = isFresh ? mapTotals((name) => least(loss.lowest[name], totals[name])) : loss.lowest;
    const isBack = loss.fallen.every((name) => {
      const before = loss.before[name] ?? 0;
      // Every stream that stays away counts as missing.
      const lacking =
        name === 'streams' ? Math.max(1, before * STREAMS_LACKING) : (before * t.lossShare) / 200;
      return (totals[name] ?? 0) >= before - lacking;
    });
    this.#loss = isBack || at > loss.since + t.lossFor ? undefined : { ...loss, lowest, now: totals };
  }

  #heldLevel(name: TotalName, t: Thresholds): number | undefined {
    const last = median(this.#samples.map(({ totals }) => totals[name]));
    const held = median(this.#levels.map(({ totals }) => totals[name]));
    if (last === undefined || held === undefined) return last;
    return last > held * (1 + t.lossShare / 100) ? held : last;
  }

  #compare(sample: TotalsSample, t: Thresholds): void {
    const samples = this.#samples;
    const before = mapTotals((name) => this.#heldLevel(name, t));
    const fallen = totalNames.filter((name) => isFallen(before[name], sample.totals[name], name, t));
    const first = this.#doubtful;
    const lastGood = samples.at(-1);
    this.#doubtful = fallen.length > 0 ? sample : undefined;
    if (fallen.length === 0) {
      this.#samples = [...samples, sample].slice(-MOST_SAMPLES);
    } else if (first && lastGood) {
      this.#doubtful = undefined;
      this.#samples = [first, sample];
      this.#loss = {
        since: first.at,
        lastGoodAt: lastGood.at,
        before,
        lowest: mapTotals((name) => least(first.totals[name], sample.totals[name])),
        now: sample.totals,
        fallen,
        serversBefore: lastGood.servers,
        serversAfter: sample.servers,
      };
    }
  }
}

/**
 * The totals before `until` (Unix ms) that the dashboard itself contains (A11), oldest first. `skew` converts its
 * times to the local clock.
 */
function ownHistory(dashboard: Dashboard, until: number, skew: number): readonly TotalsSample[] {
  const points = new Map<number, { -readonly [Name in TotalName]: number | undefined }>();
  const add = (name: TotalName, history: DashboardHistory | null | undefined) => {
    for (const { timestamp, value } of history?.data ?? []) {
      const point = points.get(timestamp) ?? { viewers: undefined, streams: undefined, out: undefined };
      point[name] = value ?? undefined;
      points.set(timestamp, point);
    }
  };
  add('viewers', dashboard.viewersStats?.viewerCountHistory);
  add('streams', dashboard.streamStats?.streamCountHistory);
  add('out', dashboard.outgoingTraffic?.outBandwidthHistory);
  return [...points]
    .map(([time, totals]) => ({ at: time - skew, totals, servers: [] }))
    .filter(({ at }) => at < until)
    .sort((a, b) => a.at - b.at);
}

function mapTotals(of: (name: TotalName) => number | undefined): Totals {
  return { viewers: of('viewers'), streams: of('streams'), out: of('out') };
}

function isFallen(
  before: number | undefined,
  now: number | undefined,
  name: TotalName,
  t: Thresholds,
): boolean {
  if (before === undefined || now === undefined) return false;
  const enough = { viewers: t.lossViewers, streams: t.lossStreams, out: t.lossTraffic }[name];
  return before - now >= Math.max(enough, (before * t.lossShare) / 100);
}

function least(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}

/** Undefined if there are fewer values than the least number. */
function median(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined).sort((a, b) => a - b);
  return known.length < LEAST_SAMPLES ? undefined : known[Math.floor(known.length / 2)];
}
