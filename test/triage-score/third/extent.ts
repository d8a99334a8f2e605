import type { Frame } from './course.ts';
import type { Figure } from './plan.ts';
import type { ThirdWorld } from './world.ts';

/** How large a fault is: the world beside the same one without it. */

/** A figure has changed when it differs by more than this share. */
const MOVED = 0.05;

const sum = (list: Iterable<number>): number => [...list].reduce((a, b) => a + b, 0);
const published = ({ publishes }: Frame): number => publishes.filter((one) => one === 'yes').length;

/** The figures of the fault at second `t`. */
export function thirdExtent(
  { course, without, cluster, truth }: ThirdWorld,
  t: number,
): Record<Figure, number> {
  const [now, usual] = [course.at(t), without.at(t)];
  const width = cluster.serving.length;
  const isHit = (cell: number) => {
    const isStream = truth?.streams?.includes(Math.floor(cell / width)) ?? true;
    return isStream && (truth?.apps?.includes(cluster.serving[cell % width] ?? -1) ?? true);
  };
  const inside = ({ cells }: Frame) => sum(cells.filter((_, cell) => isHit(cell)));
  const change = sum(now.viewers) - sum(usual.viewers);
  const isAfter = truth !== undefined && t >= truth.begins;
  const hit = isAfter ? Math.max(inside(now), inside(usual)) : 0;
  return {
    'viewers lost': Math.max(0, -change),
    'viewers gained': Math.max(0, change, inside(now) - inside(usual)),
    'viewers moved': Math.max(0, inside(usual) - inside(now)),
    'viewers hit': hit,
    'viewers there': isAfter ? inside(now) : 0,
    'streams lost': Math.max(0, published(usual) - published(now)),
    'streams hit': isAfter ? (truth.streams ?? []).filter((s) => usual.publishes[s] === 'yes').length : 0,
  };
}

/** The part of the cluster's viewers, streams or bytes that is missing at second `t`. */
export function thirdLostShare({ course, without }: ThirdWorld, t: number): number {
  const [now, usual] = [course.at(t), without.at(t)];
  const lost = (of: (frame: Frame) => number) => 1 - of(now) / Math.max(1, of(usual));
  return Math.max(
    lost(({ viewers }) => sum(viewers)),
    lost(published),
    lost(({ appOut }) => sum(appOut)),
  );
}

/** Names of all objects that the fault changes by second `t`. */
export function thirdAffected(
  { course, without, cluster, truth }: ThirdWorld,
  t: number,
): ReadonlySet<string> {
  const [now, usual] = [course.at(t), without.at(t)];
  const names = new Set(truth?.culprits.flatMap(({ name, also }) => [name, ...also]));
  const moved = (a = 0, b = 0) => Math.abs(a - b) > MOVED * Math.max(Math.abs(a), Math.abs(b), 1);
  const addApp = (app: number) => {
    const { name, server } = cluster.apps[app] ?? {};
    const { name: host, group } = cluster.servers[server ?? -1] ?? {};
    for (const one of [name, host, group]) if (one) names.add(one);
  };
  for (const { index, server } of cluster.apps) {
    const columns = ['appIn', 'appOut', 'appViewers', 'appStreams'] as const;
    const isMoved = columns.some((column) => moved(now[column][index], usual[column][index]));
    const isHot = moved(now.cpu[server], usual.cpu[server]) || moved(now.mem[server], usual.mem[server]);
    const k = cluster.serving.indexOf(index);
    const isSick = moved(now.servingSick[k], usual.servingSick[k]);
    if (isMoved || isHot || isSick || now.isUp[server] !== usual.isUp[server]) addApp(index);
  }
  for (const { index, key, app, coder } of cluster.streams) {
    const columns = ['viewers', 'bitrate', 'score', 'ladderSick'] as const;
    const isMoved = columns.some((column) => moved(now[column][index], usual[column][index]));
    const isLess = now.isTranscoded[index] !== usual.isTranscoded[index];
    if (!isMoved && !isLess && now.publishes[index] === usual.publishes[index]) continue;
    names.add(key);
    for (const one of [app, coder]) if (one !== undefined) addApp(one);
  }
  for (const { object } of truth?.follows ?? []) names.add(object);
  return names;
}
