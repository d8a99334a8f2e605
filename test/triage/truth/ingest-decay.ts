import type { Truth } from './truth.ts';

export const truth: Truth = {
  scenario: 'ingest-decay',
  watched: 480,
  problems: [
    {
      rules: ['stream-unhealthy'],
      object: 'arena/lecture-press',
      begins: 120,
      within: 240,
      viewers: 625,
      streams: 1,
      stands: true,
      cause: 'uplink degraded: retransmissions',
      knownGaps: {
        detected: { why: 'the bitrate of a stream is not compared with its own', atMost: 340 },
        since: { why: 'the health threshold, not the beginning of the decay', atMost: 280 },
        viewers: { why: 'viewers at risk by score, where all watch what is sent' },
        cause: { why: 'the evidence is that of the threshold' },
      },
    },
  ],
};
