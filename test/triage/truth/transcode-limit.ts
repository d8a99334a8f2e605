import type { Truth } from './truth.ts';

export const truth: Truth = {
  scenario: 'transcode-limit',
  watched: 540,
  problems: [
    {
      rules: ['limit-changed'],
      object: 'cluster',
      begins: 120,
      within: 5,
      streams: 8,
      stands: true,
      cause: 'transcodeTaskLimit 48 -> 32',
    },
    {
      rules: ['server-hot'],
      object: 'transcode-fra-1',
      begins: 120,
      within: 180,
      stands: true,
      cause: 'Buffer pool grew',
      knownGaps: {
        detected: { why: 'a slope is not told before the threshold', atMost: 430 },
        since: { why: 'the threshold, not the start of the climb', atMost: 410 },
      },
    },
  ],
};
