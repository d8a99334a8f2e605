import type { LimitedMeasure } from '../protocol/dashboard.ts';
import type { Unreadable } from '../protocol/parsed-response.ts';
import type { Resource } from './state.ts';

/** Figures that problems are judged by, if they come from the cluster. */
export type JudgedFigure =
  | LimitedMeasure
  | 'groups'
  | 'viewer health'
  | 'servers'
  | 'managers'
  | 'group servers'
  | 'cpu'
  | 'mem'
  | 'bandwidth'
  | 'application load'
  | 'stream list'
  | 'stream health'
  | 'application list'
  | 'links'
  | 'journal';

/**
 * How far a figure is known. `unreadable`: castwatch does not understand its format; `absent`: the response does
 * not contain it; `not looked`: there is no complete response.
 */
export type Reading = 'read' | 'unreadable' | 'absent' | 'not looked';

export interface Coverage {
  readonly figure: JudgedFigure;
  readonly reading: Reading;
  /** Number of objects without the figure; undefined for a figure of the whole cluster. */
  readonly missing?: number | undefined;
  readonly of?: number | undefined;
  /** What was not read could be a problem, so without it nobody can say that all is well. */
  readonly decides: boolean;
}

/** If the figure is missing for less than this share of its objects, that is only a remark. */
const REMARK_SHARE = 0.01;

export function readingOf(isRead: boolean, unreadable: boolean): Reading {
  if (isRead) return 'read';
  return unreadable ? 'unreadable' : 'absent';
}

export function partlyRead(figure: JudgedFigure, reading: Reading, missing: number, of: number): Coverage {
  const isMuch = missing > 0 && missing >= REMARK_SHARE * of;
  return { figure, reading, missing, of, decides: reading !== 'read' && isMuch };
}

/** Paths of fields that could not be read, with `*` for each index. */
export function pathsOf({ unreadable }: Pick<Resource<unknown>, 'unreadable'>): readonly string[] {
  const outer = new Set(['data.topology.*', 'data.list.*']);
  return unreadable.map(({ path }) => withoutIndexes(path)).filter((path) => !outer.has(path));
}

/** Whether something at, above or below the path could not be read. */
export function isUnread(paths: readonly string[], path: string): boolean {
  return paths.some((one) => one === path || path.startsWith(`${one}.`) || one.startsWith(`${path}.`));
}

/** Items that were left out of a list. */
export function itemsIn(unreadable: readonly Unreadable[], list: string): number {
  return unreadable.filter(({ path, item }) => item && withoutIndexes(path) === list).length;
}

export function fieldsIn(unreadable: readonly Unreadable[], field: string): number {
  const path = `data.list.*.${field}`;
  return unreadable.filter((one) => {
    return withoutIndexes(one.path) === path;
  }).length;
}

function withoutIndexes(path: string): string {
  return path.replace(/\.\d+(?=\.|$)/g, '.*');
}
