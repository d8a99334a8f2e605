import { count } from '../../base/format.ts';
import { type Incident, viewersLost } from '../memory/outages.ts';
import { watching } from '../renditions.ts';
import { counted, listed } from '../words.ts';

/** What servers that vanished carried, and what of it is back, in words and figures. */

/** `100 viewers, 4 streams`; empty for an idle server. */
export function carried(viewers: number, streams: number, isManager: boolean): string {
  return [
    viewers > 0 ? counted(viewers, 'viewer') : '',
    streams > 0 ? counted(streams, 'stream') : '',
    isManager ? 'the role of a cluster manager' : '',
  ]
    .filter((text) => text !== '')
    .join(', ');
}

/** Streams are swept once a minute: so many more may have come to them since. */
const MORE_SINCE = 1.25;

/** Viewers who were cut off: no more than watched on the servers, or watched their streams; undefined: none did. */
export function viewersHit(incident: Incident, viewersThere: number): number | undefined {
  const most = viewersThere + Math.round(MORE_SINCE * (watching([...incident.lost.values()]) ?? 0));
  if (most === 0) return undefined;
  return Math.min(most, viewersLost(incident) ?? most);
}

/** Which streams are missing or back, and what became of the viewers: clauses for the end of a sentence. */
export function aftermath(incident: Incident, viewersThere: number): string {
  const streams = streamWords(incident);
  const hit = viewersHit(incident, viewersThere);
  const viewers = hit === undefined ? '' : viewerWords(incident, hit);
  return [streams, viewers]
    .filter((part) => part !== '')
    .map((part) => `; ${part}`)
    .join('');
}

function streamWords({ lost, missing, lookedAt, outages }: Incident): string {
  if (lost.size === 0) return '';
  if (missing.length === 0) return `all ${counted(lost.size, 'stream')} are back`;
  const names = listed(missing.map(({ stream }) => stream.streamKey));
  const backAt = Math.max(...outages.map((outage) => outage.backAt ?? 0));
  if (backAt > 0 && (lookedAt ?? 0) < backAt) return `not looked at again yet: ${names}`;
  if (missing.length === lost.size) return `missing: ${names}`;
  const viewers = watching(missing);
  const who = viewers !== undefined ? ` (${counted(viewers, 'viewer')})` : '';
  const back = `${count(lost.size - missing.length)} of ${counted(lost.size, 'stream')} are back`;
  return `${back}, still missing: ${names}${who}`;
}

function viewerWords({ viewers: { before, lowest, now } }: Incident, hit: number): string {
  if (hit === 0) return 'the others took over its viewers';
  const back = lowest === undefined || now === undefined ? 0 : Math.min(hit, Math.max(0, now - lowest));
  const lost =
    before === undefined ? `${counted(hit, 'viewer')} lost` : `the cluster lost ${counted(hit, 'viewer')}`;
  return `${lost}${back > 0 ? `, ${count(back)} came back` : ''}`;
}
