import type { Problem, Subject } from '../../triage/problem.ts';
import type { HistoryReader } from '../reader.ts';
import type { SeriesId } from '../samples/kinds.ts';
import type { Period } from '../samples/range.ts';
import type { Point } from '../samples/series.ts';

/** A figure of an object that a problem is about. */
export interface ObjectChart {
  readonly object: string;
  readonly figure: ObjectFigure;
  readonly points: readonly Point[];
}
export type ObjectFigure = 'viewers' | 'streams' | 'in' | 'out' | 'cpu' | 'mem';

/** Most objects with charts of their own: those of the worst problems. */
const MOST_OBJECTS = 6;

/** Charts of the objects of these problems, in their order; figures that hardly moved are left out. */
export function objectCharts(
  reader: HistoryReader,
  problems: readonly Problem[],
  { from, to }: Period,
): readonly ObjectChart[] {
  const subjects = new Map(
    problems.flatMap(({ subject }) => seriesOf(subject).slice(0, 1)).map(({ id }) => [id.name, id]),
  );
  const shown = new Set([...subjects.keys()].slice(0, MOST_OBJECTS));
  const series = new Map(
    problems
      .flatMap(({ subject }) => seriesOf(subject))
      .filter(({ id }) => shown.has(id.name))
      .map((each) => [`${each.id.kind} ${each.id.name} ${each.id.column}`, each]),
  );
  return [...series.values()].flatMap(({ object, id, figure }) => {
    const { points } = reader.series.read(id, from, to);
    return hasMoved(points) ? [{ object, figure, points }] : [];
  });
}

/** A figure that hardly moved tells nothing about an incident. */
function hasMoved(points: readonly Point[]): boolean {
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  for (const point of points) {
    least = Math.min(least, point.least ?? least);
    most = Math.max(most, point.most ?? most);
  }
  return most - least > most * MOVED_SHARE;
}

const MOVED_SHARE = 0.05;

interface ObjectSeries {
  readonly object: string;
  readonly id: SeriesId;
  readonly figure: ObjectFigure;
}

/** The figures that tell what happened to an object. */
function seriesOf(subject: Subject): readonly ObjectSeries[] {
  const of = (
    kind: SeriesId['kind'],
    [object, name]: readonly [object: string, name: string],
    figures: readonly ObjectFigure[],
  ) => figures.map((figure) => ({ object, id: { kind, name, column: figure }, figure }));
  switch (subject.kind) {
    case 'server':
      return of('server', [subject.name, subject.name], ['cpu', 'viewers', 'out']);
    case 'group':
      return of('group', [subject.name, subject.name], ['viewers', 'streams']);
    case 'application':
      return of('listedApplication', [subject.name, subject.id ?? subject.name], ['viewers', 'streams']);
    case 'stream': {
      const name = `${subject.application ?? ''}/${subject.streamKey}`;
      return of('stream', [subject.streamKey, name], ['viewers', 'in']);
    }
    default:
      return [];
  }
}
