import { type Builder, type BuiltFault, managerObject, nothingHit } from './built-fault.ts';
import type { Draw } from './draw.ts';

/** Faults of the whole cluster, in which all servers, groups and applications are affected alike. */

/** A factor on the whole audience; `by` is its value at full strength. */
function wholeAudience(draw: Draw, { by, rise }: { readonly by: number; readonly rise: number }) {
  const { begins: start, ends: end } = draw;
  return {
    effects: [{ what: 'viewers', who: 'all', by, rise, fall: 60, start, end }],
    lines: [],
    causedBy: managerObject(draw),
    servers: [],
    streams: [],
    culprits: [{ kind: 'cluster', name: 'cluster', also: [] }],
    parts: [],
    full: start + rise,
    hit: nothingHit,
  } satisfies Omit<BuiltFault, 'causes' | 'extent'>;
}

/** Viewers of all edges leave at the same rate, some percent per minute, because they are sent elsewhere. */
export const gradualLoss: Builder = (draw) => {
  const minutes = draw.between(60, 7, 12);
  const lost = Math.max(0.13, minutes * draw.between(61, 0.01, 0.03));
  return {
    ...wholeAudience(draw, { by: 1 - lost, rise: Math.round(60 * minutes) }),
    causes: [
      `Routing pool changed: share of this cluster set to ${Math.round(100 * (1 - lost))}%`,
      'Token service: lifetime of viewer tokens set to 600 s',
      'DNS records replaced by operator: second provider added',
    ],
    extent: ['viewers lost'],
  };
};

/** Within minutes there are far more viewers than usual at this hour: an attack, or a popular event. */
export const surge: Builder = (draw) => ({
  ...wholeAudience(draw, { by: draw.between(60, 1.7, 3), rise: Math.round(draw.between(61, 20, 240)) }),
  causes: [
    'Routing pool changed: viewers of the second provider are sent here',
    'Token check disabled by operator',
  ],
  extent: ['sessions gained'],
});
