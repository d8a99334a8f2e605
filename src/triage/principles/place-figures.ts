/**
 * What is watched of an application on a server, by its role: figures by themselves, and pairs of figures that move
 * together. A part is at fault where what leaves it changes and what it gets does not.
 */

export type Role = 'origin' | 'transcode' | 'edge' | 'mono';

/** Bytes are per second. A pair is the first figure for one of the second. */
export type PlaceFigure = 'viewers' | 'streams' | 'in' | 'out/viewers' | 'out/in' | 'in/streams';

export interface Readings {
  readonly streams: number | undefined;
  readonly viewers: number | undefined;
  readonly in: number | undefined;
  readonly out: number | undefined;
}

const byRole: Readonly<Record<Role, readonly PlaceFigure[]>> = {
  origin: ['streams', 'in', 'in/streams'],
  transcode: ['out/in', 'in/streams'],
  edge: ['viewers', 'out/viewers', 'in/streams'],
  mono: ['streams', 'in', 'viewers', 'out/viewers', 'in/streams'],
};

interface FigureRow {
  readonly value: (of: Readings) => number | undefined;
  /** Its least spread and the least lasting difference, as shares of a normal of `level`. */
  readonly floor: (level: number) => number;
  readonly least: (level: number) => number;
  /** All places change with the time of day: one is compared with the others, too. */
  readonly movesTogether?: true;
}

/** Fewer viewers than this say nothing of what each of them gets. */
const LEAST_VIEWERS = 20;

const rows: Readonly<Record<PlaceFigure, FigureRow>> = {
  viewers: {
    value: ({ viewers }) => viewers,
    floor: (level) => 0.03 + 1 / Math.sqrt(level),
    least: (level) => 0.15 + 2 / Math.sqrt(level),
    movesTogether: true,
  },
  streams: {
    value: ({ streams }) => streams,
    floor: () => 0.03,
    least: (level) => Math.max(0.1, 2.5 / level),
  },
  in: { value: (of) => of.in, floor: () => 0.02, least: () => 0.1 },
  'out/viewers': {
    value: ({ out, viewers }) =>
      viewers !== undefined && viewers >= LEAST_VIEWERS ? ratio(out, viewers) : undefined,
    floor: () => 0.02,
    least: () => 0.12,
  },
  'out/in': { value: (of) => ratio(of.out, of.in), floor: () => 0.015, least: () => 0.08 },
  'in/streams': { value: (of) => ratio(of.in, of.streams), floor: () => 0.02, least: () => 0.1 },
};

function ratio(value: number | undefined, of: number | undefined): number | undefined {
  return value === undefined || of === undefined || of <= 0 ? undefined : value / of;
}

export const placeFigures = {
  of: (role: Role): readonly PlaceFigure[] => byRole[role],
  value: (figure: PlaceFigure, readings: Readings): number | undefined => rows[figure].value(readings),
  movesTogether: (figure: PlaceFigure): boolean => rows[figure].movesTogether === true,
  tolerance: (figure: PlaceFigure, level: number) => ({
    floor: rows[figure].floor(level),
    least: rows[figure].least(level),
  }),
};

/** The role of an application by its type; any other word does all that a single server does. */
export function roleOf(type: string | null | undefined): Role {
  const known = type?.toLowerCase();
  return known === 'origin' || known === 'transcode' || known === 'edge' ? known : 'mono';
}
