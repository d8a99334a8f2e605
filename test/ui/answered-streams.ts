import type { ClusterState } from '../../src/cluster/state.ts';
import { streamsStart } from '../../src/ui/screens/streams/slice.ts';
import { streamFilter } from '../../src/views/streams/streams.ts';
import { sampleState } from '../support/sample-state.ts';

type Answer = NonNullable<ClusterState['streams']['value']>;

/** The sample, with its streams as the answer to the first request of their screen; other members as given. */
export function answeredStreams(more: Partial<Answer> = {}) {
  const state = sampleState();
  const { value } = state.streams;
  if (!value) throw new Error('the sample has no streams');
  const query = streamFilter.query(streamsStart, streamsStart.sort);
  return { ...state, streams: { ...state.streams, value: { ...value, query, ...more } } };
}
