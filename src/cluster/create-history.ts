import { HOUR_MS } from '../base/durations.ts';
import { putLast } from '../base/maps.ts';
import { median } from '../base/theil-sen.ts';
import { type Application, applicationId } from '../protocol/application.ts';
import {
  type Dashboard,
  type DashboardHistory,
  limitedLoad,
  limitedMeasures,
} from '../protocol/dashboard.ts';
import type { Stream } from '../protocol/stream.ts';
import type { Server } from '../protocol/topology.ts';
import { measuredScore } from './figures.ts';
import type { History } from './history.ts';
import { serverFigures, shownFigures } from './server-figures.ts';
import { alignedSpread, lastOf, pointsOf } from './track.ts';
import { type FamilyOptions, TrackFamily } from './track-family.ts';

/**
 * Memory, at most: totals 5 tracks × 3,600 points × 16 B = 0.3 MB (an hour at a point a second); groups 64 × 1,800
 * points × 88 B = 10 MB; servers 450,000 points × 56 B = 25 MB (250 servers for an hour at 2 s, 1,000 at 10 s);
 * streams 512 × 1,200 × 40 B = 25 MB; applications 128 × 1,200 × 32 B = 5 MB. Tracks grow with what is in them: what only
 * sweeps read has 60 points an hour.
 */
const families = {
  total: { columns: [''], capacity: 3_600, limit: 5 },
  group: { columns: limitedMeasures, capacity: 1_800, limit: 64 },
  server: { columns: shownFigures, capacity: 1_800, limit: 4_000, points: 450_000 },
  stream: { columns: ['in', 'out', 'viewers', 'health'], capacity: 1_200, limit: 512 },
  application: { columns: ['latency', 'in', 'out'], capacity: 1_200, limit: 128 },
} as const satisfies Record<string, FamilyOptions>;

export type HistoryRecorder = ReturnType<typeof createHistory>;

/** An empty history that can be written. `at` is local wall time, `interval` how often it is written; both ms. */
export function createHistory() {
  const total = new TrackFamily(families.total);
  const group = new TrackFamily(families.group);
  const server = new TrackFamily(families.server);
  const stream = new TrackFamily(families.stream);
  const application = new TrackFamily(families.application);
  const kinds = new Map(Object.entries({ group, server, stream, application }));
  const counters = new Map<string, CounterSample>();

  const find = (key: string) => {
    const first = key.indexOf('/');
    const kind = key.slice(0, first);
    if (kind === 'total') return located(total.get(key.slice(first + 1)), 0);
    // Names may contain slashes: the metric comes after the last one.
    const last = key.lastIndexOf('/');
    const family = kinds.get(kind);
    return located(family?.get(key.slice(first + 1, last)), family?.column(key.slice(last + 1)) ?? -1);
  };

  /** If the server does not report the bandwidth, it is computed from its counter. */
  const bandwidth = (
    key: string,
    now: number | null | undefined,
    bytes: number | null | undefined,
    at: number,
  ) => {
    if (now != null || bytes == null) return now;
    const sample = { value: bytes, at };
    const rate = counterRate(counters.get(key), sample);
    putLast(counters, key, sample, MAX_COUNTERS);
    return rate;
  };

  const spread: History['spread'] = (key, from, to, buckets) => {
    const found = find(key);
    if (found && to > from) return alignedSpread(found.track, found.column, { from, to, buckets });
    const gaps = new Array<null>(Math.max(0, buckets)).fill(null);
    return { values: gaps, least: gaps, most: gaps, peak: undefined };
  };

  const read: History = {
    spread,
    window: (...part) => spread(...part).values,
    last(key, at) {
      const found = find(key);
      return found && lastOf(found.track, found.column, at);
    },
    points(key, from, to) {
      const found = find(key);
      return found ? pointsOf(found.track, found.column, from, to) : [];
    },
    has: (key) => find(key) !== undefined,
  };
  return {
    ...read,
    /** Totals, completed from the dashboard's own histories; `skew` is the server's clock minus ours. */
    dashboard(dashboard: Dashboard, at: number, interval: number, skew: number) {
      const inTotal = dashboard.incomingTraffic;
      const outTotal = dashboard.outgoingTraffic;
      const write = (name: string, value: number | null | undefined, own?: DashboardHistory | null) => {
        seedTrack(total, name, own, { at, interval, skew });
        if (value != null || total.get(name)) total.push(name, at, [value], interval);
      };
      write('viewers', dashboard.viewersStats?.total?.value, dashboard.viewersStats?.viewerCountHistory);
      write('streams', dashboard.streamStats?.total?.value, dashboard.streamStats?.streamCountHistory);
      const inRate = bandwidth('total/in', inTotal?.total?.value, inTotal?.totalBytes, at);
      const outRate = bandwidth('total/out', outTotal?.total?.value, outTotal?.totalBytes, at);
      write('in', inRate, inTotal?.inBandwidthHistory);
      write('out', outRate, outTotal?.outBandwidthHistory);
      write('transcode', dashboard.transcodeStats?.total?.value);
      for (const [name, values] of groupValues(dashboard)) group.push(name, at, values, interval);
    },
    /** The dashboard could not be read: from here on the totals are unknown. */
    dashboardFailed(at: number) {
      for (const name of limitedMeasures) total.get(name)?.gap(at);
    },
    servers(servers: readonly Server[], at: number, interval: number) {
      for (const each of servers) {
        const values = shownFigures.map((figure) => serverFigures[figure].read(each));
        server.push(each.serverName, at, values, interval);
      }
      server.prune(at - HOUR_MS);
    },
    stream(each: Stream, at: number, interval: number) {
      const { id } = each;
      const inRate = bandwidth(`stream/${id}/in`, each.inBandwidth, each.inTotalBytes, at);
      const outRate = bandwidth(`stream/${id}/out`, each.outBandwidth, each.outTotalBytes, at);
      stream.push(id, at, [inRate, outRate, each.viewerCount, measuredScore(each)], interval);
    },
    application(each: Application, at: number, interval: number) {
      const id = applicationId(each);
      const inRate = bandwidth(`application/${id}/in`, each.inBandwidth, each.inTotalBytes, at);
      const outRate = bandwidth(`application/${id}/out`, each.outBandwidth, each.outTotalBytes, at);
      application.push(id, at, [each.clusterConnectionData?.latency, inRate, outRate], interval);
    },
  };
}

