import type { StreamSample } from '../../../src/history/sessions/stream-sessions.ts';

/** What a sweep says of one stream: ten viewers, nothing wrong. */
export const streamSample = (changes: Partial<StreamSample> = {}): StreamSample => ({
  application: 'live',
  streamKey: 'one',
  startTime: undefined,
  viewers: 10,
  atRisk: 0,
  isDegraded: false,
  inBandwidth: 500,
  ...changes,
});

/** A sweep that found these streams. */
export const sweepOf = (...samples: readonly StreamSample[]) =>
  new Map(samples.map((each) => [`${each.application}/${each.streamKey}`, each]));
