import type { ClusterState, ServerRecord } from '../cluster/state.ts';
import type { LimitedMeasure } from '../protocol/dashboard.ts';
import type { Folded, HitPart, KindAndFacts, ProblemKind, Subject } from './problem.ts';

/** The affected part by kind of problem: a fixed part, or that of its measure, or that of its servers. */
const byKind: Readonly<
  Record<ProblemKind, readonly (HitPart | 'of its facts' | 'of its measure' | 'of its servers')[]>
> = {
  'ingest-bitrate': ['ingest'],
  'ingest-swings': ['ingest'],
  'stream-flap': ['ingest'],
  'stream-zombie': ['ingest'],
  'edge-delivery': ['delivery'],
  loss: ['of its facts'],
  parted: ['of its facts'],
  transcoders: ['transcode', 'limits'],
  stale: ['data'],
  'journal-failures': ['of its facts'],
  'journal-storm': ['journal'],
  limit: ['of its measure', 'limits'],
  'limit-changed': ['of its measure', 'limits'],
  plateau: ['of its measure', 'limits'],
  'application-limit': ['of its servers', 'limits'],
  session: ['control plane'],
  manager: ['of its servers', 'control plane'],
  link: ['control plane'],
  reconnect: ['control plane'],
  'topology-doubt': ['of its servers'],
  'server-gone': ['of its servers'],
  'server-hot': ['of its servers'],
  'sudden-loss': ['of its servers'],
  'group-short': ['of its servers'],
  'stream-unhealthy': ['of its servers'],
  health: ['of its servers'],
  restart: ['of its servers'],
  'unusual-load': ['of its servers'],
  surge: ['of its servers'],
  'journal-pattern': ['of its servers'],
  'slow-pattern': ['of its servers'],
  totals: ['control plane'],
  streams: ['of its servers'],
  range: ['of its servers'],
  missing: ['of its servers'],
  worded: ['of its servers'],
};

const byMeasure: Readonly<Record<LimitedMeasure, HitPart>> = {
  viewers: 'delivery',
  out: 'delivery',
  in: 'ingest',
  streams: 'ingest',
  transcode: 'transcode',
};

const byRole: Readonly<Record<string, HitPart>> = {
  origin: 'ingest',
  feed: 'ingest',
  transcode: 'transcode',
  edge: 'delivery',
  sink: 'delivery',
};

const MEDIA_PATH: readonly HitPart[] = ['ingest', 'transcode', 'delivery'];

interface Located {
  readonly subject: Subject;
  readonly folded?: Folded | undefined;
}

/** The parts that a problem affects, those of the media path first; empty if unknown. */
export function partsHit(problem: KindAndFacts & Located, { servers }: ClusterState): readonly HitPart[] {
  const { kind, facts, folded } = problem;
  // For a row of streams, the part of its worst stream.
  const parts = byKind[kind === 'streams' ? (folded?.worst?.kind ?? kind) : kind];
  return parts.flatMap((part): readonly HitPart[] => {
    if (part === 'of its servers') return partsOfServers(problem, servers);
    if (part === 'of its facts')
      return (kind === 'loss' || kind === 'parted' || kind === 'journal-failures') && facts.part
        ? [facts.part]
        : [];
    if (part !== 'of its measure') return [part];
    return kind === 'limit' || kind === 'limit-changed' || kind === 'plateau'
      ? [byMeasure[facts.measure]]
      : [];
  });
}

function partsOfServers({ subject, folded }: Located, servers: ClusterState['servers']): readonly HitPart[] {
  const subjects = [subject, ...(folded?.first.map((part) => part.subject) ?? [])];
  const names = new Set(subjects.flatMap((one) => (one.kind === 'server' ? [one.name] : [])));
  if (names.size === 0) return [];
  const byName = namedServers(servers);
  const roles = [...names].flatMap((name) =>
    (byName.get(name)?.server.applications ?? []).map(({ type }) => type?.toLowerCase() ?? ''),
  );
  return MEDIA_PATH.filter((part) => roles.some((role) => byRole[role] === part));
}

const named = new WeakMap<ClusterState['servers'], ReadonlyMap<string, ServerRecord>>();

/** Servers by name, cached by state, because up to a thousand problems ask for theirs at each step. */
function namedServers(servers: ClusterState['servers']): ReadonlyMap<string, ServerRecord> {
  const known = named.get(servers) ?? new Map(servers.map((record) => [record.name, record]));
  named.set(servers, known);
  return known;
}
