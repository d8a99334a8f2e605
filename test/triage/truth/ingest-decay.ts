import type { Truth } from './truth.ts';

export const truth: Truth = {
  scenario: 'ingest-decay',
  watched: 480,
  problems: [
    {
      rules: ['ingest-bitrate'],
      object: 'arena/lecture-press',
      begins: 120,
      within: 240,
      viewers: 625,
      streams: 1,
      stands: true,
      cause: 'uplink degraded: retransmissions',
    },
  ],
};
