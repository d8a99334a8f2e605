import type { Truth } from './truth.ts';

export const truth: Truth = {
  scenario: 'cpu-climb',
  watched: 480,
  problems: [
    {
      rules: ['server-hot'],
      object: 'edge-fra-1',
      begins: 120,
      within: 120,
      viewers: 2250,
      stands: true,
      cause: 'Configuration reloaded: packet inspection enabled',
      knownGaps: {
        detected: { why: 'a slope is not told before the threshold', atMost: 290 },
        since: { why: 'the threshold, not the start of the climb', atMost: 260 },
        cause: { why: 'the evidence is that of the threshold' },
      },
    },
  ],
};
