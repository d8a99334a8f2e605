import type { Model } from '../../src/simulator/model.ts';
import { extentOf } from '../world/incidents/extent.ts';
import type { ExtentFigure, TrueFault } from '../world/incidents/truth.ts';
import type { Observation, Sight } from './observe.ts';
import { namesCulprit, type Row } from './reading.ts';

/** The criteria for each incident; the columns of the table. */
export const columns = ['found', 'named', 'first', 'part', 'since', 'extent', 'cause', 'one row'] as const;
export type Column = (typeof columns)[number];

export interface Score {
  readonly incident: number;
  readonly kind: string;
  /** Undefined: nothing to judge. */
  readonly cells: Readonly<Partial<Record<Column, boolean>>>;
  /** Seconds from the beginning to the first row. */
  readonly foundAfter: number | undefined;
  readonly unrelated: readonly string[];
  readonly watchedS: number;
}

const SINCE_MS = 15_000;
/** A range may be as long as the time between two sweeps of the streams, plus the delay of polls. */
const RANGE_MS = 75_000;
const EXTENT_SHARE = 0.1;

/** The score of an incident; with two faults at once a cell is right when both are. */
export function judge({ truth, model, sights, unrelated, watchedS }: Observation): Score {
  const each = sights.map((sight) => judgeFault(sight, model, sights.length));
  const cells = Object.fromEntries(
    columns.flatMap((column) => {
      const judged = each.map((one) => one[column]).filter((met) => met !== undefined);
      return judged.length === 0 ? [] : [[column, judged.every(Boolean)]];
    }),
  );
  const [first] = sights;
  const foundAfter = first?.foundAt === undefined ? undefined : first.foundAt - first.fault.begins;
  return { incident: truth.seed, kind: truth.kind, cells, foundAfter, unrelated, watchedS };
}

function judgeFault(
  { fault, foundAt, readAt, rows, own }: Sight,
  model: Model,
  faults: number,
): Partial<Record<Column, boolean>> {
  const naming = own.find((row) => namesCulprit(row, fault));
  const best = naming ?? own[0];
  const hasExtent = fault.extent.length > 0;
  if (!best || foundAt === undefined) {
    const none = { found: false, named: false, first: false, part: false, since: false, cause: false };
    return { ...none, 'one row': false, ...(hasExtent ? { extent: false } : {}) };
  }
  const begins = model.startAt + 1000 * fault.begins;
  return {
    found: true,
    named: naming !== undefined,
    first: rows.slice(0, faults).some((row) => namesCulprit(row, fault)),
    part: partMet(best, fault),
    since: sinceMet(best, begins),
    ...(hasExtent ? { extent: extentMet(best, fault, model, readAt) } : {}),
    cause: causeMet(best, fault),
    'one row': own.length === 1,
  };
}

/** A part is said and right; where none is at fault more than the others, none is said but the limits. */
function partMet({ parts }: Row, fault: TrueFault): boolean {
  if (fault.parts.length === 0) return parts.every((part) => part === 'limits');
  return parts.length > 0 && parts.every((part) => fault.parts.some((one) => one === part));
}

/** Whether a figure of the row is that of the fault when it was read, or the greatest one until then. */
function extentMet(row: Row, fault: TrueFault, model: Model, readAt: number): boolean {
  const steps = 6;
  const moments = Array.from(
    { length: steps + 1 },
    (_, n) => fault.begins + ((readAt - fault.begins) * n) / steps,
  );
  const figures = moments.map((t) => extentOf(model, fault, t).figures);
  return fault.extent.some((figure) => {
    const said = isOfStreams(figure) ? row.streams : row.viewers;
    if (said === undefined) return false;
    const last = figures.at(-1)?.[figure] ?? 0;
    const most = Math.max(...figures.map((one) => one[figure]));
    return [last, most].some((truth) => Math.abs(said - truth) <= Math.max(1, EXTENT_SHARE * truth));
  });
}

const isOfStreams = (figure: ExtentFigure) => figure.startsWith('streams');

/** The row gives the change point exactly, or a range that contains it. */
function sinceMet({ since: [from, to] }: Row, begins: number): boolean {
  return to - from <= RANGE_MS && begins >= from - SINCE_MS && begins <= to + SINCE_MS;
}

/** The true line is shown; if there is none, no other line is offered as the cause. */
function causeMet({ changes, isAsserted }: Row, { cause, follows }: TrueFault): boolean {
  const isIn = (lines: TrueFault['follows'], { object, message }: Row['changes'][number]) =>
    lines.some((line) => line.object === object && line.message === message);
  if (cause) return changes.some((change) => isIn([cause], change));
  return !isAsserted || changes.every((change) => isIn(follows, change));
}
