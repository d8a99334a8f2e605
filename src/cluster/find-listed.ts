import { type Application, applicationId } from '../protocol/application.ts';
import type { Stream } from '../protocol/stream.ts';
import type { ClusterState, Resource, Watched } from './state.ts';

/** An object of a list that the server pages. `endedAt`: since when the look-up does not find it, Unix ms, local. */
export interface Found<T> {
  readonly item: T | undefined;
  readonly endedAt: number | undefined;
}

interface Seen<T> {
  readonly item: T | undefined;
  readonly at: number | undefined;
}

/** A stream by its id, from the newest response that contains it. */
export function findStream(state: ClusterState, id: string): Found<Stream> {
  const { streams, streamSweep, watchedStreams } = state;
  const item = streams.value?.items.values().find((stream) => stream.id === id);
  const swept = streamSweep.value?.items.get(id);
  const listed = { item, at: streams.updatedAt };
  const found = newest(id, watchedStreams, listed, { item: swept, at: streamSweep.value?.completedAt });
  return { ...found, item: found.item ?? swept };
}

/** An application by its id, or by its name. */
export function findApplication(state: ClusterState, wanted: string): Found<Application> {
  const { applications, applicationSweep, watchedApplications } = state;
  const { items: all, completedAt } = applicationSweep.value ?? {};
  const item = named([...(applications.value?.items.values() ?? [])], wanted);
  const swept = all?.get(wanted) ?? named([...(all?.values() ?? [])], wanted);
  const listed = { item, at: applications.updatedAt };
  return newest(wanted, watchedApplications, listed, { item: swept, at: completedAt });
}

/** A running sweep still has items of the previous one, so `swept` counts with the time at which that was completed. */
function newest<T>(
  wanted: string,
  looked: Resource<readonly Watched<T>[]>,
  listed: Seen<T>,
  swept: Seen<T>,
): Found<T> {
  const watched = looked.value?.find(({ id }) => id === wanted);
  if (watched?.endedAt !== undefined) return { item: watched.value, endedAt: watched.endedAt };
  const places = [{ item: watched?.value, at: looked.updatedAt }, listed, swept];
  const known = places.filter(({ item }) => item !== undefined).sort((a, b) => (b.at ?? 0) - (a.at ?? 0));
  return { item: known[0]?.item, endedAt: undefined };
}

function named(applications: readonly Application[], wanted: string): Application | undefined {
  return (
    applications.find((each) => applicationId(each) === wanted) ??
    applications.find(({ name }) => name === wanted)
  );
}
