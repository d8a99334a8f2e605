import { count, counted } from '../../base/format.ts';
import { unreadOf } from '../../cluster/coverage.ts';
import type { Coverage, JudgedFigure } from '../../cluster/coverage-rows.ts';
import type { ClusterState, ResourceKey } from '../../cluster/state.ts';

/** What is counted if some objects lack the figure. */
const objects: Readonly<Partial<Record<JudgedFigure, readonly [one: string, many: string, of?: string]>>> = {
  servers: ['server', 'servers'],
  managers: ['server', 'servers', 'manager flag'],
  'group servers': ['server', 'servers', 'group and role'],
  cpu: ['server', 'servers', 'CPU'],
  mem: ['server', 'servers', 'memory'],
  bandwidth: ['server', 'servers', 'bandwidth'],
  'stream list': ['stream', 'streams'],
  'stream health': ['stream', 'streams', 'health or viewers'],
  'application list': ['application', 'applications'],
  links: ['application', 'applications', 'links'],
  journal: ['journal entry', 'journal entries'],
};

const names: Readonly<Record<JudgedFigure, string>> = {
  viewers: 'viewers',
  streams: 'number of streams',
  in: 'incoming traffic',
  out: 'outgoing traffic',
  transcode: 'transcode tasks',
  groups: 'figures of groups',
  'viewer health': 'viewers by grade',
  servers: 'servers',
  managers: 'manager flags',
  'group servers': 'servers of groups',
  cpu: 'CPU',
  mem: 'memory',
  bandwidth: 'bandwidth of servers',
  'application load': 'load of applications',
  'stream list': 'streams',
  'stream health': 'health of streams',
  'application list': 'applications',
  links: 'links of applications',
  journal: 'journal',
};

/** One row in words: `37 streams`, `CPU of 2 of 6 servers`, `viewers`. */
export function coverageWords({ figure, missing = 0, of = missing }: Coverage): string {
  const object = objects[figure];
  if (!object || missing === 0) return names[figure];
  const [one, many, what] = object;
  const some = missing < of ? `${count(missing)} of ${counted(of, one, many)}` : counted(missing, one, many);
  return what === undefined ? some : `${what} of ${some}`;
}

/** The resource of each figure; those not listed are in the dashboard. */
const resourceOf: Readonly<Partial<Record<JudgedFigure, ResourceKey>>> = {
  servers: 'topology',
  'stream list': 'streamSweep',
  'application list': 'applicationSweep',
  journal: 'journalResource',
};

/**
 * Which unread figures prevent an all-clear: `not read: 37 streams, viewers`. Undefined if none does. Data that has
 * not arrived yet is a matter of freshness and not listed here.
 */
export function undecidedWords(state: ClusterState): string | undefined {
  return joined(cameOf(state).filter(({ decides }) => decides));
}

/**
 * Which figures the all-clear does not include, though they would hardly change it. Undefined if it includes all.
 */
export function remarkWords(state: ClusterState): string | undefined {
  return joined(cameOf(state).filter(({ decides }) => !decides));
}

function cameOf(state: ClusterState): readonly Coverage[] {
  return unreadOf(state).filter(
    ({ figure, reading, missing }) =>
      reading !== 'not looked' ||
      missing !== undefined ||
      state[resourceOf[figure] ?? 'dashboard'].error !== undefined,
  );
}

function joined(rows: readonly Coverage[]): string | undefined {
  return rows.length === 0 ? undefined : `not read: ${rows.map(coverageWords).join(', ')}`;
}
