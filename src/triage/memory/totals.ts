import { resourceTable } from '../../cluster/resources.ts';
import type { ClusterState, ServerRecord } from '../../cluster/state.ts';
import type { Dashboard, DashboardHistory } from '../../protocol/dashboard.ts';
import type { Thresholds } from '../threshold-families.ts';

/** The cluster's totals: viewers, streams, outgoing bytes per second. */
export const totalNames = ['viewers', 'streams', 'out'] as const;
export type TotalName = (typeof totalNames)[number];
type Totals = Readonly<Record<TotalName, number | undefined>>;

/** What one dashboard said. */
interface TotalsSample {
  /** Unix ms. */
  readonly at: number;
  readonly totals: Totals;
  readonly servers: readonly ServerRecord[];
}

/** A fall of the totals within a few polls, and what became of it. */
export interface Loss {
  /** Unix ms: the first sample that was lower, and the last before it. */
  readonly since: number;
  readonly lastGoodAt: number;
  /** Usual values of the samples before it; the lowest of the half minute after; the newest. */
  readonly before: Totals;
  readonly lowest: Totals;
  readonly now: Totals;
  /** The totals that fell by enough to be a sudden loss. */
  readonly fallen: readonly TotalName[];
  /** Servers just before it, and with the second sample that was lower. */
  readonly serversBefore: readonly ServerRecord[];
  readonly serversAfter: readonly ServerRecord[];
}

/** Samples that are compared with: the median of so many, so that one odd sample is no loss. */
const MOST_SAMPLES = 5;
const LEAST_SAMPLES = 3;
/** After a silence of so many intervals nothing is known of how fast it fell. */
const GAP_INTERVALS = 3;
/** A fault has taken its full effect by then; later changes come from the time of day. */
const CUT_OFF_MS = 30_000;

/** Share of the streams that may have ended since for reasons of their own. */
const STREAMS_LACKING = 0.02;

/** Watches the cluster's totals for sudden falls. */
export class TotalsMemory {
  #samples: readonly TotalsSample[] = [];
  /** The first lower sample: the next one decides. */
  #doubtful: TotalsSample | undefined;
  #loss: Loss | undefined;

  /** The newest loss that has not come back; at most `loss.for` old. */
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
    const sample = { at, totals, servers };
    if (last && (at < last.at || at - last.at > GAP_INTERVALS * interval)) {
      this.#samples = [];
      this.#doubtful = undefined;
    }
    // What was before the first look, or in a silence, is in the cluster's own history.
    if (this.#samples.length === 0)
      for (const point of ownHistory(value, at, state.clockSkew ?? 0)) this.#take(point, t);
    this.#take(sample, t);
  }

  #take(sample: TotalsSample, t: Thresholds): void {
    this.#follow(sample, t);
    if (this.#loss) this.#samples = [...this.#samples, sample].slice(-MOST_SAMPLES);
    else this.#compare(sample, t);
  }

  /** What became of the loss that stands. */
  #follow({ at, totals }: TotalsSample, t: Thresholds): void {
    const loss = this.#loss;
    if (!loss) return;
    const isFresh = at <= loss.since + CUT_OFF_MS;
    const lowest = isFresh ? mapTotals((name) => least(loss.lowest[name], totals[name])) : loss.lowest;
    const isBack = loss.fallen.every((name) => {
      const before = loss.before[name] ?? 0;
      // Streams are counted: each that stays away is missed.
      const lacking =
        name === 'streams' ? Math.max(1, before * STREAMS_LACKING) : (before * t.lossShare) / 200;
      return (totals[name] ?? 0) >= before - lacking;
    });
    this.#loss = isBack || at > loss.since + t.lossFor ? undefined : { ...loss, lowest, now: totals };
  }

  #compare(sample: TotalsSample, t: Thresholds): void {
    const samples = this.#samples;
    const before = mapTotals((name) => median(samples.map(({ totals }) => totals[name])));
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

/** The totals before `until` (Unix ms) that a dashboard brings with it (A11), oldest first; `skew` moves its times to ours. */
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

/** Undefined below the least number of samples. */
function median(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined).sort((a, b) => a - b);
  return known.length < LEAST_SAMPLES ? undefined : known[Math.floor(known.length / 2)];
}
