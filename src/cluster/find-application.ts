import { type Application, applicationId } from '../protocol/application.ts';
import type { ClusterState } from './state.ts';

/** An application by its id, or by its name, from the newest response that contains it. */
export function findApplication(
  state: ClusterState,
  wanted: string,
): { readonly application: Application | undefined; readonly endedAt: number | undefined } {
  const watched = state.watchedApplications.value?.find(({ id }) => id === wanted);
  if (watched?.endedAt !== undefined) return { application: watched.value, endedAt: watched.endedAt };
  const listed = [...(state.applications.value?.items.values() ?? [])];
  const swept = state.applicationSweep.value?.items;
  const sources = [
    { application: watched?.value, at: state.watchedApplications.updatedAt },
    { application: named(listed, wanted), at: state.applications.updatedAt },
    {
      application: swept?.get(wanted) ?? named([...(swept?.values() ?? [])], wanted),
      // A running sweep still has items of the previous one, so it counts with the time at which that was
      // completed.
      at: state.applicationSweep.value?.completedAt,
    },
  ];
  let newest: (typeof sources)[number] | undefined;
  for (const source of sources) {
    if (source.application && (!newest || (source.at ?? 0) > (newest.at ?? 0))) newest = source;
  }
  return { application: newest?.application, endedAt: undefined };
}

function named(applications: readonly Application[], wanted: string): Application | undefined {
  return (
    applications.find((each) => applicationId(each) === wanted) ??
    applications.find(({ name }) => name === wanted)
  );
}
