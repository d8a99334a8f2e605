import { count, counted } from '../../base/format.ts';
import type { ClusterState } from '../../cluster/state.ts';
import { type Coverage, resourceOf, unreadOf } from '../../triage/coverage/coverage.ts';
import type { JudgedFigure } from '../../triage/coverage/inputs.ts';

/** The name of a figure; and the object by which it is counted if only some lack it. */
const figures: Readonly<Record<JudgedFigure, readonly [name: string, object?: string]>> = {
  viewers: ['viewers'],
  streams: ['number of streams'],
  in: ['incoming traffic'],
  out: ['outgoing traffic'],
  transcode: ['transcode tasks'],
  limits: ['limits'],
  groups: ['figures of groups'],
  'sent bytes': ['bytes since the start'],
  'viewer health': ['health of viewers', 'viewer'],
  'stream grades': ['streams by grade', 'stream'],
  'group sizes': ['wanted sizes of groups'],
  servers: ['servers', 'server'],
  managers: ['manager flag', 'server'],
  'group servers': ['group or role', 'application'],
  cpu: ['CPU', 'server'],
  mem: ['memory', 'server'],
  bandwidth: ['bandwidth', 'server'],
  'bandwidth caps': ['bandwidth caps', 'server'],
  'application load': ['load of applications', 'server'],
  'application caps': ['caps of applications', 'server'],
  'application traffic': ['traffic of applications', 'server'],
  'stream list': ['streams', 'stream'],
  'stream health': ['health', 'stream'],
  'stream scores': ['score or grade', 'stream'],
  'stream viewers': ['viewers', 'stream'],
  'stream traffic': ['state, start or bytes in', 'stream'],
  'application list': ['applications', 'application'],
  links: ['link', 'application'],
  'link figures': ['state, latency or packets', 'application'],
  journal: ['journal', 'journal entry'],
};

/** Lists whose items are what is missing. */
const lists: readonly JudgedFigure[] = ['servers', 'stream list', 'application list', 'journal'];

/** One row in words: `37 streams`, `CPU of 2 of 6 servers`, `viewers`. */
export function coverageWords({ figure, missing = 0, of = missing }: Coverage): string {
  const [name, object] = figures[figure];
  if (object === undefined || missing === 0) return name;
  const objects = counted(of, object, object.endsWith('entry') ? object.replace(/y$/, 'ies') : undefined);
  const some = missing < of ? `${count(missing)} of ${objects}` : objects;
  return lists.includes(figure) ? some : `${name} of ${some}`;
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
