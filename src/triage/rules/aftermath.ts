import { type Aftermath, named } from '../facts.ts';
import { streamKeys } from '../hit-streams.ts';
import { type OutageIncident, streamsCarried, viewersLost } from '../memory/outages.ts';
import { watching } from '../renditions.ts';

/** How much of the streams and viewers of vanished servers is back. */

export function aftermathOf(incident: OutageIncident, viewersThere: number): Aftermath {
  const { lost, missing, lookedAt, outages } = incident;
  const { before, lowest, now } = incident.viewers;
  const backAt = Math.max(...outages.map((outage) => outage.backAt ?? 0));
  const hit = viewersCutOff(incident, viewersThere);
  const back =
    hit === undefined || lowest === undefined || now === undefined
      ? 0
      : Math.min(hit, Math.max(0, now - lowest));
  const viewers = watching(missing);
  return {
    streams:
      lost.size === 0
        ? undefined
        : {
            lost: streamKeys([...lost.values()]).length,
            missing: named(streamKeys(missing)),
            isUnread: backAt > 0 && (lookedAt ?? 0) < backAt,
            viewers,
          },
    viewers: hit === undefined ? undefined : { hit, back, isMeasured: before !== undefined },
  };
}

/** The number of viewers may have grown by this factor since the last sweep, which runs once a minute. */
export const MORE_SINCE = 1.25;

/**
 * Viewers who were cut off: at most the number that watched on the servers, or watched their streams, once these are known.
 * Undefined if none.
 */
function viewersCutOff(incident: OutageIncident, viewersThere: number): number | undefined {
  const fallen = viewersLost(incident);
  if (streamsCarried(incident) > incident.lost.size) return fallen || viewersThere || undefined;
  const most = viewersThere + Math.round(MORE_SINCE * (watching([...incident.lost.values()]) ?? 0));
  if (most === 0) return undefined;
  return Math.min(most, fallen ?? most);
}
