import { MINUTE_MS } from '../../base/durations.ts';
import { quantile } from '../../base/theil-sen.ts';
import type { ClusterState, ServerRecord } from '../../cluster/state.ts';
import type { ServerApplication } from '../../protocol/topology.ts';
import type { Deviation } from '../principles/deviation.ts';
import { FigureTrack, toleranceAround } from '../principles/figure-track.ts';
import {
  figuresOfRole,
  type PlaceFigure,
  type PlaceReadings,
  placeFigures,
  type Role,
  roleOf,
} from '../principles/place-figures.ts';

/** An application on a server: the smallest unit that the topology has figures for. */
export interface Place {
  readonly key: string;
  readonly server: string;
  readonly application: string;
  readonly group: string | undefined;
  readonly role: Role;
}

/** A figure of a place compared with its normal. */
export interface Watched {
  readonly place: Place;
  readonly now: number;
  /** The expected value without a deviation; undefined while the normal is not known. */
  readonly usual: number | undefined;
  readonly deviation: Deviation | undefined;
}

const HABITS = { knownAfterMs: 45_000, waitsMs: 300_000 };
/** A server that comes back fills gradually. Its figures are ignored for this time, ms. */
const FILLS_FOR_MS = 300_000;
/** In `commonOf`, the quarter of the places with the largest changes and the place with the smallest change are left out. */
const QUARTER = 0.25;
/** A pair that fell below this share does not become normal: somebody must mend it. */
const LEAST_NORMAL = 0.5;

/** The minutes of a figure begin this much later than those of the one before, ms. */
const PHASE_MS = 7_000;

interface Series {
  readonly place: Place;
  readonly figure: PlaceFigure;
  readonly track: FigureTrack;
  now: number;
  at: number;
  usual: number | undefined;
}

/** Figures of all places with their normals and deviations, from the topology. */
export class FigureMemory {
  readonly #places = new Map<string, { place: Place; series: Map<PlaceFigure, Series>; at: number }>();
  readonly #fillsUntil = new Map<string, number>();
  #at: number | undefined;
  #created = 0;
  #byFigure = new Map<PlaceFigure, readonly Watched[]>();
  /** The series of each figure; undefined after a place or a series came or went. */
  #listed: ReadonlyMap<PlaceFigure, readonly Series[]> | undefined;

  /** Time of the newest sample, Unix ms. */
  get newest(): number | undefined {
    return this.#at;
  }

  /** Places and missing servers that are remembered. */
  get size(): number {
    return this.#places.size + this.#fillsUntil.size;
  }

  /** The figure at all places that have it now. */
  of(figure: PlaceFigure): readonly Watched[] {
    return this.#byFigure.get(figure) ?? [];
  }

  /** The viewers that a server has lost, also if it is away now, and since when, Unix ms. */
  drainOf(server: string): { readonly since: number; readonly viewers: number } | undefined {
    for (const { place, series } of this.#places.values()) {
      const { track, usual = 0, now = 0 } = (place.server === server && series.get('viewers')) || {};
      if (track?.deviation?.direction === 'fallen')
        return { since: track.deviation.since, viewers: Math.max(0, usual - now) };
    }
    return undefined;
  }

  get isAnyFilling(): boolean {
    return this.#fillsUntil.size > 0;
  }

