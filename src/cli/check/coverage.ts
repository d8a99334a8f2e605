import { resourceTable } from '../../cluster/resources.ts';
import type { ClusterState } from '../../cluster/state.ts';
import {
  type Coverage,
  coverageOf,
  resourceOf,
  unreadOf,
  unreadOfServer,
} from '../../triage/coverage/coverage.ts';
import type { JudgedFigure } from '../../triage/coverage/inputs.ts';
import { inputsOfProblem } from '../../triage/one-shot.ts';
import { copiesOf, type Figure } from '../../views/metrics/performance.ts';
import { coverageWords } from '../../views/problems/coverage.ts';
import type { Unread } from './looks.ts';
import type { CheckedObject } from './object.ts';

/** What could not be judged. */
export interface Uncovered {
  /** In words. Without these figures nobody can say that all is well. */
  readonly unread: readonly string[];
  /** In words. These figures would hardly change the verdict. */
  readonly remarks: readonly string[];
}

const resourceName = (figure: JudgedFigure) => resourceTable[resourceOf(figure)].name;

/**
 * Figures of the checked object that no state could read, or that one state left out. `asked` are names on the
 * command line; a figure that the user asks for is always required.
 */
export function uncovered(
  object: CheckedObject | undefined,
  states: readonly ClusterState[],
  failures: readonly Unread[],
  asked: { readonly names: ReadonlySet<string>; readonly measured: readonly Figure[] },
): Uncovered {
  const rows = inEvery(states.map((state) => checkedRows(object, state)));
  const failed = new Set<string>(
    rows.flatMap(({ figure, reading }) => (reading === 'not looked' ? resourceName(figure) : [])),
  );
  const missing = notMeasured(object, rows, asked);
  const words = (decides: boolean) =>
    rows
      .filter((row) => row.decides === decides && !missing.has(row.figure) && !isExplained(row, failures))
      .map(coverageWords);
  return {
    unread: [
      ...words(true),
      ...failures.filter(({ name }) => failed.has(name)).map((failure) => failure.words),
      ...missing.values(),
    ],
    remarks: words(false),
  };
}

function isExplained({ figure, reading, decides }: Coverage, failures: readonly Unread[]): boolean {
  return decides && reading === 'not looked' && failures.some(({ name }) => name === resourceName(figure));
}

function inEvery(looks: readonly (readonly Coverage[])[]): readonly Coverage[] {
  const byFigure = Map.groupBy(looks.flat(), ({ figure }) => figure);
  return [...byFigure.values()].flatMap((rows): readonly Coverage[] => {
    const skipped = rows.find(({ reading, decides }) => reading === 'not looked' && decides);
    const last = rows.at(-1);
    if (skipped) return [skipped];
    return last && rows.length === looks.length ? [last] : [];
  });
}

/** Figures of the checked object that were not read. */
function checkedRows(object: CheckedObject | undefined, state: ClusterState): readonly Coverage[] {
  if (!object) return unreadOf(state);
  const { kind, name } = object;
  if (kind === 'problem') {
    const figures = inputsOfProblem(name);
    return unreadOf(state).filter(({ figure }) => figures === undefined || figures.includes(figure));
  }
  if (kind === 'server') return serverRows(state, name);
  const list: JudgedFigure = kind === 'stream' ? 'stream list' : 'application list';
  const row = coverageOf(state).find(({ figure }) => figure === list);
  const isThere =
    kind === 'stream'
      ? copiesOf(state, name).length > 0
      : [...(state.applicationSweep.value?.items.values() ?? [])].some((one) => one.name === name);
  const { error } = kind === 'stream' ? state.streamSweep : state.applicationSweep;
  if (!isThere && error) return [{ figure: list, reading: 'not looked', decides: true }];
  if (!isThere) return row && row.reading !== 'read' ? [{ ...row, decides: true }] : [];
  return kind === 'stream' ? streamRows(state, name) : [];
}

function serverRows(state: ClusterState, name: string): readonly Coverage[] {
  const record = state.servers.find((one) => one.name === name);
  if (record) return unreadOfServer(state, record);
  const list = coverageOf(state).find(({ figure }) => figure === 'servers');
  return list && list.reading !== 'read' ? [{ ...list, decides: true }] : [];
}

function streamRows(state: ClusterState, name: string): readonly Coverage[] {
  const copies = copiesOf(state, name);
  const blind = copies.filter(
    ({ healthScore, healthGrade }) => healthScore == null && healthGrade == null,
  ).length;
  return blind === 0
    ? []
    : [{ figure: 'stream health', reading: 'absent', missing: blind, of: copies.length, decides: true }];
}

const figureOf: Readonly<Record<string, JudgedFigure>> = {
  viewers: 'viewers',
  streams: 'streams',
  in_bytes_per_second: 'in',
  out_bytes_per_second: 'out',
  transcode_tasks: 'transcode',
  cpu: 'cpu',
  cpu_max: 'cpu',
  mem: 'mem',
  mem_max: 'mem',
  bandwidth_max: 'bandwidth',
  servers: 'servers',
  health_min: 'stream health',
};
const labelOf: Readonly<Record<string, string>> = { cpu: 'cpu_max', mem: 'mem_max' };

/**
 * Figures on the command line without a value, in words. If no server has a cap, bandwidth has no value although it
 * was read.
 */
function notMeasured(
  object: CheckedObject | undefined,
  rows: readonly Coverage[],
  { names, measured }: { readonly names: ReadonlySet<string>; readonly measured: readonly Figure[] },
): ReadonlyMap<JudgedFigure, string> {
  const found = new Map<JudgedFigure, string>();
  if (object?.kind === 'problem') return found;
  for (const name of names) {
    const figure = figureOf[name];
    const label = labelOf[name] ?? name;
    if (figure === undefined || measured.some((one) => one.label === label)) continue;
    const row = rows.find((one) => one.figure === figure);
    if (!row && (figure === 'bandwidth' || name in labelOf)) continue;
    const reading = row?.reading === 'unreadable' ? 'unreadable' : 'not reported';
    found.set(figure, `${label}: asked for, ${reading}`);
  }
  return found;
}
