import { cell } from '../../src/simulator/column.ts';
import type { Model } from '../../src/simulator/model.ts';
import { watchLive } from '../support/live.ts';
import { extentOf, frameOf } from '../world/incidents/extent.ts';
import { type IncidentSource, truthOf } from '../world/incidents/source.ts';
import type { TrueFault } from '../world/incidents/truth.ts';
import type { Stage } from './observe.ts';
import type { ScoredFault, ScoredWorld } from './scored-world.ts';

/** Incidents that a generator draws for the simulated cluster, as worlds to score. */

/** A figure has changed when the fault changes it by more than this share. */
const MOVED = 0.05;
const QUIET_S = 1_190;

/** A drawn incident, and the program that watches it. */
export async function openDrawn(incident: number, incidents?: IncidentSource): Promise<Stage> {
  const live = await watchLive('steady', incident, { incident, incidents });
  return { live, world: drawnWorld(live.world.model), close: live.close };
}

export function drawnWorld(model: Model): ScoredWorld {
  const truth = truthOf(model);
  if (!truth) throw new Error('there is no such incident');
  return {
    seed: truth.seed,
    kind: truth.kind,
    startAt: model.startAt,
    faults: truth.faults.map((fault) => scoredFault(model, fault)),
    quietS: QUIET_S,
    isTrueRemark: (about) => isAlwaysHot(about, model),
  };
}

const scoredFault = (model: Model, fault: TrueFault): ScoredFault => ({
  ...fault,
  figuresAt: (t) => extentOf(model, fault, t).figures,
  lostShare: (t) => extentOf(model, fault, t).lostShare,
  affected: (t) => affectedNames(model, fault, t),
});

/** It is true that a server is hot which always is, and no incident. */
function isAlwaysHot(about: readonly string[], { cast, layout }: Model): boolean {
  return cast.servers['always hot'].some((server) => {
    const { name = '', apps = [] } = layout.servers[server] ?? {};
    return about.some((one) => one === name || apps.some((app) => layout.apps[app]?.name === one));
  });
}

const ofApps = ['appIn', 'appOut', 'appViewers', 'appStreams', 'appTasks', 'appAlive', 'appPenalty'] as const;

/** Names of all objects that a fault affects by second `t`, which a row about it may be about. */
function affectedNames(model: Model, fault: TrueFault, t: number): ReadonlySet<string> {
  const { layout, table } = model;
  const now = frameOf(model, model.story, t);
  const usual = frameOf(model, fault.without, t);
  const names = new Set(fault.culprits.flatMap(({ name, also }) => [name, ...also]));
  const moved = (a: number, b: number) => Math.abs(a - b) > MOVED * Math.max(Math.abs(a), Math.abs(b), 1);
  const addApp = (app: number) => {
    const node = layout.apps[app];
    if (!node) return;
    names.add(node.name);
    names.add(layout.servers[node.server]?.name ?? '');
    names.add(layout.groups[node.group] ?? '');
  };
  layout.apps.forEach((_, app) => {
    if (ofApps.some((column) => moved(cell(now[column], app), cell(usual[column], app)))) addApp(app);
  });
  for (let s = 0; s < table.count; s++) {
    const columns = ['state', 'viewers', 'inBandwidth', 'outBandwidth', 'score', 'renditions'] as const;
    if (!columns.some((column) => moved(cell(now[column], s), cell(usual[column], s)))) continue;
    names.add(table.keys[s] ?? '');
    addApp(cell(table.origin, s));
  }
  for (const { object } of fault.follows) names.add(object);
  return names;
}