  /** The server is away or was a short time ago, so its figures are not judged. */
  isFilling(server: string): boolean {
    return (this.#at ?? 0) < (this.#fillsUntil.get(server) ?? 0);
  }

  /** Takes the current values as the new normals, because the reason of the change is known and is not a fault. */
  accept(changed: readonly Watched[], figure: PlaceFigure): void {
    for (const { place } of changed) this.#places.get(place.key)?.series.get(figure)?.track.restart();
    const keys = new Set(changed.map(({ place }) => place.key));
    const accepted = this.of(figure).map((one) =>
      keys.has(one.place.key) ? { ...one, usual: undefined, deviation: undefined } : one,
    );
    this.#byFigure.set(figure, accepted);
  }

  /**
   * Adds the servers as they were measured `at` (Unix ms). While the whole cluster deviates, values that most
   * places share do not become normal.
   */
  observe({ servers }: ClusterState, at: number | undefined, wholeDeviates: boolean): void {
    if (at === undefined || at === this.#at) return;
    if (this.#at !== undefined && at < this.#at) {
      this.#places.clear();
      this.#listed = undefined;
    }
    this.#at = at;
    for (const record of servers) {
      if (record.misses > 0) this.#fillsUntil.set(record.name, at + FILLS_FOR_MS);
      else for (const application of record.server.applications ?? []) this.#take(record, application, at);
    }
    for (const [key, known] of this.#places) {
      if (known.at >= at - FILLS_FOR_MS) continue;
      this.#places.delete(key);
      this.#listed = undefined;
    }
    for (const [server, until] of this.#fillsUntil) if (until <= at) this.#fillsUntil.delete(server);
    this.#judge(at, wholeDeviates);
  }

  #take(record: ServerRecord, application: ServerApplication, at: number): void {
    const role = roleOf(application.type);
    const key = `${record.name}\n${application.id ?? application.name}`;
    let known = this.#places.get(key);
    if (!known) {
      const group = record.server.groupName ?? undefined;
      const place = { key, server: record.name, application: application.name, group, role };
      known = { place, series: new Map(), at };
      this.#places.set(key, known);
    }
    known.at = at;
    const readings = readingsOf(application);
    for (const figure of figuresOfRole[role]) {
      const now = placeFigures[figure].value(readings);
      if (now === undefined) continue;
      const series = known.series.get(figure);
      if (series) {
        series.now = now;
        series.at = at;
        continue;
      }
      this.#listed = undefined;
      known.series.set(figure, {
        place: known.place,
        figure,
        // The minutes of the figures end one after another.
        track: new FigureTrack({ ...HABITS, phaseMs: (this.#created++ * PHASE_MS) % MINUTE_MS }),
        now,
        at,
        usual: undefined,
      });
    }
  }

  #judge(at: number, wholeDeviates: boolean): void {
    this.#listed ??= Map.groupBy(
      this.#places.values().flatMap(({ series }) => series.values()),
      ({ figure }) => figure,
    );
    this.#byFigure = new Map();
    for (const [figure, all] of this.#listed) {
      const isAllNew = all.every((one) => one.at === at);
      const list = isAllNew ? all : all.filter((one) => one.at === at);
      if (list.length === 0) continue;
      const { movesTogether } = placeFigures[figure];
      const common = movesTogether ? { ...commonOf(list), isFrozen: wholeDeviates } : alone;
      const watched = list.map((one) => this.#watch(one, common));
      this.#byFigure.set(figure, watched);
    }
  }

  #watch(series: Series, common: Common): Watched {
    const { place, at, now, track, figure } = series;
    const fills = this.#fillsUntil.get(place.server) ?? 0;
    const unknown = { place, now, usual: undefined, deviation: undefined };
    if (at < fills) {
      track.forgetDeviation();
      series.usual = undefined;
      return unknown;
    }
    const normal = track.knownAt(at);
    if (!normal) {
      track.learn({ at, value: now });
      return unknown;
    }
    const share = now / normal.level;
    const expected = share < common.low ? common.low : Math.min(share, common.high);
    track.take(
      { at, value: now, share: share - expected },
      toleranceAround(normal, placeFigures[figure].tolerance(normal.level)),
      { isFrozen: common.isFrozen, mayStay: !isBroken(figure, share) },
    );
    // A deviating figure is compared with the typical share of the others; otherwise with the end of the range that
    // is still tolerated.
    series.usual = normal.level * (track.deviation ? common.typical : expected);
    return { place, now, usual: series.usual, deviation: track.deviation };
  }
}

/** The range of value/normal that is common to most places now. A place within it is not special. */
interface Common {
  readonly low: number;
  readonly high: number;
  /** The median share of the places that do not deviate. */
  readonly typical: number;
  /** The common change is itself a deviation, so normals are not updated. */
  readonly isFrozen: boolean;
}

const alone: Common = { low: 1, high: 1, typical: 1, isFrozen: false };

/**
 * What most places have in common now: in the evening, for example, all edges have more viewers. A place is low
 * only if it is below its own normal and below the common range.
 */
function commonOf(series: readonly Series[]): Omit<Common, 'isFrozen'> {
  const shares = sharesOf(series);
  if (shares.length < 2) return alone;
  return {
    typical: quantile(sharesOf(series.filter(({ track }) => !track.deviation)), 0.5) ?? 1,
    low: Math.min(1, quantile(shares.toReversed(), QUARTER) ?? 1),
    high: Math.max(1, quantile(shares, QUARTER) ?? 1),
  };
}

/** Value/normal of the places now, ascending. */
function sharesOf(series: readonly Series[]): readonly number[] {
  return series
    .flatMap(({ now, track }) => {
      const { level = 0 } = track.normals.normal ?? {};
      return level > 0 ? now / level : [];
    })
    .sort((a, b) => a - b);
}

/** What a part makes of its input does not become normal where it is this bad. */
const isBroken = (figure: PlaceFigure, share: number): boolean =>
  figure.includes('/') && share < LEAST_NORMAL;

function readingsOf({ streams, viewers, bandwidth }: ServerApplication): PlaceReadings {
  return {
    streams: streams?.count ?? undefined,
    viewers: viewers?.count ?? undefined,
    in: bandwidth?.inBandwidth ?? undefined,
    out: bandwidth?.outBandwidth ?? undefined,
  };
}
