import type { StreamTrack } from '../memory/streams.ts';
import { type Contribution, contributionOf, type Share } from '../principles/contribution.ts';
import type { Subject } from '../problem.ts';
import type { RuleInput } from '../rule.ts';

/** What streams may have in common. If two dimensions explain the same, the first is named. */
export const streamDimensions = ['application', 'server', 'type'] as const;
export type LossDimension = (typeof streamDimensions)[number] | 'group';

const byApplication = new WeakMap<RuleInput['state']['servers'], ReadonlyMap<string, string | undefined>>();

/** The server of each application that runs on only one server. */
export function serversOf({ state }: RuleInput): ReadonlyMap<string, string | undefined> {
  const known = byApplication.get(state.servers);
  if (known) return known;
  const servers = new Map<string, string | undefined>();
  byApplication.set(state.servers, servers);
  for (const { name, server } of state.servers)
    for (const { name: application } of server.applications ?? [])
      servers.set(application, servers.has(application) ? undefined : name);
  return servers;
}

/** All streams as shares of a change that affects some of them. */
function streamShares(facts: RuleInput, hit: Iterable<StreamTrack>): readonly Share[] {
  const servers = serversOf(facts);
  const sick = new Set(hit);
  const shareOf = (track: StreamTrack): Share => ({
    of: {
      application: track.stream.application ?? undefined,
      type: track.stream.type ?? undefined,
      server: servers.get(track.stream.application ?? ''),
    },
    had: 1,
    lost: sick.has(track) ? 1 : 0,
  });
  return [...new Set([...sick, ...facts.streams.tracks.values()])].map(shareOf);
}

interface KnownFactor {
  readonly newest: number | undefined;
  readonly hit: readonly StreamTrack[];
  readonly by: Contribution | undefined;
}

const knownFactors = new WeakMap<RuleInput['streams'], readonly KnownFactor[]>();
/** Number of answers that are kept: several rules ask about different streams. */
const MOST_KNOWN = 3;

/** What the affected streams have in common. It is computed again only when something new is known about streams. */
export function factorOfStreams(facts: RuleInput, hit: readonly StreamTrack[]): Contribution | undefined {
  const { newest } = facts.streams;
  const known = knownFactors.get(facts.streams) ?? [];
  const same = known.find(
    (one) =>
      one.newest === newest &&
      one.hit.length === hit.length &&
      one.hit.every((track, index) => track === hit[index]),
  );
  if (same) return same.by;
  const by = contributionOf(streamShares(facts, hit), streamDimensions);
  knownFactors.set(facts.streams, [{ newest, hit, by }, ...known].slice(0, MOST_KNOWN));
  return by;
}

/** The object that a dimension's value names. */
export function subjectOfValue(dimension: string | undefined, name: string): Subject {
  if (dimension === 'type') return { kind: 'stream type', name };
  if (dimension === 'group' || dimension === 'application') return { kind: dimension, name };
  return { kind: 'server', name };
}
