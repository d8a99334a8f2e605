import { HOUR_MS, MINUTE_MS } from '../../base/durations.ts';
import { tableKeys } from '../../base/table.ts';
import { serverFigureNames } from '../../cluster/server-figures.ts';

export interface Kind {
  /** Figures of one sample, in the order in which they are stored. New ones are only added at the end. */
  readonly columns: readonly string[];
  /**
   * Number of entities that share a block. More of them compress better, but all are read when one is needed. Must
   * never change.
   */
  readonly slab: number;
  /** Time that one stored block of full resolution covers. */
  readonly blockMs: number;
  /** Length of one step of the finer roll-up; undefined if there is only the coarser one. */
  readonly minuteMs: number | undefined;
}

/** Sampled every few seconds. */
const quick = { slab: 8, blockMs: 10 * MINUTE_MS, minuteMs: MINUTE_MS } as const;

/**
 * What is sampled. Names of entities: `total` has the one entity `cluster`; a group and a server go by their name; an
 * application of a server by `server/id`, an application of the cluster's list by its id; a stream by
 * `application/streamKey`; a grade of the dashboard by `streams/Good` or `viewers/Good`. Bandwidths are bytes per second, latency ms, CPU and memory percent, health 0 to 100; bytes
 * and packets count from the start of the application; the grade of a stream is a place in `streamGrades`. A limit that is missing is unlimited or unknown. `journal` counts its entries.
 */
export const kinds = {
  total: {
    columns: [
      'viewers',
      'streams',
      'in',
      'out',
      'transcode',
      'viewersLimit',
      'streamsLimit',
      'inLimit',
      'outLimit',
      'transcodeLimit',
      'journal',
    ],
    ...quick,
  },
  group: { columns: ['viewers', 'streams', 'in', 'out', 'transcode'], ...quick },
  server: { columns: serverFigureNames, ...quick },
  application: { columns: ['streams', 'viewers', 'in', 'out', 'streamsLimit', 'viewersLimit'], ...quick },
  // Sampled once a minute, as streams are: a block of two hours holds 120 samples.
  listedApplication: {
    columns: [
      'streams',
      'viewers',
      'connections',
      'in',
      'out',
      'inBytes',
      'outBytes',
      'latency',
      'packetsReceived',
      'packetsSent',
    ],
    slab: 32,
    blockMs: 2 * HOUR_MS,
    minuteMs: MINUTE_MS,
  },
  grade: { columns: ['count'], ...quick },
  stream: {
    columns: ['in', 'out', 'viewers', 'health', 'grade'],
    slab: 64,
    blockMs: 2 * HOUR_MS,
    // Thousands of streams by the minute would be larger than everything else together.
    minuteMs: undefined,
  },
} as const satisfies Record<string, Kind>;

export type KindName = keyof typeof kinds;

/** Grades of health that are stored of streams. New ones are only added at the end. */
export const streamGrades = ['Very Good', 'Good', 'Bad', 'No Data', 'Very Bad'];

/** One figure of one entity over time. A column that the kind does not have has no samples. */
export interface SeriesId {
  readonly kind: KindName;
  /** Name of the entity. */
  readonly name: string;
  readonly column: string;
}

export const kindNames = tableKeys(kinds);
export const LONGEST_BLOCK_MS = Math.max(...kindNames.map((kind) => kinds[kind].blockMs));

/** Full resolution, one minute, a quarter of an hour. Coarser tiers have mean, minimum and maximum. */
export const tiers = ['raw', 'minute', 'quarter'] as const;
export type Tier = (typeof tiers)[number];
export const QUARTER_MS = 15 * MINUTE_MS;

/** Length of a tier's steps, ms; undefined at full resolution. */
export function tierStep(kind: KindName, tier: Tier): number | undefined {
  if (tier === 'raw') return undefined;
  return tier === 'minute' ? kinds[kind].minuteMs : QUARTER_MS;
}

/** Roll-ups are made for whole windows of this length, once they are over. */
export const ROLL_UP_MS = 12 * HOUR_MS;

/** One poll of all entities of a kind. */
export interface Frame {
  readonly kind: KindName;
  /** Local wall time, Unix ms. */
  readonly at: number;
  readonly rows: ReadonlyMap<string, readonly (number | null)[]>;
}
