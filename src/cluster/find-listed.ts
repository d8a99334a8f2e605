import { type Application, applicationId } from '../protocol/application.ts';
import type { Stream } from '../protocol/stream.ts';
import type { ClusterState, Resource, Sweep, Watched } from './state.ts';

/** An object of a list that the server pages. `endedAt`: since when the look-up does not find it, Unix ms, local. */
export interface Found<T> {
  readonly item: T | undefined;
  readonly endedAt: number | undefined;
}

interface Places<T> {
  readonly looked: Resource<readonly Watched<T>[]>;
  readonly listed: { readonly item: T | undefined; readonly at: number | undefined };
  readonly swept: { readonly item: T | undefined; readonly sweep: Resource<Sweep<T>> };
}

/** A stream by its id, from the newest response that contains it. */
export function findStream(state: ClusterState, id: string): Found<Stream> {
  const { streams, streamSweep: sweep, watchedStreams: looked } = state;
  const item = streams.value?.items.values().find((stream) => stream.id === id);
  const swept = sweep.value?.items.get(id);
  const found = newest(id, {
    looked,
    listed: { item, at: streams.updatedAt },
    swept: { item: swept, sweep },
  });
  return { ...found, item: found.item ?? swept };
}

/** An application by its id, or by its name. */
export function findApplication(state: ClusterState, wanted: string): Found<Application> {
  const { applications, applicationSweep: sweep, watchedApplications: looked } = state;
  const all = sweep.value?.items;
  const item = named([...(applications.value?.items.values() ?? [])], wanted);
  const swept = all?.get(wanted) ?? named([...(all?.values() ?? [])], wanted);
  const listed = { item, at: applications.updatedAt };
  return newest(wanted, { looked, listed, swept: { item: swept, sweep } });
}

function newest<T>(wanted: string, { looked, listed, swept }: Places<T>): Found<T> {
  const watched = looked.value?.find(({ id }) => id === wanted);
  if (watched?.endedAt !== undefined) return { item: watched.value, endedAt: watched.endedAt };
  // A running sweep still has items of the previous one, so it counts with the time at which that was completed.
  const places = [
    { item: watched?.value, at: looked.updatedAt },
    listed,
    { item: swept.item, at: swept.sweep.value?.completedAt },
  ];
  const known = places.filter(({ item }) => item !== undefined).sort((a, b) => (b.at ?? 0) - (a.at ?? 0));
  return { item: known[0]?.item, endedAt: undefined };
}

function named(applications: readonly Application[], wanted: string): Application | undefined {
  return (
    applications.find((each) => applicationId(each) === wanted) ??
    applications.find(({ name }) => name === wanted)
  );
}
