import type { ClusterState } from '../cluster/state.ts';
import type { LimitedMeasure } from '../protocol/dashboard.ts';
import type { Folded, HitPart, ProblemKind, Subject, Told } from './problem.ts';

/** On which part of the way from the publisher to the viewer a kind of problem is; undefined: its object decides. */
const byKind: Readonly<Record<ProblemKind, HitPart | undefined>> = {
  'ingest-bitrate': 'ingest',
  'ingest-swings': 'ingest',
  'stream-flap': 'ingest',
  'stream-zombie': 'ingest',
  'edge-delivery': 'delivery',
  transcoders: 'transcode',
  stale: 'data',
  'journal-storm': 'journal',
  // By its measure.
  limit: undefined,
  'limit-changed': undefined,
  plateau: undefined,
  // By the servers concerned.
  session: undefined,
  'topology-doubt': undefined,
  manager: undefined,
  'server-gone': undefined,
  'server-hot': undefined,
  'sudden-loss': undefined,
  'group-short': undefined,
  'application-limit': undefined,
  'stream-unhealthy': undefined,
  health: undefined,
  link: undefined,
  reconnect: undefined,
  restart: undefined,
  'unusual-load': undefined,
  'journal-pattern': undefined,
  'slow-pattern': undefined,
  totals: undefined,
  streams: undefined,
  range: undefined,
  missing: undefined,
  worded: undefined,
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

const WAY: readonly HitPart[] = ['ingest', 'transcode', 'delivery'];

/** Ingest, transcoding or delivery: by the kind, the limit or the servers concerned; none where none of these says. */
export function partsHit(
  problem: Told & { readonly subject: Subject; readonly folded?: Folded | undefined },
  { servers }: ClusterState,
): readonly HitPart[] {
  const { kind, facts, subject, folded } = problem;
  // A row of streams is on the part that its worst is on.
  const known = byKind[kind === 'streams' ? (folded?.worst?.kind ?? kind) : kind];
  if (known !== undefined) return [known];
  if (kind === 'limit' || kind === 'limit-changed' || kind === 'plateau') return [byMeasure[facts.measure]];
  const subjects = [subject, ...(folded?.first.map((part) => part.subject) ?? [])];
  const names = new Set(subjects.flatMap((one) => (one.kind === 'server' ? [one.name] : [])));
  if (names.size === 0) return [];
  const roles = servers
    .filter(({ name }) => names.has(name))
    .flatMap(({ server }) => (server.applications ?? []).map(({ type }) => type?.toLowerCase() ?? ''));
  return WAY.filter((part) => roles.some((role) => byRole[role] === part));
}
