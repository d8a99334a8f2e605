import type { ClusterState } from '../cluster/state.ts';
import type { LimitedMeasure } from '../protocol/dashboard.ts';
import type { HitPart } from './facts.ts';
import type { KindAndFacts } from './kind-facts.ts';
import { kinds } from './kinds.ts';
import { applicationNamed } from './problem.ts';
import { remembered } from './remembered.ts';
import type { FindingMembers } from './rule.ts';

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

type Located = Pick<FindingMembers, 'subject' | 'folded'>;

/** The parts that a problem affects, those of the media path first; empty if unknown. */
export function partsHit(problem: KindAndFacts & Located, { servers }: ClusterState): readonly HitPart[] {
  const { kind, facts, folded } = problem;
  // For a row of streams, the part of its worst stream.
  const { part: parts } = kinds[kind === 'streams' ? (folded?.worst?.kind ?? kind) : kind];
  return parts.flatMap((part): readonly HitPart[] => {
    if (part === 'of its servers') return partsOfServers(problem, servers);
    if (part === 'of its facts')
      return (kind === 'loss' || kind === 'parted' || kind === 'journal-failures') && facts.part
        ? [facts.part]
        : [];
    if (part !== 'of its measure') return [part];
    if (kind === 'limit' && facts.server !== undefined) return partsOfServers(problem, servers);
    return kind === 'limit' || kind === 'limit-changed' ? [byMeasure[facts.measure]] : [];
  });
}

/** The parts that its servers have, and the applications of its streams. */
function partsOfServers({ subject, folded }: Located, servers: ClusterState['servers']): readonly HitPart[] {
  const subjects = new Set([subject, ...(folded?.first.map((part) => part.subject) ?? [])]);
  const { byServer, byApplication } = rolesIn(servers);
  const roles = new Set<string>();
  for (const one of subjects) {
    const own =
      one.kind === 'server' ? byServer.get(one.name) : byApplication.get(applicationNamed(one) ?? '');
    for (const role of own ?? []) roles.add(byRole[role] ?? '');
  }
  return MEDIA_PATH.filter((part) => roles.has(part));
}

/** Types of the applications of a server, and of those of one name. Up to a thousand problems ask at each step. */
const rolesIn = remembered((servers: ClusterState['servers']) => {
  const all = servers.flatMap(({ name: server, server: { applications } }) =>
    (applications ?? []).map(({ name, type }) => ({ server, name, role: type?.toLowerCase() ?? '' })),
  );
  const by = (nameOf: (one: (typeof all)[number]) => string) =>
    new Map([...Map.groupBy(all, nameOf)].map(([name, own]) => [name, own.map(({ role }) => role)]));
  return { byServer: by(({ server }) => server), byApplication: by(({ name }) => name) };
});