/** Counters remembered for rates: two for each stream and application with a track, and the totals. */
const MAX_COUNTERS = 2_048;

/**
 * Fills what was not measured here from the dashboard's own history: everything at the start, later only gaps.
 * Measured points are never duplicated or replaced. `skew` converts the server's times to ours.
 */
function seedTrack(
  family: TrackFamily,
  name: string,
  own: DashboardHistory | null | undefined,
  { at, interval, skew }: { readonly at: number; readonly interval: number; readonly skew: number },
): void {
  const data = own?.data;
  if (!data || data.length === 0) return;
  const track = family.get(name);
  const lastMeasured = track ? lastTime(track) : Number.NEGATIVE_INFINITY;
  if (track && at - lastMeasured <= Math.max(track.hold, 3 * interval)) return;
  const points = data
    .map((point) => ({ at: point.timestamp - skew, value: point.value }))
    .filter((point) => point.at > lastMeasured && point.at < at - interval / 2)
    .toSorted((a, b) => a.at - b.at);
  if (points.length === 0) return;
  track?.dropTrailingGap();
  const steps = points.slice(1).map((point, index) => point.at - (points[index]?.at ?? point.at));
  const spacing = Math.max(median(steps) ?? 0, interval);
  for (const point of points) family.push(name, point.at, [point.value], spacing);
}

/** Time of the newest point that is not a gap. */
function lastTime(track: { size: number; time(i: number): number; value(c: number, i: number): number }) {
  let index = track.size - 1;
  while (index >= 0 && Number.isNaN(track.value(0, index))) index--;
  return index < 0 ? Number.NEGATIVE_INFINITY : track.time(index);
}

function located<T>(track: T | undefined, column: number): { track: T; column: number } | undefined {
  return track !== undefined && column >= 0 ? { track, column } : undefined;
}

/** The measures of each group, in their order. */
export function groupValues(dashboard: Dashboard): ReadonlyMap<string, (number | null | undefined)[]> {
  const groups = new Map<string, (number | null | undefined)[]>();
  for (const [column, measure] of limitedMeasures.entries()) {
    for (const { name, value } of limitedLoad(dashboard, measure)?.groups ?? []) {
      const values = groups.get(name) ?? [];
      values[column] = value;
      groups.set(name, values);
    }
  }
  return groups;
}

/** One reading of a counter that only grows until its owner restarts. */
export interface CounterSample {
  readonly value: number;
  /** When it was read, ms. */
  readonly at: number;
}

/** The rate between two samples of one counter, per second. One that fell has none: its owner restarted. */
export function counterRate(before: CounterSample | undefined, after: CounterSample): number | undefined {
  if (!before || after.value < before.value) return undefined;
  const seconds = (after.at - before.at) / 1000;
  return seconds > 0 ? (after.value - before.value) / seconds : undefined;
}
