import { tableKeys } from '../../base/table.ts';
import type { ClusterState, ResourceKey, ServerRecord } from '../../cluster/state.ts';
import { remembered } from '../remembered.ts';
import { inputs, type JudgedFigure } from './inputs.ts';
import type { Found } from './readings.ts';

/** How far a judged figure is known. */
export interface Coverage extends Omit<Found, 'decides'> {
  readonly figure: JudgedFigure;
  /** What was not read could be a problem, so without it nobody can say that all is well. */
  readonly decides: boolean;
}

const resources: Readonly<Partial<Record<JudgedFigure, ResourceKey>>> = {
  servers: 'topology',
  'stream list': 'streamSweep',
  'application list': 'applicationSweep',
  journal: 'journalResource',
};

export const resourceOf = (figure: JudgedFigure): ResourceKey => resources[figure] ?? 'dashboard';

/** If the figure is missing for less than this share of its objects, that is only a remark. */
const REMARK_SHARE = 0.01;

/** One row for each judged figure, in the order in which they are reported. */
export const coverageOf = remembered((state: ClusterState): readonly Coverage[] =>
  tableKeys(inputs).flatMap((figure) => rowOf(figure, inputs[figure].read(state))),
);

/** What was not read. */
export function unreadOf(state: ClusterState): readonly Coverage[] {
  return coverageOf(state).filter(({ reading }) => reading !== 'read');
}

/** Whether the unread part of the figure could be a problem, or hide one. */
export function isUndecided(state: ClusterState, figure: JudgedFigure): boolean {
  return rowOf(figure, inputs[figure].read(state)).some(({ decides }) => decides);
}

const serverFigures = ['cpu', 'mem', 'bandwidth', 'bandwidth caps'] as const;

/** What was not read of one server. */
export function unreadOfServer(state: ClusterState, server: ServerRecord): readonly Coverage[] {
  return serverFigures
    .flatMap((figure) => rowOf(figure, inputs[figure].read(state, [server])))
    .filter(({ reading }) => reading !== 'read');
}

function rowOf(figure: JudgedFigure, found: Found | undefined): readonly Coverage[] {
  if (!found) return [];
  const { reading, missing = 1, of = missing } = found;
  const isMuch = missing > 0 && missing >= REMARK_SHARE * of;
  const decides = found.decides ?? (reading !== 'read' && inputs[figure].decides && isMuch);
  return [{ ...found, figure, decides }];
}
