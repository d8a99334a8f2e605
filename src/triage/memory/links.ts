import { movedWithClock } from '../../cluster/clock-skew.ts';
import type { ClusterState } from '../../cluster/state.ts';
import { type Application, applicationId } from '../../protocol/application.ts';
import { NewSamples } from './new-samples.ts';

/** What is remembered of one application's link to the cluster manager. */
export interface LinkTrack {
  readonly application: Application;
  /** When the newest sample was read, Unix ms. */
  readonly at: number;
  /** When the previous sample was read, Unix ms. */
  readonly previousAt: number | undefined;
  /** Number of polls in a row without a packet in either direction. */
  readonly stillPolls: number;
  /** Times at which a changed `startDate` was noticed, Unix ms, oldest first. */
  readonly reconnects: readonly number[];
}

const CAPACITY = 5_000;

/** Applications by id, from the sweep, the visible part of the list and the looked-up ones. */
export class LinkMemory {
  readonly #tracks = new Map<string, LinkTrack>();
  readonly #samples = new NewSamples<Application>();
  #clockSets: readonly number[] = [];

  get tracks(): ReadonlyMap<string, LinkTrack> {
    return this.#tracks;
  }

  get newest(): number | undefined {
    return this.#samples.newest;
  }

  /** Adds new data of the state. `keep`: how long reconnects are remembered, ms. */
  observe(state: ClusterState, keep: number): void {
    this.#clockSets = state.clockSets;
    const swept = this.#samples.read(
      { list: state.applications, watched: state.watchedApplications, sweep: state.applicationSweep },
      (application, at) => this.#take(application, at, keep),
    );
    // A truncated sweep says nothing about applications that it does not contain.
    if (!swept || swept.truncated) return;
    const listed = state.applicationSweep.value?.items;
    for (const [id, track] of this.#tracks)
      if (track.at < swept.at && !listed?.has(id)) this.#tracks.delete(id);
  }

  #take(application: Application, at: number, keep: number): void {
    const id = applicationId(application);
    const before = this.#tracks.get(id);
    if (before ? before.at === at : this.#tracks.size >= CAPACITY) return;
    const link = application.clusterConnectionData;
    const known = before?.application.clusterConnectionData;
    const reconnected =
      link?.startDate != null &&
      known?.startDate != null &&
      link.startDate > known.startDate &&
      !movedWithClock(link.startDate - known.startDate, this.#clockSets);
    const still =
      !reconnected &&
      link?.packetReceived != null &&
      link.packetReceived === known?.packetReceived &&
      (link.packetSend ?? 0) === (known.packetSend ?? 0);
    const kept = (before?.reconnects ?? []).filter((time) => time > at - keep);
    this.#tracks.set(id, {
      // After some time without data, the next link is compared with the start of the last known one.
      application: link || !known ? application : { ...application, clusterConnectionData: known },
      at,
      previousAt: before?.at,
      stillPolls: before && still ? before.stillPolls + 1 : 0,
      reconnects: reconnected ? [...kept, at].slice(-20) : kept,
    });
  }
}
