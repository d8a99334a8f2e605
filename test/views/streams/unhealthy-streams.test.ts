import { expect, test } from 'vitest';
import type { ClusterState } from '../../../src/cluster/state.ts';
import type { Stream } from '../../../src/protocol/stream.ts';
import type { Problem } from '../../../src/triage/problem.ts';
import * as unhealthy from '../../../src/views/streams/unhealthy-streams.ts';
import { everyKind } from '../../support/every-kind.ts';
import { calm } from '../../support/fake-services.ts';
import { atRisk, sampleProblem } from '../../support/sample-problem.ts';
import { sampleNow, sampleState } from '../../support/sample-state.ts';

const { totalAtRisk, unhealthyReason, unhealthyStreams } = unhealthy;
const well = { healthScore: 99, healthGrade: 'Very Good', viewerCount: 100 };
const stream = (id: string, more: Partial<Stream> = {}): Stream => {
  return { id, streamKey: id, application: 'live', state: 'PUBLISHED', ...well, ...more };
};
const bad = { healthScore: 10, healthGrade: 'Bad' };

/** A sweep at `sampleNow`, and a page of the list some seconds later or before. */
function stateOf(swept: readonly Stream[], listed: readonly Stream[] = [], later = 5_000): ClusterState {
  const state = sampleState();
  const { streams, streamSweep } = state;
  if (!streams.value) throw new Error('the sample has no streams');
  const items = new Map(swept.map((each) => [each.id, each]));
  const sweep = { items, totalItems: items.size, completedAt: sampleNow, truncated: false };
  const page = { ...streams.value, items: new Map(listed.map((each, index) => [index, each])) };
  return {
    ...state,
    streamSweep: { ...streamSweep, value: sweep },
    streams: { ...streams, updatedAt: sampleNow + later, value: page },
    watchedStreams: { ...state.watchedStreams, value: [] },
  };
}

const flap = (streamKey: string, viewers?: number): Problem => {
  const subject = { kind: 'stream', id: 'an older id', streamKey, application: 'live' } as const;
  const one = { severity: 'warning', subject, since: sampleNow, hit: atRisk(viewers) } as const;
  return sampleProblem(one, everyKind['stream-flap']);
};

const ids = (state: ClusterState, problems: readonly Problem[] = []) =>
  unhealthyStreams(state, { ...calm, problems }).map(({ stream }) => stream.id);

test('a stream is unhealthy by score, by grade, or by silence with viewers; most viewers at risk first', () => {
  const swept = [
    stream('well'),
    stream('score', { ...bad, viewerCount: 10 }),
    stream('grade', { healthScore: 54, healthGrade: 'Bad', viewerCount: 1_000 }),
    stream('silent', { healthScore: 0, healthGrade: 'No Data', viewerCount: 50 }),
    stream('nobody watches', { healthScore: 0, healthGrade: 'No Data', viewerCount: 0 }),
    stream('closed', { ...bad, state: 'UNPUBLISHED' }),
  ];
  expect(ids(stateOf(swept))).toEqual(['grade', 'silent', 'score']);
});

test('a stream that recovered by a look-up does not come back when it is not looked up any more', () => {
  const state = stateOf([stream('recovered', bad), stream('ill', bad)]);
  const watching = (value: ClusterState['watchedStreams']['value']) => {
    return { ...state, watchedStreams: { ...state.watchedStreams, updatedAt: sampleNow + 1_000, value } };
  };
  const recovered = stream('recovered', { healthScore: 96 });
  expect(ids(watching([{ id: 'recovered', value: recovered, endedAt: undefined }]))).toEqual(['ill']);
  expect(ids(watching([]))).toEqual(['ill']);
});

test('a stream with a standing problem is unhealthy under any id, and its own figures give the viewers at risk', () => {
  const swept = [stream('radio', { viewerCount: 100, healthScore: 95 }), stream('well')];
  const found = unhealthyStreams(stateOf(swept), { ...calm, problems: [flap('radio', 498)] });
  expect(found).toEqual([{ stream: swept[0], atRisk: 5 }]);
});

test('the reason of an unhealthy stream is shown where its score is good, not where the score tells it', () => {
  const flapping = flap('radio');
  const reason = (one: Stream) => unhealthyReason(one, { ...calm, problems: [flapping] });
  expect(reason(stream('radio'))).toEqual({ words: 'flapping', severity: 'warning' });
  expect(reason(stream('radio', bad))).toBeUndefined();
  expect(reason(stream('well'))).toBeUndefined();
  expect(reason(stream('well', { inBandwidth: 0 }))?.words).toBe('no bytes in');
  const bitrate = (swings?: { times: number; within: number; by: number }) => {
    const facts = { now: 1, usual: 2, swings };
    const problem = sampleProblem({ subject: flapping.subject }, { kind: 'ingest-bitrate', facts });
    return unhealthyReason(stream('radio'), { ...calm, problems: [problem] })?.words;
  };
  expect([bitrate(), bitrate({ times: 3, within: 1, by: 25 })]).toEqual(['low input', 'unstable']);
});

test("the operator's threshold decides", () => {
  const state = stateOf([stream('middling', { healthScore: 60, healthGrade: 'Good' })]);
  expect(ids(state)).toEqual([]);
  const thresholds = { ...calm.thresholds, healthBad: 70 };
  expect(unhealthyStreams(state, { ...calm, thresholds })).toEqual([]);
  // Another sweep, as it comes every minute.
  const next = stateOf([stream('middling', { healthScore: 60, healthGrade: 'Good' })]);
  expect(unhealthyStreams(next, { ...calm, thresholds })).toHaveLength(1);
});

test('for a watched stream the newest answer counts', () => {
  const watched = (state: ClusterState, later: number, one: Stream | undefined) => {
    const value = [{ id: 'a', value: one, endedAt: undefined }];
    const watchedStreams = { ...state.watchedStreams, updatedAt: sampleNow + later, value };
    return ids({ ...state, watchedStreams });
  };
  const listed = stateOf([stream('a', bad)], [stream('a', bad)]);
  const good = [6_000, 5_000, 4_999].map((later) => watched(listed, later, stream('a')));
  expect([...good, watched(listed, 6_000, undefined)]).toEqual([[], [], ['a'], ['a']]);
  const unlisted = stateOf([stream('a', bad)]);
  expect([1, 0].map((later) => watched(unlisted, later, stream('a')))).toEqual([[], ['a']]);
});

test('known viewers at risk are summed, and the sum is unknown when no stream has them', () => {
  const one = (atRisk: number | undefined) => ({ stream: stream('a'), atRisk });
  expect(totalAtRisk([one(5), one(undefined), one(7)])).toBe(12);
  expect(totalAtRisk([one(undefined)])).toBeUndefined();
});
