import type { ClusterState } from '../../cluster/state.ts';
import type { LimitedMeasure } from '../../protocol/dashboard.ts';
import type { Problem } from '../../triage/problem.ts';
import { serverRole } from '../servers/load.ts';
import { measureInKey } from './measure.ts';

/** On which part of the way from the publisher to the viewer a rule looks, whatever its object. */
const byRule: Readonly<Record<string, string>> = {
  'ingest-bitrate': 'ingest',
  'ingest-swings': 'ingest',
  'stream-flap': 'ingest',
  'stream-zombie': 'ingest',
  'edge-delivery': 'delivery',
  transcoders: 'transcoding',
  stale: 'neither: only what castwatch can see',
  'journal-storm': 'neither: only the journal',
};

/** The rules whose key names the measure of a limit behind the colon, such as `limit:out/eu`. */
const LIMIT_RULES = ['limit', 'limit-changed', 'plateau'];
const byMeasure: Readonly<Record<LimitedMeasure, string>> = {
  viewers: 'delivery',
  out: 'delivery',
  in: 'ingest',
  streams: 'ingest',
  transcode: 'transcoding',
};

const byRole: Readonly<Record<string, string>> = {
  origin: 'ingest',
  feed: 'ingest',
  transcode: 'transcoding',
  edge: 'delivery',
  sink: 'delivery',
};

/** Ingest, transcoding or delivery: by the rule, the limit or the servers concerned; undefined where none says. */
export function sideOf(
  { rule, key, subject, folded }: Problem,
  { servers }: ClusterState,
): string | undefined {
  const known = byRule[rule];
  if (known !== undefined) return known;
  if (LIMIT_RULES.includes(rule)) {
    const measure = measureInKey(key);
    return measure && byMeasure[measure];
  }
  const subjects = [subject, ...(folded?.first.map((part) => part.subject) ?? [])];
  const names = subjects.flatMap((one) => (one.kind === 'server' ? [one.name] : []));
  const roles = servers
    .filter(({ name }) => names.includes(name))
    .flatMap(({ server }) => serverRole(server).split('+'));
  const sides = ['ingest', 'transcoding', 'delivery'].filter((side) =>
    roles.some((role) => byRole[role] === side),
  );
  if (sides.length < 2) return sides[0];
  return `${sides.slice(0, -1).join(', ')} and ${sides.at(-1)}`;
}
