import type { ClusterState } from '../../cluster/state.ts';
import type { Application } from '../../protocol/application.ts';
import type { Stream } from '../../protocol/stream.ts';
import { measuredScore } from '../../triage/stream-health.ts';
import type { Thresholds } from '../../triage/thresholds.ts';
import type { Figure } from './performance.ts';

/** The figures of one stream or application by the newest state, those that are known; rates in bytes per second. */

/** A stream by its key or id: summed over its copies, and what comes in and the health of the worst of them. */
export function streamFigures(states: readonly ClusterState[], name: string, t: Thresholds): Figure[] {
  const copies = copiesOf(states.at(-1), name);
  return [
    ...plain('viewers', sum(copies, 'viewerCount')),
    ...plain('in_bytes_per_second', least(copies.map(({ inBandwidth }) => inBandwidth))),
    ...plain('out_bytes_per_second', sum(copies, 'outBandwidth')),
    ...plain('health_min', mildestHealth(states, name)).map((figure) => ({
      ...figure,
      warn: `${t.healthBad}:`,
      max: 100,
    })),
  ];
}

/** Applications of that name together. */
export function applicationFigures(states: readonly ClusterState[], name: string): Figure[] {
  const own = [...(states.at(-1)?.applicationSweep.value?.items.values() ?? [])].filter(
    (application) => application.name === name,
  );
  return [
    ...plain('viewers', sum(own, 'viewerCount')),
    ...plain('streams', sum(own, 'streamCount')),
    ...plain('in_bytes_per_second', sum(own, 'inBandwidth')),
    ...plain('out_bytes_per_second', sum(own, 'outBandwidth')),
  ];
}

function copiesOf(state: ClusterState | undefined, name: string): readonly Stream[] {
  const all = [...(state?.streamSweep.value?.items.values() ?? [])];
  return all.filter(({ streamKey, id }) => streamKey === name || id === name);
}

/** Of each copy the best of all states, as a problem is one in all of them; of the copies the worst. */
function mildestHealth(states: readonly ClusterState[], name: string): number | undefined {
  const best = new Map<string, number>();
  for (const copy of states.flatMap((state) => copiesOf(state, name))) {
    const score = measuredScore(copy);
    const key = copy.application ?? '';
    if (score !== undefined) best.set(key, Math.max(score, best.get(key) ?? score));
  }
  return least([...best.values()]);
}

/** Undefined where none of them says. */
function sum<T extends Stream | Application>(items: readonly T[], member: keyof T): number | undefined {
  const known = items.map((item) => item[member]).filter((value) => typeof value === 'number');
  return known.length === 0 ? undefined : known.reduce((a, b) => a + b, 0);
}

function least(values: readonly (number | null | undefined)[]): number | undefined {
  const known = values.filter((value) => value != null);
  return known.length === 0 ? undefined : known.reduce((a, b) => Math.min(a, b));
}

function plain(label: string, value: number | undefined): Figure[] {
  if (value === undefined) return [];
  return [{ label, value, unit: '', warn: undefined, crit: undefined, min: 0, max: undefined }];
}
