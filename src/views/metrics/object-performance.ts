import { leastKnown, measuredScore, sumCopies, sumKnown } from '../../cluster/figures.ts';
import type { ClusterState } from '../../cluster/state.ts';
import type { Stream } from '../../protocol/stream.ts';
import type { Thresholds } from '../../triage/threshold-families.ts';
import type { Figure } from './performance.ts';

/** Known figures of one stream or application from the newest states; rates in bytes per second. */

/** A stream by its key or id, over all its copies (see `sumCopies`). */
export function streamFigures(states: readonly ClusterState[], name: string, t: Thresholds): Figure[] {
  const { viewers, inBandwidth, outBandwidth } = sumCopies(copiesOf(states.at(-1), name));
  return [
    ...plain('viewers', viewers),
    ...plain('in_bytes_per_second', inBandwidth),
    ...plain('out_bytes_per_second', outBandwidth),
    ...plain('health_min', mildestHealth(states, name)).map((figure) => ({
      ...figure,
      warn: `${t.healthBad}:`,
      max: 100,
    })),
  ];
}

/** The sum of the applications with that name. */
export function applicationFigures(states: readonly ClusterState[], name: string): Figure[] {
  const own = [...(states.at(-1)?.applicationSweep.value?.items.values() ?? [])].filter(
    (application) => application.name === name,
  );
  return [
    ...plain('viewers', sumKnown(own.map(({ viewerCount }) => viewerCount))),
    ...plain('streams', sumKnown(own.map(({ streamCount }) => streamCount))),
    ...plain('in_bytes_per_second', sumKnown(own.map(({ inBandwidth }) => inBandwidth))),
    ...plain('out_bytes_per_second', sumKnown(own.map(({ outBandwidth }) => outBandwidth))),
  ];
}

function copiesOf(state: ClusterState | undefined, name: string): readonly Stream[] {
  const all = [...(state?.streamSweep.value?.items.values() ?? [])];
  return all.filter(({ streamKey, id }) => streamKey === name || id === name);
}

/** The best score of each copy in all states, because a problem must be in all of them; then the worst copy. */
function mildestHealth(states: readonly ClusterState[], name: string): number | undefined {
  const best = new Map<string, number>();
  for (const copy of states.flatMap((state) => copiesOf(state, name))) {
    const score = measuredScore(copy);
    if (score !== undefined) best.set(copy.id, Math.max(score, best.get(copy.id) ?? score));
  }
  return leastKnown([...best.values()]);
}

function plain(label: string, value: number | undefined): Figure[] {
  if (value === undefined) return [];
  return [{ label, value, unit: '', warn: undefined, crit: undefined, min: 0, max: undefined }];
}
