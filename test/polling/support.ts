import { onTestFinished } from 'vitest';
import type { JournalState } from '../../src/cluster/journal/log.ts';
import { createClusterStore } from '../../src/cluster/store.ts';
import type { ApiResponse } from '../../src/http/api.ts';
import { createMonitor, type MonitorOptions } from '../../src/polling/create-monitor.ts';
import type { Stream } from '../../src/protocol/stream.ts';
import { FakeApi } from '../support/fake-api.ts';
import { ManualClock } from '../support/manual-clock.ts';

/** A monitor of a cluster in memory, and its clock. Nothing is requested before `monitor.start()`. */
export function watch(change: Partial<FakeApi> = {}, options: Partial<MonitorOptions> = {}) {
  const clock = new ManualClock();
  const fake = Object.assign(new FakeApi(clock), change);
  const store = createClusterStore({ name: 'c', url: 'http://c' });
  const usual = { random: () => 0.5, journalReach: 0 };
  const monitor = createMonitor({ api: fake.api, store, clock, ...usual, ...options });
  onTestFinished(() => monitor.stop());
  return { clock, fake, store, monitor };
}

/** An answer of the API as its client gives it. */
export const apiResponse = <T>(value: T): ApiResponse<T> => {
  return { value, unreadable: [], message: undefined, generatedAt: 1, status: 200, bytes: 1, duration: 1 };
};

export const stream = (id: number, change: Partial<Stream> = {}): Stream => {
  const figures = { healthScore: 90, viewerCount: id, startTime: 1_000 * id };
  return { id: `${id}`, streamKey: `k${id}`, ...figures, ...change };
};

/** Streams `0` to `count - 1`, each with as many viewers as its number. */
export const streams = (count: number): Stream[] => Array.from({ length: count }, (_, id) => stream(id));

/** The ids of the entries, and the kinds of the lines between. */
export const journalIds = ({ items }: Pick<JournalState, 'items'>) =>
  items.map((item) => (item.kind === 'entry' ? item.entry.id : item.kind));

/** Ids of a run of journal entries, both ends included. */
export const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);
