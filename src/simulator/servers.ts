import { cell } from './column.ts';
import type { AppNode } from './layout.ts';
import { hash, sineTurns, unit } from './rng.ts';
import { addedTo } from './story-effects.ts';
import type { World } from './world.ts';

/** The servers in topology and dashboard (A12), without those that are missing. */
export function topologyOf(world: World): Record<string, unknown>[] {
  const { servers, groups } = world.model.layout;
  const { gone } = world.frame();
  return servers.flatMap(({ name, hostName, group, role, apps }, index) => {
    if (gone.has(index)) return [];
    return {
      serverName: name,
      hostName,
      groupName: groups[group],
      clusterManager: role === 'manager',
      serverStats: statsOf(world, index),
      applications: apps.map((app) => appOf(world, app)),
    };
  });
}

/** Infinity means no limit; the API has null for it. */
export function cap(limit: number): number | null {
  return Number.isFinite(limit) ? limit : null;
}

function statsOf(world: World, index: number): Record<string, unknown> {
  const { model } = world;
  const frame = world.frame();
  const apps = model.layout.servers[index]?.apps ?? [];
  const sum = (column: Float64Array) => apps.reduce((total, app) => total + cell(column, app), 0);
  const inCap = apps.length === 0 ? Number.POSITIVE_INFINITY : sum(model.inCap);
  const outCap = apps.length === 0 ? Number.POSITIVE_INFINITY : sum(model.outCap);
  return {
    cpuUsage: cpuOf(world, index, { in: sum(frame.appIn) / inCap, out: sum(frame.appOut) / outCap }),
    memUsage: memoryOf(world, index),
    inBandwidth: { usage: sum(frame.appIn), cap: cap(inCap) },
    outBandwidth: { usage: sum(frame.appOut), cap: cap(outCap) },
  };
}

/** Load depends on the role of the server, with some noise at each tick. */
function cpuOf(world: World, index: number, use: { in: number; out: number }): number {
  const { model } = world;
  const frame = world.frame();
  const server = model.layout.servers[index];
  const noise = 3 * unit(model.seed, 81, index, frame.ms / 1000) - 1.5;
  let load = 7;
  if (server?.role === 'origin') load = 12 + 46 * use.in;
  if (server?.role === 'edge') load = 10 + 62 * use.out + 20 * Math.max(0, use.out - 0.8) * 5;
  if (server?.role === 'transcode') load = 13 + 62 * taskUse(world, server.apps[0] ?? -1);
  const added = addedTo(model, 'cpu', index, frame.ms / 1000);
  return round1(Math.max(0.5, Math.min(99.5, load + noise + added)));
}

function taskUse(world: World, app: number): number {
  const limit = world.model.taskLimit();
  const tasks = cell(world.frame().appTasks, app);
  return limit === 0 ? 0 : Math.min(1, tasks / (limit ?? 64));
}

/** Memory fills slowly and is freed again, in about an hour. */
function memoryOf(world: World, index: number): number {
  const { seed } = world.model;
  const base = 34 + 22 * unit(seed, 82, index);
  const turns = unit(seed, 83, index) + world.frame().ms / 1000 / (2_700 + 1_800 * unit(seed, 84, index));
  const added = addedTo(world.model, 'memory', index, world.frame().ms / 1000);
  return round1(Math.min(99, base + 7 * (turns - Math.floor(turns)) + 0.4 * sineTurns(turns * 90) + added));
}

function round1(value: number): number {
  return Math.round(value * 10) / 10;
}

function appOf(world: World, app: number): Record<string, unknown> {
  const { model } = world;
  const frame = world.frame();
  const node = model.layout.apps[app] as (typeof model.layout.apps)[number];
  const links = linksOf(world, app);
  return {
    id: node.id,
    name: node.name,
    type: node.role,
    streams: { count: frame.appStreams[app], cap: cap(cell(model.streamCap, app)) },
    viewers: { count: frame.appViewers[app], cap: cap(cell(model.viewerCap, app)) },
    bandwidth: { inBandwidth: frame.appIn[app], outBandwidth: frame.appOut[app] },
    upLinks: links.up,
    downLinks: links.down,
  };
}

const LINKS = 8;

/**
 * The links of an application: origins feed transcoders and edges, transcoders feed edges. The API does not specify
 * the elements, so origins use strings, transcoders objects, edges both.
 */
export function linksOf(world: World, app: number): { up: unknown[]; down: unknown[] } {
  const { model } = world;
  const { apps, byRole, inGroup } = model.layout;
  const frame = world.frame();
  const node = apps[app];
  if (!node) return { up: [], down: [] };
  const alive = (list: readonly number[]) => list.filter((a) => frame.appAlive[a] === 1);
  const near = (role: AppNode['role']) => {
    const here = alive(inGroup[role][node.group] ?? []);
    return (here.length > 0 ? here : alive(byRole[role])).slice(0, LINKS);
  };
  const names = (list: readonly number[]) => list.map((a) => apps[a]?.name ?? '');
  const objects = (list: readonly number[]) =>
    list.map((a) => ({
      name: apps[a]?.name ?? '',
      id: apps[a]?.id ?? '',
      latency: 1 + (hash(model.seed, 85, app, a) % 24),
    }));
  if (node.role === 'origin') return { up: [], down: names([...near('transcode'), ...near('edge')]) };
  if (node.role === 'transcode') return { up: objects(near('origin')), down: objects(near('edge')) };
  return { up: [...names(near('origin')), ...objects(near('transcode'))], down: [] };
}
