import type { FalseRow, Observation, Sight } from './observe.ts';
import { namesCulprit, type Row } from './reading.ts';
import type { JournalLine, ScoredFault, ScoredWorld } from './scored-world.ts';

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
  /** For each fault that is found whether a line is offered as its cause that is not. */
  readonly invented: readonly boolean[];
  readonly unrelated: readonly FalseRow[];
  readonly watchedS: number;
}

const SINCE_MS = 15_000;
/** A range may be as long as the time between two sweeps of the streams, plus the delay of polls. */
const RANGE_MS = 75_000;
const EXTENT_SHARE = 0.1;

/** The score of an incident; with two faults at once a cell is right when both are. */
export function judge({ world, sights, unrelated, watchedS }: Observation): Score {
  const each = sights.map((sight) => judgeFault(sight, world, sights.length));
  const cells = Object.fromEntries(
    columns.flatMap((column) => {
      const judged = each.map((one) => one[column]).filter((met) => met !== undefined);
      return judged.length === 0 ? [] : [[column, judged.every(Boolean)]];
    }),
  );
  const [first] = sights;
  const foundAfter = first?.foundAt === undefined ? undefined : first.foundAt - first.fault.begins;
  const invented = sights.flatMap((sight) => {
    const best = bestRow(sight);
    return best && sight.foundAt !== undefined ? isInvented(best, sight.fault) : [];
  });
  return { incident: world.seed, kind: world.kind, cells, foundAfter, invented, unrelated, watchedS };
}

/** The row that names the culprit, else the first about the fault. */
const bestRow = ({ own, fault }: Sight): Row | undefined =>
  own.find((row) => namesCulprit(row, fault)) ?? own[0];

function judgeFault(
  sight: Sight,
  { startAt }: ScoredWorld,
  faults: number,
): Partial<Record<Column, boolean>> {
  const { fault, foundAt, readAt, rows, own } = sight;
  const best = bestRow(sight);
  const hasExtent = fault.extent.length > 0;
  if (!best || foundAt === undefined) {
    const none = { found: false, named: false, first: false, part: false, since: false, cause: false };
    return { ...none, 'one row': false, ...(hasExtent ? { extent: false } : {}) };
  }
  const begins = startAt + 1000 * fault.begins;
  return {
    found: true,
    named: namesCulprit(best, fault),
    first: rows.slice(0, faults).some((row) => namesCulprit(row, fault)),
    part: partMet(best, fault),
    since: sinceMet(best, begins),
    ...(hasExtent ? { extent: extentMet(best, fault, readAt) } : {}),
    cause: causeMet(best, fault),
    'one row': own.length === 1,
  };
}

/** A part is said and right; where none is at fault more than the others, none is said but the limits. */
function partMet({ parts }: Row, fault: ScoredFault): boolean {
  if (fault.parts.length === 0) return parts.every((part) => part === 'limits');
  return parts.length > 0 && parts.every((part) => fault.parts.some((one) => one === part));
}

/** Whether a figure of the row is that of the fault when it was read, or the greatest one until then. */
function extentMet(row: Row, fault: ScoredFault, readAt: number): boolean {
  const steps = 6;
  const figures = Array.from({ length: steps + 1 }, (_, n) =>
    fault.figuresAt(fault.begins + ((readAt - fault.begins) * n) / steps),
  );
  return fault.extent.some((figure) => {
    const said = isOfStreams(figure) ? [row.streams ?? []].flat() : row.said;
    const last = figures.at(-1)?.[figure] ?? 0;
    const most = Math.max(...figures.map((one) => one[figure] ?? 0));
    const isTrue = (one: number) =>
      [last, most].some((truth) => Math.abs(one - truth) <= Math.max(1, EXTENT_SHARE * truth));
    return said.some(isTrue);
  });
}

const isOfStreams = (figure: string) => figure.startsWith('streams');

/** The row gives the change point exactly, or a range that contains it. */
function sinceMet({ since: [from, to] }: Row, begins: number): boolean {
  return to - from <= RANGE_MS && begins >= from - SINCE_MS && begins <= to + SINCE_MS;
}

const isIn = (lines: readonly JournalLine[], { object, message }: JournalLine) =>
  lines.some((line) => line.object === object && line.message === message);

/** The true line is shown; if there is none, no other line is offered as the cause. */
function causeMet(row: Row, fault: ScoredFault): boolean {
  const { cause } = fault;
  if (cause) return row.changes.some((change) => isIn([cause], change));
  return !isInvented(row, fault);
}

/** Lines are offered as the cause, and neither is one of them nor do all follow from the fault. */
function isInvented({ changes, isAsserted }: Row, { cause, follows }: ScoredFault): boolean {
  const isTrue = cause !== undefined && changes.some((change) => isIn([cause], change));
  return isAsserted && !isTrue && !changes.every((change) => isIn(follows, change));
}
