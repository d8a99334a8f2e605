import type { FleetMember } from './member.ts';

/** An entry of the journal of one cluster, at a time that can be compared with that of the others. */
export type FleetEntry = Readonly<ReturnType<typeof fleetJournal>[number]>;

/** Newest entries that are taken of each cluster. */
const MOST_ENTRIES = 300;

/**
 * The newest entries of all clusters, the newest first. The clocks of clusters differ; each entry is moved by how
 * far its cluster's clock is ahead of this machine's.
 */
export function fleetJournal(members: readonly FleetMember[]) {
  const entries = members.flatMap(({ name, state: { journal, clockSkew = 0 } }) =>
    journal.items.slice(-MOST_ENTRIES).flatMap((item) => {
      if (item.kind !== 'entry') return [];
      /** When it was written, by the clock of this machine, Unix ms; the id is unique among all clusters. */
      const at = item.entry.createDate - clockSkew;
      return [{ cluster: name, item, at, id: `${name} ${item.key}` }];
    }),
  );
  return entries.sort((a, b) => b.at - a.at);
}
