import type { ClusterState, ServerRecord } from '../../cluster/state.ts';
import { applicationsLeftOut, type Found } from './readings.ts';

/** Roles whose applications are listed with servers; feeds and sinks are not. */
export const countedRoles = ['origin', 'edge', 'transcode'] as const;
export type CountedRole = (typeof countedRoles)[number];

/** Applications of one role in a group. */
export interface GroupSize {
  readonly group: string;
  readonly role: CountedRole;
  /** The number that the dashboard requires (A11). */
  readonly wanted: number;
  readonly has: number;
  /** Applications that could belong here: their group or role was not read, or they could not be read at all. */
  readonly unsure: number;
  /** It may be as large as it should be. */
  readonly isInDoubt: boolean;
}

/** The groups for which the dashboard requires a number of applications that is not there for certain. */
export function smallGroups(state: ClusterState): readonly GroupSize[] {
  const stats = state.dashboard.value?.appGroupStats;
  const unread = applicationsLeftOut(state);
  const here = state.servers.filter(({ goneSince }) => goneSince === undefined);
  return countedRoles.flatMap((role) =>
    (stats?.[role]?.groups ?? []).flatMap(({ name: group, limit }) => {
      const wanted = limit ?? 0;
      if (wanted <= 0) return [];
      const has = here
        .filter(({ server }) => server.groupName === group)
        .reduce((sum, record) => sum + roleApplications(record, role), 0);
      if (has >= wanted) return [];
      const unsure = here.reduce((sum, record) => sum + possibleIn(record, group, role), unread);
      // In a cluster whose servers name no such role, the number cannot be compared.
      const isCounted = state.servers.some((record) => roleApplications(record, role) > 0);
      if (!isCounted && unsure === 0) return [];
      return [{ group, role, wanted, has, unsure, isInDoubt: !isCounted || has + unsure >= wanted }];
    }),
  );
}

/** Groups that could be short or not. */
export function groupsInDoubt(state: ClusterState): Found {
  const doubtful = smallGroups(state).filter(({ isInDoubt }) => isInDoubt);
  if (doubtful.length === 0) return { reading: 'read' };
  return { reading: 'absent', missing: doubtful.reduce((sum, { unsure }) => sum + unsure, 0), decides: true };
}

export function roleApplications({ server }: ServerRecord, role: CountedRole): number {
  return (server.applications ?? []).filter(({ type }) => type?.toLowerCase() === role).length;
}

/** How many of its applications may be of the group and role; a server without a list may have one. */
function possibleIn({ server }: ServerRecord, group: string, role: CountedRole): number {
  const { groupName, applications } = server;
  if (groupName != null && groupName !== group) return 0;
  if (!applications) return 1;
  return applications.filter(({ type }) => type == null || (groupName == null && type.toLowerCase() === role))
    .length;
}
