import type { Past } from '../../src/actions/time-travel.ts';
import { calm } from './fake-services.ts';
import { sampleNow, sampleState } from './sample-state.ts';

/** The past of a cluster that was watched for an hour, always as now and without problems, unless a test says otherwise. */
export function fakePast(changes: Partial<Past> = {}): Past {
  return {
    from: sampleNow - 3_600_000,
    at: async (at) => ({ at, state: sampleState(), triage: calm, resolution: undefined }),
    marks: () => [],
    unwatched: () => [],
    problemBeside: () => undefined,
    watchedBeside: (at) => at,
    ...changes,
  };
}
