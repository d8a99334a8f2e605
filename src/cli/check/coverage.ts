import { tableKeys } from '../../base/table.ts';
import { coverageOf, unreadOf } from '../../cluster/coverage.ts';
import type { Coverage, JudgedFigure } from '../../cluster/coverage-rows.ts';
import { serverFigures, serverPaths } from '../../cluster/coverage-servers.ts';
import type { ClusterState } from '../../cluster/state.ts';
import type { ProblemKind } from '../../triage/problem.ts';
import type { Figure } from '../../views/metrics/performance.ts';
import { coverageWords } from '../../views/problems/coverage.ts';
import type { Unread } from './looks.ts';
import { type CheckedObject, copiesOf } from './object.ts';

/** What could not be judged. */
export interface Uncovered {
  /** In words. Without these figures nobody can say that all is well. */
  readonly unread: readonly string[];
  /** In words. These figures would hardly change the verdict. */
  readonly remarks: readonly string[];
  readonly rows: readonly Coverage[];
}

/** The resource of each figure; figures that are not listed are in the dashboard. */
const resources: Readonly<Partial<Record<JudgedFigure, string>>> = {
  servers: 'topology',
  'stream list': 'streams',
  'application list': 'applications',
  journal: 'journal',
};

const resourceOf = (figure: JudgedFigure) => resources[figure] ?? 'dashboard';

const totals: readonly JudgedFigure[] = ['viewers', 'streams', 'in', 'out', 'transcode', 'groups'];
const streams: readonly JudgedFigure[] = ['stream list', 'stream health'];
const links: readonly JudgedFigure[] = ['application list', 'links'];

/** The figures by which rules judge each kind of problem. Kinds without figures judge the responses themselves. */
const judgedBy: Readonly<
  Record<Exclude<ProblemKind, 'missing' | 'range' | 'worded'>, readonly JudgedFigure[]>
> = {
  session: [],
  stale: [],
  'topology-doubt': ['servers'],
  manager: ['servers', 'managers'],
  'server-gone': ['servers'],
  loss: ['viewers', 'streams', 'in', 'out', 'servers', 'application load', 'stream list'],
  surge: ['viewers', 'streams', 'in', 'out'],
  parted: ['servers', 'application load', 'stream list'],
  'sudden-loss': ['viewers', 'streams', 'out', 'servers'],
  'server-hot': ['servers', 'cpu', 'mem', 'bandwidth'],
  'group-short': ['servers', 'group servers'],
  'limit-changed': totals,
  plateau: ['viewers', 'out', 'groups'],
  limit: [...totals, 'servers', 'bandwidth', 'application load'],
  'application-limit': ['servers', 'application load'],
  transcoders: ['transcode', 'groups'],
  'edge-delivery': ['servers', 'application load', 'group servers'],
  'stream-flap': ['stream list'],
  'stream-zombie': streams,
  'ingest-swings': streams,
  'ingest-bitrate': streams,
  'stream-unhealthy': streams,
  streams,
  health: ['viewer health'],
  link: links,
  reconnect: links,
  restart: ['servers', 'in', 'out', 'application list', 'journal'],
  'unusual-load': ['viewers', 'streams'],
  'journal-failures': ['journal'],
  'journal-storm': ['journal'],
  'journal-pattern': ['journal'],
  'slow-pattern': ['journal'],
  totals: ['streams', 'stream list'],
};

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
  const failed = new Set(
    rows.flatMap(({ figure, reading }) => (reading === 'not looked' ? resourceOf(figure) : [])),
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
    rows,
  };
}

/** Whether the failure of the resource already explains it. */
function isExplained({ figure, reading, decides }: Coverage, failures: readonly Unread[]): boolean {
  return decides && reading === 'not looked' && failures.some(({ name }) => name === resourceOf(figure));
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
    const figures = figuresOf(name);
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

/**
 * The figures for a kind of problem, or for a problem's key, which starts with its kind. Undefined for any other
 * name: then all figures count.
 */
function figuresOf(problem: string): readonly JudgedFigure[] | undefined {
  return tableKeys(judgedBy)
    .filter((kind) => problem === kind || problem.startsWith(`${kind}:`))
    .map((kind) => judgedBy[kind])[0];
}

function serverRows(state: ClusterState, name: string): readonly Coverage[] {
  const all = coverageOf(state);
  const record = state.servers.find((one) => one.name === name);
  const list = all.find(({ figure }) => figure === 'servers');
  if (!record) return list && list.reading !== 'read' ? [{ ...list, decides: true }] : [];
  const unread = serverFigures([record], serverPaths(state)).filter(
    ({ figure, reading }) => reading !== 'read' && figure !== 'application load',
  );
  const isBlind = record.server.serverStats == null;
  return unread.map((row): Coverage => {
    const whole = all.find(({ figure }) => figure === row.figure);
    const othersHave = (whole?.missing ?? 0) < (whole?.of ?? 0);
    return { ...row, decides: isBlind || othersHave || row.reading === 'unreadable' };
  });
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
    found.set(
      figure,
      `${label}: asked for, ${row?.reading === 'unreadable' ? 'unreadable' : 'not reported'}`,
    );
  }
  return found;
}
