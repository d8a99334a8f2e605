import type { Stream } from '../protocol/stream.ts';
import type { Server, ServerApplication } from '../protocol/topology.ts';

/**
 * The arithmetic of the domain: sums over several servers, applications or copies of a stream. Screens, rules,
 * history and metrics all use it, so that they agree. A missing figure is unknown; it is never taken for 0.
 */

type Maybe = number | null | undefined;

/** The sum of the known values; undefined if there are none. */
export function sumKnown(values: readonly Maybe[]): number | undefined {
  return foldKnown(values, (a, b) => a + b);
}

export function leastKnown(values: readonly Maybe[]): number | undefined {
  return foldKnown(values, Math.min);
}

export function mostKnown(values: readonly Maybe[]): number | undefined {
  return foldKnown(values, Math.max);
}

function foldKnown(values: readonly Maybe[], join: (a: number, b: number) => number): number | undefined {
  return values.reduce<number | undefined>((result, value) => {
    if (value == null) return result;
    return result === undefined ? value : join(result, value);
  }, undefined);
}

/** A value with its cap: null means no limit, 0 means blocked, undefined means unknown (A12). */
export interface Amount {
  readonly used: number | undefined;
  readonly cap: number | null | undefined;
}

/**
 * `used`: the sum of the known values. `cap`: no limit if one of them has none, unknown if one of them is unknown.
 */
export function sumAmounts(amounts: readonly Amount[]): Amount {
  let cap: number | null | undefined = amounts.length === 0 ? undefined : 0;
  for (const amount of amounts) {
    if (amount.cap === null || cap === null) cap = null;
    else if (amount.cap === undefined || cap === undefined) cap = undefined;
    else cap += amount.cap;
  }
  return { used: sumKnown(amounts.map(({ used }) => used)), cap };
}

/** Figures that a server reports for each application. */
export type ServerCount = 'viewers' | 'streams';

/** Viewers or streams of a server, summed over its applications; undefined where none reports them. */
export function serverTotal({ applications }: Server, what: ServerCount): number | undefined {
  return sumKnown((applications ?? []).map((application) => application[what]?.count));
}

/** Viewers or streams of several applications with the sum of their caps. */
export function applicationsAmount(applications: readonly ServerApplication[], what: ServerCount): Amount {
  return sumAmounts(
    applications.map((application) => ({
      used: application[what]?.count ?? undefined,
      cap: application[what]?.cap,
    })),
  );
}

/** Bytes per second of a server against its cap. */
export function serverBandwidth({ serverStats }: Server, direction: 'in' | 'out'): Amount {
  const stats = serverStats?.[direction === 'in' ? 'inBandwidth' : 'outBandwidth'];
  return { used: stats?.usage ?? undefined, cap: stats?.cap };
}

/** The health of a stream or of a viewer session: score 0 to 100, and its grade. */
export interface Graded {
  readonly healthScore?: number | null | undefined;
  readonly healthGrade?: string | null | undefined;
}

/** A grade to compare with: `VERY_BAD` and `Very Bad` are one word. */
export function gradeWord(grade: string | null | undefined): string {
  return (grade ?? '')
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');
}

export const isNoData = (grade: string | null | undefined): boolean => gradeWord(grade) === 'no data';

/** The score if it was measured: with the grade `No Data` the server sends a meaningless 0. */
export function measuredScore({ healthScore, healthGrade }: Graded): number | undefined {
  return healthScore == null || isNoData(healthGrade) ? undefined : healthScore;
}

/** The name that all copies of a stream share, because an id changes with each publishing. */
export function streamName({ application, streamKey }: Pick<Stream, 'application' | 'streamKey'>): string {
  return `${application ?? ''}/${streamKey}`;
}

/** A stream, summarised over its copies on several servers. Rates are bytes per second. */
export interface CopiesFigures {
  /** Start of the first copy, Unix ms. */
  readonly startTime: number | undefined;
  readonly viewers: number | undefined;
  /** Sum over all copies. */
  readonly outBandwidth: number | undefined;
  /**
   * The publisher's rate: that of the copy with the most. Copies may feed each other, so a sum would count it
   * twice.
   */
  readonly inBandwidth: number | undefined;
  /** The measured score of the worst copy, 0 to 100. */
  readonly health: number | undefined;
}

export function sumCopies(copies: readonly Stream[]): CopiesFigures {
  return {
    startTime: leastKnown(copies.map(({ startTime }) => startTime)),
    viewers: sumKnown(copies.map(({ viewerCount }) => viewerCount)),
    outBandwidth: sumKnown(copies.map(({ outBandwidth }) => outBandwidth)),
    inBandwidth: mostKnown(copies.map(({ inBandwidth }) => inBandwidth)),
    health: leastKnown(copies.map(measuredScore)),
  };
}
