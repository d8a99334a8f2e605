import { cell } from '../../src/simulator/column.ts';
import type { Model } from '../../src/simulator/model.ts';
import { extentOf, frameOf } from '../world/incidents/extent.ts';
import type { TrueFault } from '../world/incidents/truth.ts';

/** A figure has changed when the fault changes it by more than this share. */
const MOVED = 0.05;

/** Names of all objects that a fault affects by second `t`, which a row about it may be about. */
export function affectedNames(model: Model, fault: TrueFault, t: number): ReadonlySet<string> {
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
    const columns = [
      'appIn',
      'appOut',
      'appViewers',
      'appStreams',
      'appTasks',
      'appAlive',
      'appPenalty',
    ] as const;
    if (columns.some((column) => moved(cell(now[column], app), cell(usual[column], app)))) addApp(app);
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

/** When a tenth of the cluster's viewers, streams or bytes is lost first, seconds; undefined: never that much. */
export function firstTenthLost(model: Model, fault: TrueFault): number | undefined {
  const until = Math.min(fault.ends, fault.full + 60);
  for (let t = fault.begins; t <= until; t += 4) if (extentOf(model, fault, t).lostShare >= 0.1) return t;
  return undefined;
}
