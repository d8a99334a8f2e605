import { count, counted } from '../../base/format.ts';
import type { ClusterState } from '../../cluster/state.ts';
import { type Coverage, resourceOf, unreadOf } from '../../triage/coverage/coverage.ts';
import type { JudgedFigure } from '../../triage/coverage/inputs.ts';

/** Figures that are counted by object if only some lack them. */
const objects: Readonly<Partial<Record<JudgedFigure, readonly [one: string, many: string]>>> = {
  servers: ['server', 'servers'],
  managers: ['server', 'servers'],
  'group servers': ['application', 'applications'],
  cpu: ['server', 'servers'],
  mem: ['server', 'servers'],
  bandwidth: ['server', 'servers'],
  'bandwidth caps': ['server', 'servers'],
  'application load': ['server', 'servers'],
  'application caps': ['server', 'servers'],
  'application traffic': ['server', 'servers'],
  'viewer health': ['viewer', 'viewers'],
  'stream grades': ['stream', 'streams'],
  'stream list': ['stream', 'streams'],
  'stream health': ['stream', 'streams'],
  'stream scores': ['stream', 'streams'],
  'stream viewers': ['stream', 'streams'],
  'stream traffic': ['stream', 'streams'],
  'application list': ['application', 'applications'],
  links: ['application', 'applications'],
  'link figures': ['application', 'applications'],
  journal: ['journal entry', 'journal entries'],
};

const names: Readonly<Record<JudgedFigure, string>> = {
  viewers: 'viewers',
  streams: 'number of streams',
  in: 'incoming traffic',
  out: 'outgoing traffic',
  transcode: 'transcode tasks',
  limits: 'limits',
  groups: 'figures of groups',
  'sent bytes': 'bytes since the start',
  'viewer health': 'health of viewers',
  'stream grades': 'streams by grade',
  'group sizes': 'wanted sizes of groups',
  servers: 'servers',
  managers: 'manager flag',
  'group servers': 'group or role',
  cpu: 'CPU',
  mem: 'memory',
  bandwidth: 'bandwidth',
  'bandwidth caps': 'bandwidth caps',
  'application load': 'load of applications',
  'application caps': 'caps of applications',
  'application traffic': 'traffic of applications',
  'stream list': 'streams',
  'stream health': 'health',
  'stream scores': 'score or grade',
  'stream viewers': 'viewers',
  'stream traffic': 'state, start or bytes in',
  'application list': 'applications',
  links: 'link',
  'link figures': 'state, latency or packets',
  journal: 'journal',
};

/** Lists whose items are what is missing. */
const lists: readonly JudgedFigure[] = ['servers', 'stream list', 'application list', 'journal'];

/** One row in words: `37 streams`, `CPU of 2 of 6 servers`, `viewers`. */
export function coverageWords({ figure, missing = 0, of = missing }: Coverage): string {
  const object = objects[figure];
  if (!object || missing === 0) return names[figure];
  const [one, many] = object;
  const some = missing < of ? `${count(missing)} of ${counted(of, one, many)}` : counted(missing, one, many);
  return lists.includes(figure) ? some : `${names[figure]} of ${some}`;
}

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
  return state.isStored ? undefined : joined(cameOf(state).filter(({ decides }) => !decides));
}

function cameOf(state: ClusterState): readonly Coverage[] {
  return unreadOf(state).filter(
    ({ figure, reading, missing }) =>
      reading !== 'not looked' || missing !== undefined || state[resourceOf(figure)].error !== undefined,
  );
}

function joined(rows: readonly Coverage[]): string | undefined {
  return rows.length === 0 ? undefined : `not read: ${rows.map(coverageWords).join(', ')}`;
}
