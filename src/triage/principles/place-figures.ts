import type { Tolerance } from './deviation.ts';

/**
 * The figures that are watched for an application on a server, by its role: single figures, and pairs that move
 * together. A part is at fault if its output changes and its input does not.
 */

export type Role = 'origin' | 'transcode' | 'edge' | 'mono';

/** Byte figures are per second. A pair is the first figure divided by the second. */
export type PlaceFigure = 'viewers' | 'streams' | 'in' | 'out/viewers' | 'out/in' | 'in/streams';

export type PlaceReadings = Readonly<Record<'streams' | 'viewers' | 'in' | 'out', number | undefined>>;

export const figuresOfRole: Readonly<Record<Role, readonly PlaceFigure[]>> = {
  origin: ['streams', 'in', 'in/streams'],
  transcode: ['out/in', 'in/streams'],
  edge: ['viewers', 'out/viewers', 'in/streams'],
  mono: ['streams', 'in', 'viewers', 'out/viewers', 'in/streams'],
};

interface FigureRow {
  readonly value: (of: PlaceReadings) => number | undefined;
  /** Least spread and least lasting difference, as shares of a normal of `level`. */
  readonly tolerance: (level: number) => Tolerance;
  /** All places change with the time of day, so one place is also compared with the others. */
  readonly movesTogether?: true;
}

/** With fewer viewers than this, the rate per viewer is not meaningful. */
const LEAST_VIEWERS = 20;

export const placeFigures: Readonly<Record<PlaceFigure, FigureRow>> = {
  viewers: {
    value: ({ viewers }) => viewers,
    tolerance: (level) => ({ spread: 0.03 + 1 / Math.sqrt(level), least: 0.15 + 2 / Math.sqrt(level) }),
    movesTogether: true,
  },
  streams: {
    value: ({ streams }) => streams,
    tolerance: (level) => ({ spread: 0.03, least: Math.max(0.1, 2.5 / level) }),
  },
  in: { value: (of) => of.in, tolerance: () => ({ spread: 0.02, least: 0.1 }) },
  'out/viewers': {
    value: ({ out, viewers = 0 }) => (viewers >= LEAST_VIEWERS ? ratio(out, viewers) : undefined),
    tolerance: () => ({ spread: 0.02, least: 0.12 }),
  },
  'out/in': { value: (of) => ratio(of.out, of.in), tolerance: () => ({ spread: 0.015, least: 0.08 }) },
  'in/streams': { value: (of) => ratio(of.in, of.streams), tolerance: () => ({ spread: 0.02, least: 0.1 }) },
};

function ratio(value: number | undefined, of: number | undefined): number | undefined {
  return value === undefined || of === undefined || of <= 0 ? undefined : value / of;
}

/** The role of an application by its type; an unknown type counts as a single server that has all roles. */
export function roleOf(type: string | null | undefined): Role {
  const known = type?.toLowerCase();
  return known === 'origin' || known === 'transcode' || known === 'edge' ? known : 'mono';
}

/** Whether publishers send to an application. */
export const isIngest = ({ type }: { readonly type?: string | null | undefined }): boolean =>
  roleOf(type) === 'origin' || roleOf(type) === 'mono';
